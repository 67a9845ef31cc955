// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.client;

import io.handlersocket.client.Index;
import io.handlersocket.jmh.measure.Arm;
import io.handlersocket.jmh.measure.Slice;
import io.handlersocket.jmh.measure.Threads;
import io.handlersocket.jmh.measure.UserTable;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/** Our client from threads that wait for each row. */
final class BlockingArm implements Arm {

    private final Index index;
    private final int threads;
    private final @Nullable ExecutorService virtual;

    /** @param virtual makes virtual threads; null for platform threads */
    BlockingArm(Index index, int threads, @Nullable ExecutorService virtual) {
        this.index = index;
        this.threads = threads;
        this.virtual = virtual;
    }

    @Override
    public String name() {
        return (virtual == null ? "blocking-" : "virtual-") + threads;
    }

    @Override
    public long run(Slice slice) throws Exception {
        return virtual == null
                ? Threads.run(threads, slice, this::once)
                : Threads.run(virtual, threads, slice, this::once);
    }

    private long once() {
        int id = UserTable.randomId();
        RowCheck.THREE_COLUMNS.accept(id, index.find(id));
        return 1;
    }

    @Override
    public void close() {
        if (virtual != null) {
            virtual.shutdown();
        }
    }
}
