/** Runs the comparisons. */
@NullMarked
package io.handlersocket.jmh;

import org.jspecify.annotations.NullMarked;
