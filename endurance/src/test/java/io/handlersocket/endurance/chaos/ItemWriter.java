// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import io.handlersocket.endurance.history.Journal;
import io.handlersocket.endurance.history.Write;
import java.sql.SQLException;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import org.springframework.core.NestedExceptionUtils;

/**
 * Writes over JDBC: one item by a statement alone, or two items of a slot in one transaction. For one thread; no other
 * writer has its items.
 */
final class ItemWriter implements Runnable {

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(15);
    private static final long ERROR_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(30);

    /** Errors of statements without effect: no lock in time, FLUSH TABLES WITH READ LOCK, read_only. */
    private static final Set<Integer> REFUSED = Set.of(1205, 1223, 1290);

    private final Workload load;
    private final Random random;
    private final LongConsumer pause;
    private final Journal journal;

    ItemWriter(Workload load, Random random) {
        this(load, random, LockSupport::parkNanos);
    }

    /** @param pause waits so many nanoseconds after each step; a test without a server need not wait */
    ItemWriter(Workload load, Random random, LongConsumer pause) {
        this.pause = pause;
        this.load = load;
        this.random = random;
        this.journal = Journal.create(load.journals());
    }

    /** Writes once. */
    @Override
    public void run() {
        int key = 1 + random.nextInt(Rows.ITEMS / load.children()) * load.children() + load.child();
        int next = key + load.children();
        try {
            if (next <= Rows.ITEMS && Rows.slot(key) == Rows.slot(next) && random.nextBoolean()) {
                writeBoth(key, next);
            } else {
                write(key);
            }
            load.findings().wrote();
            pause.accept(PAUSE_NANOS);
        } catch (RuntimeException | Error e) {
            load.findings().writeFailed(e);
            pause.accept(ERROR_PAUSE_NANOS);
        }
    }

    /** If it throws, the journal leaves open whether it was committed, unless the server has refused it. */
    private void write(int key) {
        long revision = load.board().begin(key);
        Write write = Histories.itemWritten(key, revision);
        journal.ending(write, System.nanoTime());
        try {
            update(key, revision);
        } catch (RuntimeException e) {
            if (isRefused(e)) {
                journal.rolledBack(write, System.nanoTime());
            }
            throw e;
        }
        journal.committed(write, System.nanoTime());
        load.board().commit(key, revision);
    }

    private static boolean isRefused(RuntimeException failure) {
        return NestedExceptionUtils.getMostSpecificCause(failure) instanceof SQLException error
                && REFUSED.contains(error.getErrorCode());
    }

    /** If it throws before COMMIT is sent, the journal knows nothing of it: no reader may ever see it. */
    private void writeBoth(int first, int second) {
        long revision = load.board().begin(first);
        long secondRevision = load.board().begin(second);
        List<Write> writes = List.of(
                Histories.itemWritten(first, revision, second, secondRevision),
                Histories.itemWritten(second, secondRevision, first, revision));
        load.transactions().executeWithoutResult(transaction -> {
            update(first, revision);
            update(second, secondRevision);
            long begin = System.nanoTime();
            writes.forEach(write -> journal.ending(write, begin));
        });
        long end = System.nanoTime();
        writes.forEach(write -> journal.committed(write, end));
        load.board().commit(first, revision);
        load.board().commit(second, secondRevision);
    }

    /** A statement that was given up may run later: it must not undo the next one. */
    private void update(int key, long revision) {
        int rows = load.jdbc()
                .update(
                        "UPDATE chaos_item SET revision = ?, text = ? WHERE id = ? AND revision < ?",
                        revision,
                        Rows.text("item", key, revision),
                        key,
                        revision);
        if (rows != 1) {
            load.findings().wrong("write of item " + key + " changed " + rows + " rows");
        }
    }
}
