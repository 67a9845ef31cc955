// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.Row;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.internal.codec.ColumnCodec;
import io.handlersocket.client.internal.protocol.PackedValues;
import io.handlersocket.client.internal.protocol.Tokens;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The values of one reply as they came, cut but not decoded. */
final class DefaultRow implements Row {

    private final View view;
    private final byte[] values;

    /**
     * @param view whose columns these are
     * @param values of one row, as {@link PackedValues}
     */
    DefaultRow(View view, byte[] values) {
        this.view = view;
        this.values = values;
    }

    @Override
    public List<Column> columns() {
        return view.columns();
    }

    @Override
    public int position(String column) {
        List<Column> columns = view.columns();
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
        int place = view.place(position);
        return Tokens.isNull(values, from(place), to(place));
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
        int place = notNull(position);
        return codec(place).decodeInt(values, from(place), to(place));
    }

    @Override
    public long longAt(int position) {
        int place = notNull(position);
        return codec(place).decodeLong(values, from(place), to(place));
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
        int place = view.place(position);
        int from = from(place);
        int to = to(place);
        if (Tokens.isNull(values, from, to)) {
            return null;
        }
        if (Tokens.hasEscape(values, from, to)) {
            byte[] plain = Tokens.unescape(values, from, to);
            return decoder.decode(codec(place), plain, 0, plain.length);
        }
        return decoder.decode(codec(place), values, from, to);
    }

    private int notNull(int position) {
        int place = view.place(position);
        if (Tokens.isNull(values, from(place), to(place))) {
            throw new IllegalArgumentException(
                    "column " + view.columns().get(position).name() + ": NULL (expected a number)");
        }
        return place;
    }

    private int from(int place) {
        return PackedValues.start(values, view.layout().columns().size(), place);
    }

    private int to(int place) {
        return from(place + 1) - 1;
    }

    private ColumnCodec codec(int place) {
        return view.layout().columns().get(place);
    }

    /** Whether the server sent the same. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof DefaultRow that
                && Arrays.equals(values, that.values)
                && view.columns().equals(that.view.columns());
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(values);
    }

    /** Names the columns only: values of rows are in no log. */
    @Override
    public String toString() {
        return "Row" + view.columns().stream().map(Column::name).toList();
    }
}
