// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The keys that a join needed when a root was last read, so that its next read can send them with the first packet.
 * They are a guess: rows may have changed since. Only integers are remembered. Safe for all threads.
 */
final class RememberedKeys {

    static final int SLOTS = 16_384;

    /** The most keys of one root. */
    private static final int MOST_KEYS = 64;

    /** The most memory of all entries, in units of 8 bytes. */
    static final int MOST_LONGS = 128 * 1_024;

    private static final int HEADER_LONGS = 2;

    // The parts of the root's key, and then for each key the table and its parts. Never changed.
    private final AtomicReferenceArray<long @Nullable []> entries = new AtomicReferenceArray<>(SLOTS);
    private final AtomicInteger longs = new AtomicInteger();
    private final AtomicInteger oldest = new AtomicInteger();

    /** Adds the keys remembered for this root to a packet; returns whether there are some. */
    boolean addTo(JoinPacket packet, JoinSteps steps, @Nullable Object[] root) {
        long[] entry = areIntegers(root) ? entries.get(slot(root)) : null;
        if (entry == null || !isOf(root, entry)) {
            return false;
        }
        int at = root.length;
        while (at < entry.length) {
            int table = (int) entry[at++];
            @Nullable Object[] values = new Object[steps.parts(table)];
            for (int i = 0; i < values.length; i++) {
                values[i] = entry[at++];
            }
            JoinKey key = JoinKey.of(values);
            if (key != null) {
                packet.add(table, key);
            }
        }
        return true;
    }

    /** Remembers the keys of a packet whose rows are complete, unless they are too many or not integers. */
    void remember(JoinPacket packet, JoinSteps steps, @Nullable Object[] root) {
        long[] entry = areIntegers(root) ? entry(packet, steps, root) : null;
        if (entry != null) {
            put(slot(root), entry);
        }
    }

    /** Replaces the entry of a slot; forgets others if they are too long together. */
    void put(int slot, long[] entry) {
        set(slot, entry);
        while (longs.get() > MOST_LONGS) {
            set(oldest.getAndIncrement() & (SLOTS - 1), null);
        }
    }

    /** The length of all entries, in units of 8 bytes. */
    int longs() {
        return longs.get();
    }

    private void set(int slot, long @Nullable [] entry) {
        longs.addAndGet(size(entry) - size(entries.getAndSet(slot, entry)));
    }

    private static int size(long @Nullable [] entry) {
        return entry == null ? 0 : HEADER_LONGS + entry.length;
    }

    private static long @Nullable [] entry(JoinPacket packet, JoinSteps steps, @Nullable Object[] root) {
        int length = root.length;
        int keys = 0;
        for (int table = 1; table < steps.tables(); table++) {
            if (steps.predicted(table) == null) {
                keys += packet.keys(table).size();
                length += packet.keys(table).size() * (1 + steps.parts(table));
            }
        }
        if (keys == 0 || keys > MOST_KEYS) {
            return null;
        }
        long[] entry = new long[length];
        int at = add(root, entry, 0);
        for (int table = 1; table < steps.tables(); table++) {
            List<JoinKey> ofTable = steps.predicted(table) == null ? packet.keys(table) : List.of();
            for (JoinKey key : ofTable) {
                if (!areIntegers(key.values())) {
                    return null;
                }
                entry[at++] = table;
                at = add(key.values(), entry, at);
            }
        }
        return entry;
    }

    private static int add(@Nullable Object[] values, long[] entry, int from) {
        for (int i = 0; i < values.length; i++) {
            entry[from + i] = integer(values[i]);
        }
        return from + values.length;
    }

    private static boolean isOf(@Nullable Object[] root, long[] entry) {
        for (int i = 0; i < root.length; i++) {
            if (entry[i] != integer(root[i])) {
                return false;
            }
        }
        return true;
    }

    private static int slot(@Nullable Object[] root) {
        long hash = 0;
        for (Object part : root) {
            hash = 31 * hash + integer(part);
        }
        return (int) (hash ^ hash >>> Integer.SIZE) & (SLOTS - 1);
    }

    private static boolean areIntegers(@Nullable Object[] values) {
        for (Object value : values) {
            if (!JoinKey.isInteger(value)) {
                return false;
            }
        }
        return true;
    }

    @SuppressWarnings("NullAway") // NULL is no integer
    private static long integer(@Nullable Object value) {
        return ((Number) value).longValue();
    }
}
