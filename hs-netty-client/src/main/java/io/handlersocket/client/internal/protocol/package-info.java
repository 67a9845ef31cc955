/** Bytes of requests and replies. Knows nothing of sockets, threads or clocks. */
@NullMarked
package io.handlersocket.client.internal.protocol;

import org.jspecify.annotations.NullMarked;
