// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.writes.internal;

import io.handlersocket.client.Comparison;
import io.handlersocket.client.Key;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.internal.codec.ColumnCodec;
import io.handlersocket.client.internal.lookup.KeyEncoder;
import io.handlersocket.client.internal.protocol.LineBuilder;
import io.handlersocket.client.internal.protocol.Requests;
import io.handlersocket.writes.Write;
import io.handlersocket.writes.WriteResult;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Checks writes and encodes them for one definition of a table. {@code newest} receives the definition with which the
 * table is open when a write is sent.
 */
record WriteEncoder(WriteTable table, Consumer<WriteTable> newest, long startNanos) {

    /** An upper bound of a line's length without values: the index id, keywords, numbers and separators. */
    private static final int FIXED_BYTES = 64;

    private static final int CONDITION_BYTES = 128;

    private static final Set<String> TEXT_TYPES =
            Set.of("char", "varchar", "tinytext", "text", "mediumtext", "longtext");

    private static final WriteResult NO_ROW = new WriteResult.Applied(0, OptionalLong.empty(), Optional.empty());

    /**
     * Checks and encodes a write; the result is complete if no row can have its key. Refuses a write that could have
     * another effect in SQL, and a value that its column cannot hold.
     */
    PendingWrite encode(Write write) {
        if (write instanceof Write.Insert insert) {
            return insert(insert.row());
        }
        if (write instanceof Write.Update update) {
            return update(update);
        }
        if (write instanceof Write.Delete delete) {
            return delete(delete);
        }
        if (write instanceof Write.Increment increment) {
            return increment(increment);
        }
        throw new AssertionError(write);
    }

    private PendingWrite insert(Map<String, @Nullable Object> row) {
        WriteTarget target = table.allColumns();
        row.keySet().forEach(table::codec); // fails for an unknown column
        int columns = target.columns().size();
        if (columns > Requests.MAX_VALUES) {
            throw new RefusedException(table.table().name() + ": " + columns
                    + " columns (HandlerSocket inserts at most " + Requests.MAX_VALUES + ")");
        }
        List<byte @Nullable []> values = new ArrayList<>();
        for (String column : target.columns()) {
            values.add(inserted(column, row));
        }
        int bytes = length(values);
        return new PendingWrite(
                table,
                newest,
                target,
                PendingWrite.Answer.GENERATED_ID,
                bytes,
                id -> {
                    LineBuilder line =
                            new LineBuilder(bytes).number(id).keyword("+").number(columns);
                    values.forEach(line::value);
                    return line.line();
                },
                startNanos);
    }

    private byte @Nullable [] inserted(String column, Map<String, @Nullable Object> row) {
        ColumnCodec codec = table.settable(column);
        WriteTable.Rule rule = table.rule(column);
        Object value = row.get(column);
        if (rule.autoIncrement()) {
            return value == null ? null : notZero(codec, value);
        }
        if (value == null && !row.containsKey(column) && rule.defaultValue() != null) {
            throw new IllegalArgumentException(codec + ": no value (SQL would store its default " + rule.defaultValue()
                    + ", which HandlerSocket does not know)");
        }
        return nullable(codec, value);
    }

    /** For 0 the server generates a value, and so does SQL, depending on sql_mode. */
    private static byte[] notZero(ColumnCodec codec, Object value) {
        byte[] bytes = stored(codec, value);
        if (bytes.length == 1 && bytes[0] == '0') {
            throw new IllegalArgumentException(
                    codec + ": 0, for which the server generates a value (expected null, no value or another number)");
        }
        return bytes;
    }

    private static byte @Nullable [] nullable(ColumnCodec codec, @Nullable Object value) {
        if (value != null) {
            return stored(codec, value);
        }
        if (!codec.column().nullable()) {
            throw new IllegalArgumentException(codec + ": no value, or null (expected a value: it is NOT NULL)");
        }
        return null;
    }

    /**
     * Encodes a value. Cuts trailing spaces that do not fit, as SQL does under every collation.
     *
     * @throws IllegalArgumentException if the value does not fit; in strict mode SQL reports error 1406 for a text
     */
    private static byte[] stored(ColumnCodec codec, Object value) {
        long length = codec.column().length();
        if (!(value instanceof String text)
                || text.length() <= length
                || !TEXT_TYPES.contains(codec.column().dataType())) {
            return codec.encodeValue(value);
        }
        int characters = text.codePointCount(0, text.length());
        int end = text.length();
        for (long excess = characters - length; excess > 0; excess--) {
            if (text.charAt(--end) != ' ') {
                throw new IllegalArgumentException(
                        codec + ": a text of " + characters + " characters (expected at most " + length + ")");
            }
        }
        return codec.encodeValue(text.substring(0, end));
    }

