/** Connections that all threads share, on one event loop: many lookups in one flush. */
@NullMarked
package io.handlersocket.client.internal.transport.shared;

import org.jspecify.annotations.NullMarked;
