/** Converts Java values to the bytes of a column and back. Depends on neither sockets nor threads nor SQL. */
@NullMarked
package io.handlersocket.client.internal.codec;

import org.jspecify.annotations.NullMarked;
