// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.direct;

/** What became of a request that was offered to direct connections. Unless it is complete, it was not changed. */
enum DirectOutcome {
    /** It was sent, and is complete. */
    COMPLETED,
    /** Other callers use the connection, and to wait for it would take longer than a shared one. */
    BUSY,
    /** The connection is closed. */
    CLOSED,
    /**
     * No direct connection sends it: it is too long or too late, its index is not open there, or its thread is virtual
     * or interrupted.
     */
    UNSUITABLE;

    /** Returns whether another direct connection may send the request. */
    boolean mayTryAnother() {
        return this == BUSY || this == CLOSED;
    }
}
