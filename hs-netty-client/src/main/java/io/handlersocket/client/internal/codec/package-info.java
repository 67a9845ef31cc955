/** Values of Java to and from the bytes of one column. Knows nothing of sockets, threads or SQL. */
@NullMarked
package io.handlersocket.client.internal.codec;

import org.jspecify.annotations.NullMarked;
