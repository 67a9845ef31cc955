// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The keys that a join needed when a root was last read, so that its next read can send them with the first packet.
 * They are a guess: rows may have changed since. Only integers are remembered. Safe for all threads.
 */
final class RememberedKeys {

    static final int SLOTS = 16_384;
    private static final int LAST = SLOTS - 1;

    /** The most memory of all entries. */
    static final int MOST_BYTES = 1 << 20;

    private static final int HEADER_BYTES = 16;

    // The parts of the root's key, and then for each table the number of its keys and their parts. Never changed.
    private final AtomicReferenceArray<byte @Nullable []> entries = new AtomicReferenceArray<>(SLOTS);
    final AtomicInteger bytes = new AtomicInteger();

    private final AtomicInteger oldest = new AtomicInteger();

    /** Adds the keys remembered for this root to a packet; returns whether there are some. */
    boolean addTo(JoinPacket packet, JoinSteps steps, JoinKey root) {
        byte[] known = entries.get(root.hashCode() & LAST);
        if (known == null) {
            return false;
        }
        Numbers numbers = new Numbers(known);
        if (!numbers.next(root.values().length).equals(root)) {
            return false;
        }
        for (int table = 1; table < steps.tables(); table++) {
            for (long left = steps.predicted(table) == null ? numbers.next() : 0; left > 0; left--) {
                packet.of(table).add(numbers.next(steps.parts(table)));
            }
        }
        return true;
    }

    /** Remembers the keys of a packet whose rows are complete, unless they are not integers. */
    void remember(JoinPacket packet, JoinSteps steps, JoinKey root) {
        Numbers numbers = new Numbers(new byte[Long.SIZE]);
        boolean integers = numbers.add(root);
        for (int table = 1; table < steps.tables(); table++) {
            if (steps.predicted(table) == null) {
                numbers.add(packet.of(table).keys().size());
                for (JoinKey key : packet.of(table).keys()) {
                    integers = integers && numbers.add(key);
                }
            }
        }
        if (integers) {
            put(root.hashCode() & LAST, Arrays.copyOf(numbers.bytes, numbers.at));
        }
    }

    /** Replaces the entry of a slot; forgets others if they are too long together. */
    void put(int slot, byte[] entry) {
        set(slot, entry);
        while (bytes.get() > MOST_BYTES) {
            set(oldest.getAndIncrement() & LAST, null);
        }
    }

    private void set(int slot, byte @Nullable [] entry) {
        bytes.addAndGet(size(entry) - size(entries.getAndSet(slot, entry)));
    }

    private static int size(byte @Nullable [] entry) {
        return entry == null ? 0 : HEADER_BYTES + entry.length;
    }

    /** Each is its difference to the one before: bytes of seven bits, the lowest first, which begin with the sign. */
    private static final class Numbers {

        private byte[] bytes;
        private int at;
        private long last;

        Numbers(byte[] bytes) {
            this.bytes = bytes;
        }

        /** Adds the parts of a key, unless one is no integer. */
        boolean add(JoinKey key) {
            for (Object part : key.values()) {
                if (!JoinKey.isInteger(part)) {
                    return false;
                }
                add(((Number) requireNonNull(part)).longValue());
            }
            return true;
        }

        void add(long number) {
            if (bytes.length - at < Short.SIZE) { // more than the longest number needs
                bytes = Arrays.copyOf(bytes, 2 * bytes.length);
            }
            long difference = number - last;
            long rest = (difference << 1) ^ (difference >> (Long.SIZE - 1));
            last = number;
            for (; rest >>> 7 != 0; rest >>>= 7) {
                bytes[at++] = (byte) (rest | 0x80);
            }
            bytes[at++] = (byte) rest;
        }

        JoinKey next(int parts) {
            @Nullable Object[] values = new Object[parts];
            for (int i = 0; i < parts; i++) {
                values[i] = next();
            }
            return requireNonNull(JoinKey.of(values));
        }

        long next() {
            long rest = 0;
            int shift = 0;
            for (; bytes[at] < 0; shift += 7) {
                rest |= (bytes[at++] & 0x7FL) << shift;
            }
            rest |= (long) bytes[at++] << shift;
            last += (rest >>> 1) ^ -(rest & 1);
            return last;
        }
    }
}
