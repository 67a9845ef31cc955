// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control;

import java.util.concurrent.ThreadLocalRandom;

/** How long to wait before the next attempt: doubling, capped, and jittered so that a fleet does not return as one. */
public final class Backoff {

    private final long firstMillis;
    private final long capMillis;
    private int failures;

    public Backoff(long firstMillis, long capMillis) {
        this.firstMillis = firstMillis;
        this.capMillis = capMillis;
    }

    public void reset() {
        failures = 0;
    }

    /** Counts a failure; says how many milliseconds to wait, between half and the whole of the current step. */
    public long nextMillis() {
        long step = Math.min(capMillis, firstMillis << Math.min(failures, 20));
        failures++;
        return step / 2 + ThreadLocalRandom.current().nextLong(step / 2 + 1);
    }
}
