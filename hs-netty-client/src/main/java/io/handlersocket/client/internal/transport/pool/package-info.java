/** All connections of a client, shared and direct. */
@NullMarked
package io.handlersocket.client.internal.transport.pool;

import org.jspecify.annotations.NullMarked;
