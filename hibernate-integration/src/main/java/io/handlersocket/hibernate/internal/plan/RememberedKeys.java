// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
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

    /** The most memory of all entries. */
    static final int MOST_BYTES = 1 << 20;

    private static final int HEADER_BYTES = 16;

    // The parts of the root's key, and then for each table the number of its keys and their parts. Never changed.
    private final AtomicReferenceArray<byte @Nullable []> entries = new AtomicReferenceArray<>(SLOTS);
    private final AtomicInteger bytes = new AtomicInteger();
    private final AtomicInteger oldest = new AtomicInteger();

    /** Adds the keys remembered for this root to a packet; returns whether there are some. */
    boolean addTo(JoinPacket packet, JoinSteps steps, @Nullable Object[] root) {
        byte[] bytes = areIntegers(root) ? entries.get(slot(root)) : null;
        if (bytes == null) {
            return false;
        }
        Entry entry = new Entry(bytes);
        for (Object part : root) {
            if (entry.next() != integer(part)) {
                return false;
            }
        }
        for (int table = 1; table < steps.tables(); table++) {
            long keys = steps.predicted(table) == null ? entry.next() : 0;
            for (long key = 0; key < keys; key++) {
                @Nullable Object[] values = new Object[steps.parts(table)];
                for (int i = 0; i < values.length; i++) {
                    values[i] = entry.next();
                }
                packet.of(table).add(requireNonNull(JoinKey.of(values)));
            }
        }
        return true;
    }

    /** Remembers the keys of a packet whose rows are complete, unless they are not integers. */
    void remember(JoinPacket packet, JoinSteps steps, @Nullable Object[] root) {
        Entry entry = new Entry(new byte[Long.SIZE]);
        if (!entry.add(root)) {
            return;
        }
        for (int table = 1; table < steps.tables(); table++) {
            if (steps.predicted(table) != null) {
                continue;
            }
            List<JoinKey> keys = packet.of(table).keys();
            entry.add(keys.size());
            for (JoinKey key : keys) {
                if (!entry.add(key.values())) {
                    return;
                }
            }
        }
        put(slot(root), Arrays.copyOf(entry.bytes, entry.at));
    }

    /** Replaces the entry of a slot; forgets others if they are too long together. */
    void put(int slot, byte[] entry) {
        set(slot, entry);
        while (bytes.get() > MOST_BYTES) {
            set(oldest.getAndIncrement() & (SLOTS - 1), null);
        }
    }

    /** The memory of all entries. */
    int bytes() {
        return bytes.get();
    }

    private void set(int slot, byte @Nullable [] entry) {
        bytes.addAndGet(size(entry) - size(entries.getAndSet(slot, entry)));
    }

    private static int size(byte @Nullable [] entry) {
        return entry == null ? 0 : HEADER_BYTES + entry.length;
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

    /** Numbers, each as its difference to the one before: in bytes of seven bits, the sign in the lowest one. */
    private static final class Entry {

        private byte[] bytes;
        private int at;
        private long last;

        Entry(byte[] bytes) {
            this.bytes = bytes;
        }

        /** Returns false if one of the values is no integer. */
        boolean add(@Nullable Object[] values) {
            boolean integers = areIntegers(values);
            for (int i = 0; integers && i < values.length; i++) {
                add(integer(values[i]));
            }
            return integers;
        }

        void add(long number) {
            if (bytes.length - at < Short.SIZE) { // more than the longest number needs
                bytes = Arrays.copyOf(bytes, 2 * bytes.length);
            }
            long difference = number - last;
            last = number;
            long rest = difference << 1 ^ difference >> Long.SIZE - 1;
            for (; rest >>> 7 != 0; rest >>>= 7) {
                bytes[at++] = (byte) (rest | 0x80);
            }
            bytes[at++] = (byte) rest;
        }

        long next() {
            long rest = 0;
            int shift = 0;
            while (bytes[at] < 0) {
                rest |= (bytes[at++] & 0x7FL) << shift;
                shift += 7;
            }
            rest |= (long) bytes[at++] << shift;
            last += rest >>> 1 ^ -(rest & 1);
            return last;
        }
    }
}
