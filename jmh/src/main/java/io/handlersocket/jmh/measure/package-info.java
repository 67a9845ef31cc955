/**
 * Measures ways to read rows by key side by side in one run: every arm gets a slice of a second in turn, so that a noisy machine
 * is noisy for all of them. Knows no way to read.
 */
@NullMarked
package io.handlersocket.jmh.measure;

import org.jspecify.annotations.NullMarked;
