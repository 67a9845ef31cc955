// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.internal.codec.ColumnCodec;
import io.handlersocket.client.internal.codec.ColumnCodec.KeyMatch;
import io.handlersocket.client.internal.protocol.Ascii;
import io.handlersocket.client.internal.protocol.LineBuilder;
import java.util.ArrayList;
import java.util.List;

/** The keys of a multi-get: distinct, and each of one part. */
interface MultiKeys {

    int size();

    /** How many bytes {@link #addTo} adds. */
    int lengthOf(int i);

    void addTo(LineBuilder line, int i);

    /** Whether a token of a reply is the i-th key. */
    boolean isAt(int i, ColumnCodec codec, byte[] buffer, int from, int to);

    /** The keys from one position to another, exclusive. */
    MultiKeys slice(int from, int to);

    /** The keys in groups that add at most so many bytes to a line; a longer key is alone. No group for no keys. */
    default List<MultiKeys> chunks(int maxBytes) {
        List<MultiKeys> chunks = new ArrayList<>(1);
        int from = 0;
        int bytes = 0;
        for (int i = 0; i < size(); i++) {
            int length = lengthOf(i);
            if (i > from && bytes + length > maxBytes) {
                chunks.add(slice(from, i));
                from = i;
                bytes = 0;
            }
            bytes += i == from ? 2 * length : length; // a line has its first key twice
        }
        if (from < size()) {
            chunks.add(from == 0 ? this : slice(from, size()));
        }
        return chunks;
    }

    /** Keys as canonical bytes. */
    record Encoded(List<byte[]> keys) implements MultiKeys {

        @Override
        public int size() {
            return keys.size();
        }

        @Override
        public int lengthOf(int i) {
            return LineBuilder.lengthOf(keys.get(i));
        }

        @Override
        public void addTo(LineBuilder line, int i) {
            line.value(keys.get(i));
        }

        @Override
        public boolean isAt(int i, ColumnCodec codec, byte[] buffer, int from, int to) {
            return RowReader.match(codec, keys.get(i), buffer, from, to) == KeyMatch.EQUAL;
        }

        @Override
        public MultiKeys slice(int from, int to) {
            return new Encoded(keys.subList(from, to));
        }
    }

    /** Distinct numbers in the order in which they were added: a hash table with open addressing. */
    final class DistinctNumbers {

        private final long[] numbers;
        private int size;
        /** The position of a number, plus 1; 0 for a free slot. */
        private final int[] slots;

        private final int shift;

        /** For so many numbers at most, 1 or more. */
        DistinctNumbers(int capacity) {
            numbers = new long[capacity];
            // More than half of the slots may be in use.
            int bits = Integer.SIZE - Integer.numberOfLeadingZeros(capacity);
            slots = new int[1 << bits];
            shift = Long.SIZE - bits;
        }

        /** Adds a number unless it was added before; returns its position. */
        int add(long number) {
            int slot = (int) ((number * 0x9E37_79B9_7F4A_7C15L) >>> shift); // Fibonacci hashing
            for (int held = slots[slot]; held != 0; held = slots[slot]) {
                if (numbers[held - 1] == number) {
                    return held - 1;
                }
                slot = (slot + 1) & (slots.length - 1);
            }
            numbers[size] = number;
            slots[slot] = ++size;
            return size - 1;
        }

        MultiKeys all() {
            return new MultiKeys.Numbers(numbers, 0, size);
        }
    }

    /** Numbers whose text is the canonical key: no object for each. */
    final class Numbers implements MultiKeys {

        private final long[] numbers;
        private final int from;
        private final int size;

        /** Takes those from one index to another, exclusive; the array must not change. */
        Numbers(long[] numbers, int from, int to) {
            this.numbers = numbers;
            this.from = from;
            this.size = to - from;
        }

        @Override
        public int size() {
            return size;
        }

        @Override
        public int lengthOf(int i) {
            return Ascii.decimalLength(numbers[from + i]) + 1;
        }

        @Override
        public void addTo(LineBuilder line, int i) {
            line.number(numbers[from + i]);
        }

        @Override
        public boolean isAt(int i, ColumnCodec codec, byte[] buffer, int start, int end) {
            long number = numbers[from + i];
            return Ascii.isDecimal(buffer, start, end, number)
                    || (codec.column().zerofill() // other columns have no second text of a number
                            && RowReader.match(codec, Ascii.decimal(number), buffer, start, end) == KeyMatch.EQUAL);
        }

        @Override
        public MultiKeys slice(int start, int end) {
            return new Numbers(numbers, from + start, from + end);
        }
    }
}
