// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import java.util.concurrent.atomic.LongAdder;

/** How lookups ended: with a row, without one, or with an exception. Thread-safe. */
public record Counters(LongAdder found, LongAdder missed, LongAdder failed) {

    public Counters() {
        this(new LongAdder(), new LongAdder(), new LongAdder());
    }

    void answered(int with, int without) {
        found.add(with);
        missed.add(without);
    }

    void answered(boolean withRow) {
        (withRow ? found : missed).increment();
    }
}
