// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

/**
 * Says whether lookups are sent, judged by how the last ones ended.
 *
 * @since 0.1
 */
public enum CircuitState {
    /** Lookups are sent. */
    CLOSED,
    /** Lookups fail at once for a moment, because the last ones timed out or were lost. */
    OPEN,
    /** One lookup was let through to see whether the server answers again. */
    HALF_OPEN
}