    private PendingWrite update(Write.Update update) {
        byte @Nullable [][] key = key(update.key());
        update.changes().keySet().forEach(table::codec); // fails for an unknown column
        table.refuseUnsetOnUpdate(update.changes().keySet());
        WriteTarget target = table.target(update.changes().keySet());
        List<byte @Nullable []> values = new ArrayList<>();
        for (String column : target.columns()) {
            values.add(nullable(table.settable(column), update.changes().get(column)));
        }
        return modify(target, key, update.returning(), length(values), line -> {
            line.keyword(update.returning() ? "U?" : "U");
            values.forEach(line::value);
        });
    }

    private PendingWrite delete(Write.Delete delete) {
        byte @Nullable [][] key = key(delete.key());
        WriteTarget target = delete.returning()
                ? table.readableColumns()
                : table.target(table.index().columns());
        return modify(target, key, delete.returning(), 0, line -> line.keyword(delete.returning() ? "D?" : "D"));
    }

    /**
     * Always sends {@code +}, because the server's {@code -} does not cross zero. Adds conditions, because the server
     * stores the nearest value if the sum is out of range.
     */
    private PendingWrite increment(Write.Increment increment) {
        byte @Nullable [][] key = key(increment.key());
        ColumnCodec codec = table.settable(increment.column());
        List<String> column = List.of(increment.column());
        table.refuseUnsetOnUpdate(column);
        Range range = startingValues(codec.column(), increment.by());
        return modify(table.target(column), key, increment.returning(), CONDITION_BYTES, line -> {
            if (codec.column().nullable()) {
                line.condition("F", Comparison.NOT_EQUAL.toString(), 0, null);
            }
            line.condition("F", Comparison.GREATER_OR_EQUAL.toString(), 0, ascii(range.min()));
            line.condition("F", Comparison.LESS_OR_EQUAL.toString(), 0, ascii(range.max()));
            line.keyword(increment.returning() ? "+?" : "+").value(ascii(increment.by()));
        });
    }

    private record Range(BigInteger min, BigInteger max) {}

    /** Returns the values to which the step can be added without leaving the column's range. */
    private static Range startingValues(Column column, long by) {
        int bits = switch (column.dataType()) {
            case "tinyint" -> 8;
            case "smallint" -> 16;
            case "mediumint" -> 24;
            case "int" -> 32;
            case "bigint" -> 64;
            default ->
                throw new RefusedException("column " + column.name() + ' ' + column.columnType()
                        + ": HandlerSocket adds whole numbers only (expected an integer column)");
        };
        BigInteger all = BigInteger.ONE.shiftLeft(bits);
        BigInteger min = column.unsigned() ? BigInteger.ZERO : all.shiftRight(1).negate();
        // The server adds signed 64-bit numbers, also for BIGINT UNSIGNED.
        BigInteger max = min.add(all).subtract(BigInteger.ONE).min(BigInteger.valueOf(Long.MAX_VALUE));
        BigInteger step = BigInteger.valueOf(by);
        if (step.abs().compareTo(max.subtract(min)) > 0) {
            throw new IllegalArgumentException("column " + column.name() + ' ' + column.columnType() + ": " + by
                    + " is more than the column's whole range");
        }
        return by > 0 ? new Range(min, max.subtract(step)) : new Range(min.subtract(step), max);
    }

    private static byte[] ascii(Object number) {
        return number.toString().getBytes(StandardCharsets.US_ASCII);
    }

    private byte @Nullable [][] key(Key key) {
        return KeyEncoder.whole(table.layout(), key.values().toArray());
    }

    /**
     * @param key null if no row can have it
     * @param restBytes an upper bound of the bytes that {@code rest} appends
     * @param rest appends conditions, the operation and its values
     */
    private PendingWrite modify(
            WriteTarget target, byte @Nullable [][] key, boolean returning, int restBytes, Consumer<LineBuilder> rest) {
        byte[][] parts = key == null ? new byte[0][] : key;
        int bytes = length(List.of(parts)) + restBytes;
        PendingWrite.Answer answer = returning ? PendingWrite.Answer.OLD_ROW : PendingWrite.Answer.ROW_COUNT;
        PendingWrite write = new PendingWrite(
                table,
                newest,
                target,
                answer,
                bytes,
                id -> {
                    LineBuilder line =
                            new LineBuilder(bytes).number(id).keyword("=").number(parts.length);
                    for (byte[] part : parts) {
                        line.value(part);
                    }
                    rest.accept(line.number(1).number(0)); // one row, from the first
                    return line.line();
                },
                startNanos);
        if (key == null) {
            write.result().complete(NO_ROW);
        }
        return write;
    }

    private static int length(List<byte @Nullable []> values) {
        int length = FIXED_BYTES;
        for (byte[] value : values) {
            length += LineBuilder.lengthOf(value);
        }
        return length;
    }
}
