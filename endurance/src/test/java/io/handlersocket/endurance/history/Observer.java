// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.history;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Records what one reader was answered, key by key. One thread uses it. */
public final class Observer implements AutoCloseable {

    private final Journal journal;
    private final AtomicLong reads = new AtomicLong();

    public Observer(Journal journal) {
        this.journal = journal;
    }

    /** Keys recorded so far. */
    long reads() {
        return reads.get();
    }

    /** The answer to a read of one key, at READ COMMITTED. */
    void saw(Way way, long begin, long key, @Nullable Seen row) {
        saw(way, Isolation.READ_COMMITTED, begin, key, row);
    }

    /** The answer to a read of one key. */
    void saw(Way way, Isolation isolation, long begin, long key, @Nullable Seen row) {
        record(way, isolation, begin, System.nanoTime(), false, key, row == null ? null : Found.of(row));
    }

    /**
     * The answer to one question about several keys, at READ COMMITTED.
     *
     * @param together whether it has to be of one moment
     */
    void saw(Way way, long begin, boolean together, List<Long> keys, Collection<Seen> rows) {
        found(
                way,
                begin,
                System.nanoTime(),
                together,
                keys,
                rows.stream().map(Found::of).toList());
    }

    /**
     * The answer to one question about some keys, at READ COMMITTED.
     *
     * @param begin {@link System#nanoTime()} before it was sent
     * @param end the same after the answer had arrived
     * @param together whether it has to be of one moment
     * @param keys at least one
     */
    public void found(Way way, long begin, long end, boolean together, List<Long> keys, Collection<Found> rows) {
        Set<Long> missing = new HashSet<>(keys);
        for (Found row : rows) {
            // A row of a key that was not asked for, or a second row, is recorded as the answer for another key.
            long key = missing.remove(row.key()) ? row.key() : other(keys, row.key());
            record(way, Isolation.READ_COMMITTED, begin, end, together, key, row);
        }
        for (long key : missing) {
            record(way, Isolation.READ_COMMITTED, begin, end, together, key, null);
        }
    }

    private static long other(List<Long> keys, long key) {
        return keys.stream().filter(asked -> asked != key).findFirst().orElseThrow();
    }

    private void record(
            Way way, Isolation isolation, long begin, long end, boolean together, long key, @Nullable Found row) {
        reads.incrementAndGet();
        journal.read(
                row == null
                        ? Read.absent(way, isolation, begin, end, together, key)
                        : new Read(way, isolation, begin, end, together, key, row.key(), row.version(), row.mark()));
    }

    @Override
    public void close() {
        journal.close();
    }
}
