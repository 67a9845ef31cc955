// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control;

import java.util.concurrent.ThreadLocalRandom;

/**
 * The wait before the next attempt: doubles up to a cap, with jitter so that the clients of a fleet do not
 * reconnect together.
 */
public final class Backoff {

    private final long firstMillis;
    private final long capMillis;
    private int failures;

    public Backoff(long firstMillis, long capMillis) {
        this.firstMillis = firstMillis;
        this.capMillis = capMillis;
    }

    /** Starts again with the first wait. */
    public void reset() {
        failures = 0;
    }

    /** Counts a failure; returns the milliseconds to wait, between half of the current step and the whole. */
    public long nextMillis() {
        long step = Math.min(capMillis, firstMillis << Math.min(failures, 20));
        failures++;
        return step / 2 + ThreadLocalRandom.current().nextLong(step / 2 + 1);
    }
}
