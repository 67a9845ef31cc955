// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import java.util.concurrent.atomic.LongAdder;

/** How lookups ended. All threads. */
public final class Counters {

    private final LongAdder found = new LongAdder();
    private final LongAdder missed = new LongAdder();
    private final LongAdder failed = new LongAdder();

    void found() {
        found.increment();
    }

    void missed() {
        missed.increment();
    }

    void failed() {
        failed.increment();
    }

    public long foundSum() {
        return found.sum();
    }

    public long missedSum() {
        return missed.sum();
    }

    public long failedSum() {
        return failed.sum();
    }
}
