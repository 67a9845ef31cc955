// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

/** The state of the circuit breaker, which stops lookups after consecutive failures. */
public enum CircuitState {
    /** Lookups are sent. */
    CLOSED,
    /** Lookups fail at once, because the last lookups timed out or lost their connection. */
    OPEN,
    /** One lookup is in flight as a probe; all others fail at once. */
    HALF_OPEN
}
