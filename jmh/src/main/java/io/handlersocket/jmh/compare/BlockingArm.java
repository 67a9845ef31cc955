// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.compare;

import io.handlersocket.client.Index;
import java.util.concurrent.ThreadLocalRandom;

/** Our client from threads that wait for each row. */
final class BlockingArm implements Arm {

    private final Index index;
    private final int threads;

    BlockingArm(Index index, int threads) {
        this.index = index;
        this.threads = threads;
    }

    @Override
    public String name() {
        return "blocking-" + threads;
    }

    @Override
    public long run(long deadlineNanos) throws Exception {
        return Threads.run(threads, deadlineNanos, () -> {
            int id = ThreadLocalRandom.current().nextInt(Fixture.ROWS);
            AsyncArm.check(id, index.find(id));
            return 1;
        });
    }
}
