/** Requests and replies as bytes. Depends on neither sockets nor threads nor clocks. */
@NullMarked
package io.handlersocket.client.internal.protocol;

import org.jspecify.annotations.NullMarked;
