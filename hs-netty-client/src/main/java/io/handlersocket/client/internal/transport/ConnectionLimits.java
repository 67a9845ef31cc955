// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import java.util.concurrent.TimeUnit;

/**
 * The limits of a connection.
 *
 * @param connectTimeoutMillis the timeout of the TCP handshake, and that of the authentication
 * @param maxLineBytes the most bytes of a reply
 * @param stallNanos how long after its deadline the oldest request may be unanswered before the connection is closed
 */
public record ConnectionLimits(
        int connectTimeoutMillis, int maxInFlight, int maxWaiting, int maxLineBytes, int maxDirect, long stallNanos) {

    private static final int SWEEPS_PER_STALL = 20;

    /** Returns the period of the search for requests whose deadline has passed. */
    public long sweepNanos() {
        return Math.max(TimeUnit.MILLISECONDS.toNanos(2), stallNanos / SWEEPS_PER_STALL);
    }
}
