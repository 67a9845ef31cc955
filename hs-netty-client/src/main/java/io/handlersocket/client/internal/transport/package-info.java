/** What connections of both kinds need: requests, limits, the circuit breaker. Knows nothing of SQL. */
@NullMarked
package io.handlersocket.client.internal.transport;

import org.jspecify.annotations.NullMarked;
