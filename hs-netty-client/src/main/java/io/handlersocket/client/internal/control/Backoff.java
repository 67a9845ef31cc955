// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control;

import java.util.concurrent.ThreadLocalRandom;

/**
 * The wait before the next attempt: doubles up to a cap, after some attempts at the first wait if so ordered. It has
 * jitter, so that the clients of a fleet do not reconnect together.
 */
public final class Backoff {

    private final long firstMillis;
    private final long capMillis;
    private final int steadyAttempts;
    private int failures;

    public Backoff(long firstMillis, long capMillis) {
        this(firstMillis, capMillis, 1);
    }

    /** @param steadyAttempts how many attempts have the first wait before it doubles; at least 1 */
    public Backoff(long firstMillis, long capMillis, int steadyAttempts) {
        this.firstMillis = firstMillis;
        this.capMillis = capMillis;
        this.steadyAttempts = steadyAttempts;
    }

    public void reset() {
        failures = 0;
    }

    /** Counts a failure; returns the milliseconds to wait, between half of the current step and the whole. */
    public long nextMillis() {
        int doublings = Math.min(Math.max(failures - steadyAttempts + 1, 0), 20);
        long step = Math.min(capMillis, firstMillis << doublings);
        failures++;
        return step / 2 + ThreadLocalRandom.current().nextLong(step / 2 + 1);
    }
}
