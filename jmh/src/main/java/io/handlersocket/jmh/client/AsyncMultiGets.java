// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.client;

import io.handlersocket.client.Index;
import io.handlersocket.client.Row;
import io.handlersocket.jmh.measure.Arm;
import io.handlersocket.jmh.measure.Chain;
import io.handlersocket.jmh.measure.ChainsArm;
import io.handlersocket.jmh.measure.StageChain;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Our client, many keys at once, so many of these in flight. */
final class AsyncMultiGets extends StageChain<List<Optional<Row>>> {

    private final Index index;
    private final int keys;
    private List<Integer> ids = List.of();

    private AsyncMultiGets(Index index, int keys) {
        this.index = index;
        this.keys = keys;
    }

    static Arm arm(Index index, int inFlight, int keys) {
        return new ChainsArm(
                "async-multiget" + keys + "-" + inFlight,
                new Chain.Bundle(inFlight, () -> new AsyncMultiGets(index, keys)));
    }

    @Override
    protected CompletionStage<List<Optional<Row>>> question() {
        ids = MultiGetArm.randomIds(keys);
        return index.findAllAsync(ids);
    }

    @Override
    protected long check(List<Optional<Row>> rows) {
        return MultiGetArm.check(ids, rows);
    }
}
