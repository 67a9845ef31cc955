// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.Row;
import io.handlersocket.client.internal.codec.ColumnCodec;
import io.handlersocket.client.internal.lookup.LookupContext.Counters;
import io.handlersocket.client.internal.protocol.Reply;
import io.handlersocket.client.internal.protocol.Tokens;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads consecutive rows of an index, and checks that they have the requested leading parts. */
final class RangeRequest extends LookupRequest<List<Row>> {

    /**
     * What a reply says about where to continue: the rows that the server sent, shown or not, the bytes of their
     * values, and the positions of the first and the last one.
     */
    record Page(
            int served,
            int bytes,
            @Nullable RowPosition first,
            @Nullable RowPosition last) {

        static final Page EMPTY = new Page(0, 0, null, null);
    }

    /**
     * The position of a row in the order of its index: its parts, null for NULL, and then the columns of the primary
     * key that are not among them, by which InnoDB orders rows with equal parts. The suffix is empty if no two rows
     * share a key.
     */
    record RowPosition(List<byte @Nullable []> key, List<byte[]> suffix) {

        static RowPosition of(Reply reply, ReplyLayout layout, int i, int[] suffixColumns) {
            int first = RowReader.FIRST_VALUE + i * layout.columns().size();
            byte[][] key = new byte[layout.keyParts()][];
            for (int part = 0; part < key.length; part++) {
                key[part] = value(reply, first, layout, layout.keyColumn(part));
            }
            byte[][] suffix = new byte[suffixColumns.length][];
            for (int j = 0; j < suffix.length; j++) {
                suffix[j] = value(reply, first, layout, suffixColumns[j]);
            }
            return new RowPosition(Arrays.asList(key), Arrays.asList(suffix));
        }

        private static byte @Nullable [] value(Reply reply, int first, ReplyLayout layout, int column) {
            byte[] buffer = reply.buffer();
            int from = reply.tokenFrom(first + column);
            int to = reply.tokenTo(first + column);
            if (Tokens.isNull(buffer, from, to)) {
                return null;
            }
            byte[] plain = Tokens.unescape(buffer, from, to);
            ColumnCodec codec = layout.columns().get(column);
            return codec.keyOf(plain, 0, plain.length);
        }

        boolean hasKeyOf(RowPosition other) {
            return Arrays.deepEquals(key.toArray(), other.key.toArray());
        }

        /** Hides the values: no log contains keys. */
        @Override
        public String toString() {
            return "RowPosition";
        }
    }

    private final byte[][] equal;
    private final int @Nullable [] suffixColumns;
    private int served;
    private @Nullable Page page;

    /** @param suffixColumns as {@link RangeCursor#suffixColumns}; null if the range ends with this reply */
    RangeRequest(
            LookupContext context,
            OpenedIndex opened,
            byte[] line,
            byte[][] equal,
            int @Nullable [] suffixColumns,
            long startNanos) {
        super(context, opened, line, startNanos);
        this.equal = equal;
        this.suffixColumns = suffixColumns;
    }

    @Override
    List<Row> read(Reply reply) {
        int rows = RowReader.rows(reply, opened());
        served = rows;
        List<Row> shown = new ArrayList<>(rows);
        for (int i = 0; i < rows; i++) {
            if (RowReader.hasKey(reply, opened(), i, equal)) {
                shown.add(RowReader.row(reply, opened(), i));
            }
        }
        if (suffixColumns != null) {
            page = rows == 0 ? Page.EMPTY : pageOf(reply, rows, suffixColumns);
        }
        return shown;
    }

    private Page pageOf(Reply reply, int rows, int[] suffix) {
        int bytes = reply.tokenTo(reply.tokens() - 1) - reply.tokenFrom(RowReader.FIRST_VALUE);
        return new Page(
                rows,
                bytes,
                RowPosition.of(reply, opened().layout(), 0, suffix),
                RowPosition.of(reply, opened().layout(), rows - 1, suffix));
    }

    /** Whether the server sent as many rows as this, so that there may be more; after the result is complete. */
    boolean isFull(int limit) {
        return served >= limit;
    }

    /** Where to continue; after the result is complete, and only with suffix columns. */
    Page page() {
        return Objects.requireNonNull(page);
    }

    @Override
    void count(Counters counters, List<Row> result) {
        counters.answered(!result.isEmpty());
    }
}
