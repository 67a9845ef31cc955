/** Reads from replicas beside reads of the primary, over HandlerSocket and over JDBC. */
@NullMarked
package io.handlersocket.jmh.replicas;

import org.jspecify.annotations.NullMarked;
