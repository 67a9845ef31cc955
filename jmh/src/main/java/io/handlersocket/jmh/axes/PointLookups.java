// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.axes;

import io.handlersocket.client.Index;
import io.handlersocket.client.Row;
import io.handlersocket.jmh.measure.StageChain;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** A point over HandlerSocket, asynchronously. */
final class PointLookups extends StageChain<Optional<Row>> {

    private final Index index;
    private final PointRows rows;
    private int id;

    PointLookups(Index index, PointRows rows) {
        this.index = index;
        this.rows = rows;
    }

    @Override
    protected CompletionStage<Optional<Row>> question() {
        id = rows.randomId();
        return index.findAsync(id);
    }

    @Override
    protected long check(Optional<Row> found) {
        return rows.check(id, found);
    }
}
