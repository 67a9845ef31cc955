// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.client;

import io.handlersocket.client.Index;
import io.handlersocket.jmh.measure.Arm;
import io.handlersocket.jmh.measure.Chain;
import io.handlersocket.jmh.measure.Slice;
import java.util.List;

/** Our client, many keys at once, so many of these in flight. */
final class AsyncMultiGetArm implements Arm {

    private final String name;
    private final Chain.Bundle chains;

    AsyncMultiGetArm(Index index, int inFlight, int keys) {
        this.name = "async-multiget" + keys + "-" + inFlight;
        this.chains = new Chain.Bundle(inFlight, () -> new Lookups(index, keys));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long run(Slice slice) throws InterruptedException {
        return chains.run(slice);
    }

    private static final class Lookups extends Chain {

        private final Index index;
        private final int keys;

        Lookups(Index index, int keys) {
            this.index = index;
            this.keys = keys;
        }

        @Override
        protected void ask() {
            List<Integer> ids = MultiGetArm.randomIds(keys);
            index.findAllAsync(ids).whenComplete((rows, failure) -> {
                long checked;
                try {
                    if (failure != null) {
                        throw failure;
                    }
                    checked = MultiGetArm.check(ids, rows);
                } catch (Throwable e) {
                    failed(e);
                    return;
                }
                answered(checked);
            });
        }
    }
}
