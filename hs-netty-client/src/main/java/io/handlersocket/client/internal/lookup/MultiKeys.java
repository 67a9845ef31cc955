// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.internal.codec.ColumnCodec;
import io.handlersocket.client.internal.codec.ColumnCodec.KeyMatch;
import io.handlersocket.client.internal.codec.DecimalText;
import io.handlersocket.client.internal.protocol.LineBuilder;
import java.util.List;

/** The keys of a multi-get: distinct, and each of one part. */
interface MultiKeys {

    int size();

    /** How many bytes {@link #addTo} adds. */
    int lengthOf(int i);

    void addTo(LineBuilder line, int i);

    /** Whether a token of a reply is the i-th key. */
    boolean isAt(int i, ColumnCodec codec, byte[] buffer, int from, int to);

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
            return DecimalText.length(numbers[from + i]) + 1;
        }

        @Override
        public void addTo(LineBuilder line, int i) {
            line.number(numbers[from + i]);
        }

        @Override
        public boolean isAt(int i, ColumnCodec codec, byte[] buffer, int start, int end) {
            long number = numbers[from + i];
            return DecimalText.isAt(buffer, start, end, number)
                    || (codec.column().zerofill() // other columns have no second text of a number
                            && RowReader.match(codec, DecimalText.of(number), buffer, start, end) == KeyMatch.EQUAL);
        }
    }
}
