// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.client;

import io.handlersocket.client.Index;
import io.handlersocket.client.Row;
import io.handlersocket.jmh.measure.Arm;
import io.handlersocket.jmh.measure.Chain;
import io.handlersocket.jmh.measure.ChainsArm;
import io.handlersocket.jmh.measure.StageChain;
import io.handlersocket.jmh.measure.UserTable;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Our client, asynchronously: each answer asks for the next row. */
final class AsyncLookups extends StageChain<Optional<Row>> {

    private final Index index;
    private final RowCheck check;
    private int id;

    private AsyncLookups(Index index, RowCheck check) {
        this.index = index;
        this.check = check;
    }

    /** @param check what is read of a row */
    static Arm arm(String name, Index index, int inFlight, RowCheck check) {
        return new ChainsArm(name + "-" + inFlight, new Chain.Bundle(inFlight, () -> new AsyncLookups(index, check)));
    }

    @Override
    protected CompletionStage<Optional<Row>> question() {
        id = UserTable.randomId();
        return index.findAsync(id);
    }

    @Override
    protected long check(Optional<Row> row) {
        check.accept(id, row);
        return 1;
    }
}
