// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.client;

import io.handlersocket.client.Index;
import io.handlersocket.client.Row;
import io.handlersocket.jmh.measure.Arm;
import io.handlersocket.jmh.measure.Chain;
import io.handlersocket.jmh.measure.Slice;
import io.handlersocket.jmh.measure.UserTable;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Our client, asynchronously: so many lookups in flight, each answer asks for the next row. */
final class AsyncArm implements Arm {

    private final String name;
    private final Chain.Bundle chains;

    /** @param check what is read of a row */
    AsyncArm(String name, Index index, int inFlight, RowCheck check) {
        this.name = name + "-" + inFlight;
        this.chains = new Chain.Bundle(inFlight, () -> new Lookups(index, check));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long run(Slice slice) throws InterruptedException {
        return chains.run(slice);
    }

    /** Hears of its answers itself, so that the arm allocates as little as it can. */
    private static final class Lookups extends Chain implements BiConsumer<Optional<Row>, @Nullable Throwable> {

        private final Index index;
        private final RowCheck check;
        private int id;

        Lookups(Index index, RowCheck check) {
            this.index = index;
            this.check = check;
        }

        @Override
        protected void ask() {
            id = UserTable.randomId();
            index.findAsync(id).whenComplete(this);
        }

        @Override
        public void accept(Optional<Row> row, @Nullable Throwable failure) {
            try {
                if (failure != null) {
                    throw failure;
                }
                check.accept(id, row);
            } catch (Throwable e) {
                failed(e);
                return;
            }
            answered(1);
        }
    }
}
