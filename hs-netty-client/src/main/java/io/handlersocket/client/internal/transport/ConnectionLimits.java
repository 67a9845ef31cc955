// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import java.util.concurrent.TimeUnit;

/**
 * The limits of a connection. The TCP handshake and the authentication have the connect timeout each. A connection is
 * closed when its oldest request is unanswered for {@code stallNanos} after its deadline.
 */
public record ConnectionLimits(
        int connectTimeoutMillis, int maxInFlight, int maxWaiting, int maxLineBytes, int maxDirect, long stallNanos) {

    private static final int SWEEPS_PER_STALL = 20;

    /** Returns the period of the search for requests whose deadline has passed. */
    public long sweepNanos() {
        return Math.max(TimeUnit.MILLISECONDS.toNanos(2), stallNanos / SWEEPS_PER_STALL);
    }
}
