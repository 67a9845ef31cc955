// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

/** Whether lookups are sent at all, after the server kept silent. */
public enum CircuitState {
    /** Lookups are sent. */
    CLOSED,
    /** Lookups are refused without waiting, for a moment, because the last ones timed out or were lost. */
    OPEN,
    /** One lookup was let through to see whether the server answers again. */
    HALF_OPEN
}
