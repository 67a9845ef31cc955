// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.Row;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.internal.codec.ColumnCodec;
import io.handlersocket.client.internal.protocol.PackedRow;
import io.handlersocket.client.internal.protocol.Tokens;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The values of one row as the server sent them, decoded on access. */
final class DefaultRow implements Row {

    private final OpenedIndex index;
    private final byte[] values;

    /** @param values the values of all columns of the reply, as {@link PackedRow} */
    DefaultRow(OpenedIndex index, byte[] values) {
        this.index = index;
        this.values = values;
    }

    @Override
    public List<Column> columns() {
        return index.columns();
    }

    @Override
    public int position(String column) {
        List<Column> columns = index.columns();
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equals(column)) {
                return i;
            }
        }
        throw new IllegalArgumentException("column " + column + ": not in this row (expected one of "
                + columns.stream().map(Column::name).toList() + ")");
    }

    @Override
    public boolean isNullAt(int position) {
        int column = index.columnIndex(position);
        return Tokens.isNull(values, from(column), to(column));
    }

    @Override
    public @Nullable Object valueAt(int position) {
        return decode(position, ColumnCodec::decode);
    }

    @Override
    public <T> @Nullable T valueAt(int position, Class<T> type) {
        return decode(position, (codec, bytes, from, to) -> codec.decode(bytes, from, to, type));
    }

    @Override
    public int intAt(int position) {
        int column = notNull(position);
        return codec(column).decodeInt(values, from(column), to(column));
    }

    @Override
    public long longAt(int position) {
        int column = notNull(position);
        return codec(column).decodeLong(values, from(column), to(column));
    }

    @Override
    public @Nullable String stringAt(int position) {
        return decode(position, ColumnCodec::decodeString);
    }

    private interface Decoder<T> {
        @Nullable
        T decode(ColumnCodec codec, byte[] bytes, int from, int to);
    }

    private <T> @Nullable T decode(int position, Decoder<T> decoder) {
        int column = index.columnIndex(position);
        int from = from(column);
        int to = to(column);
        if (Tokens.isNull(values, from, to)) {
            return null;
        }
        if (Tokens.hasEscape(values, from, to)) {
            byte[] plain = Tokens.unescape(values, from, to);
            return decoder.decode(codec(column), plain, 0, plain.length);
        }
        return decoder.decode(codec(column), values, from, to);
    }

    private int notNull(int position) {
        int column = index.columnIndex(position);
        if (Tokens.isNull(values, from(column), to(column))) {
            throw new IllegalArgumentException(
                    "column " + index.columns().get(position).name() + ": NULL (expected a number)");
        }
        return column;
    }

    private int from(int column) {
        return PackedRow.start(values, index.layout().columns().size(), column);
    }

    private int to(int column) {
        return from(column + 1) - 1;
    }

    private ColumnCodec codec(int column) {
        return index.layout().columns().get(column);
    }

    /** Whether the server sent the same bytes for the same columns. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof DefaultRow that
                && Arrays.equals(values, that.values)
                && index.columns().equals(that.index.columns());
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(values);
    }

    /** Names the columns only: no log contains values. */
    @Override
    public String toString() {
        return "Row" + index.columns().stream().map(Column::name).toList();
    }
}
