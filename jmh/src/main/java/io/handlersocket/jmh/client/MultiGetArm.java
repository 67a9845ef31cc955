// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.client;

import io.handlersocket.client.Index;
import io.handlersocket.client.Row;
import io.handlersocket.jmh.measure.Arm;
import io.handlersocket.jmh.measure.Slice;
import io.handlersocket.jmh.measure.Threads;
import io.handlersocket.jmh.measure.UserTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Our client, many keys at once from threads that wait. */
record MultiGetArm(Index index, int threads, int keys) implements Arm {

    @Override
    public String name() {
        return "multiget" + keys + "-" + threads;
    }

    @Override
    public long run(Slice slice) throws Exception {
        return Threads.run(threads, slice, () -> {
            List<Integer> ids = randomIds(keys);
            return check(ids, index.findAll(ids));
        });
    }

    static List<Integer> randomIds(int keys) {
        List<Integer> ids = new ArrayList<>(keys);
        for (int i = 0; i < keys; i++) {
            ids.add(UserTable.randomId());
        }
        return ids;
    }

    static long check(List<Integer> ids, List<Optional<Row>> rows) {
        for (int i = 0; i < ids.size(); i++) {
            RowCheck.THREE_COLUMNS.accept(ids.get(i), rows.get(i));
        }
        return ids.size();
    }
}
