/** Connections that one blocking caller at a time uses, without an event loop. */
@NullMarked
package io.handlersocket.client.internal.transport.direct;

import org.jspecify.annotations.NullMarked;
