/** All connections of a client, and those that all threads share: one event loop, many lookups in one flush. */
@NullMarked
package io.handlersocket.client.internal.transport.shared;

import org.jspecify.annotations.NullMarked;
