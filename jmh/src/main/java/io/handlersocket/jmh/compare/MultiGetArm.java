// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.compare;

import io.handlersocket.client.Index;
import io.handlersocket.client.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/** Our client, many keys at once from threads that wait. */
final class MultiGetArm implements Arm {

    private final Index index;
    private final int threads;
    private final int keys;

    MultiGetArm(Index index, int threads, int keys) {
        this.index = index;
        this.threads = threads;
        this.keys = keys;
    }

    @Override
    public String name() {
        return "multiget" + keys + "-" + threads;
    }

    @Override
    public long run(long deadlineNanos) throws Exception {
        return Threads.run(threads, deadlineNanos, () -> {
            List<Integer> ids = new ArrayList<>(keys);
            for (int i = 0; i < keys; i++) {
                ids.add(ThreadLocalRandom.current().nextInt(Fixture.ROWS));
            }
            List<Optional<Row>> rows = index.findAll(ids);
            for (int i = 0; i < keys; i++) {
                AsyncArm.check(ids.get(i), rows.get(i));
            }
            return keys;
        });
    }
}
