// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import java.util.concurrent.TimeUnit;

/**
 * The bounds of one connection.
 *
 * @param connectTimeoutMillis for the TCP handshake and the authentication, each
 * @param maxInFlight requests written and not answered
 * @param maxWaiting requests not written
 * @param maxLineBytes bytes of one reply
 * @param maxDirect sockets of their own for blocking callers
 * @param stallNanos how long the oldest request may stay unanswered beyond its deadline before the connection is given up
 */
public record ConnectionLimits(
        int connectTimeoutMillis, int maxInFlight, int maxWaiting, int maxLineBytes, int maxDirect, long stallNanos) {

    private static final int SWEEPS_PER_STALL = 20;

    /** How often to look for requests whose time is over. */
    long sweepNanos() {
        return Math.max(TimeUnit.MILLISECONDS.toNanos(2), stallNanos / SWEEPS_PER_STALL);
    }
}
