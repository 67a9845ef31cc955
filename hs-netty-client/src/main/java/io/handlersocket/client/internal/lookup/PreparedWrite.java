// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.Comparison;
import io.handlersocket.client.Key;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.Write;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.internal.codec.ColumnCodec;
import io.handlersocket.client.internal.protocol.LineBuilder;
import io.handlersocket.client.internal.protocol.Requests;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * One write made ready: checked, encoded, and only the id of its index missing.
 *
 * @param shape what it needs open
 * @param kind how its answer reads
 * @param bytes the length of its line, at most
 * @param line makes the line for an id; null if no row could have its key
 */
record PreparedWrite(
        WriteShape shape, Kind kind, int bytes, @Nullable IntFunction<byte[]> line) {

    /** The server refuses more values in one insert. */
    static final int MAX_INSERT_COLUMNS = Requests.MAX_VALUES;

    private static final int WORDS = 64;

    /** How the answer to a write reads. */
    enum Kind {
        /** Maybe a generated id. */
        INSERT,
        /** A number of rows. */
        MODIFY,
        /** The rows as they were. */
        RETURNING
    }

    /**
     * Checks and encodes.
     *
     * @throws IllegalArgumentException if a column is not there, or a value does not fit
     * @throws RefusedException if SQL could do something else
     */
    static PreparedWrite of(WriteTable table, Write write) {
        if (write instanceof Write.Insert insert) {
            return insert(table, insert);
        }
        if (write instanceof Write.Update update) {
            return update(table, update);
        }
        if (write instanceof Write.Delete delete) {
            byte @Nullable [][] key = key(table, delete.key());
            WriteShape shape = delete.returning()
                    ? table.readable()
                    : table.shape(table.index().columns());
            return modify(
                    shape,
                    key,
                    delete.returning(),
                    0,
                    (line, returning) -> line.number(1).number(0).word(returning ? "D?" : "D"));
        }
        if (write instanceof Write.Increment increment) {
            return increment(table, increment);
        }
        throw new AssertionError(write);
    }

    private static PreparedWrite insert(WriteTable table, Write.Insert insert) {
        WriteShape shape = table.whole();
        insert.row().keySet().forEach(table::codec); // each is there
        if (shape.columns().size() > MAX_INSERT_COLUMNS) {
            throw new RefusedException(table.table().name() + ": "
                    + shape.columns().size() + " columns (HandlerSocket inserts at most " + MAX_INSERT_COLUMNS + ")");
        }
        List<byte @Nullable []> values = new ArrayList<>();
        for (String column : shape.columns()) {
            values.add(inserted(table, column, insert.row()));
        }
        return new PreparedWrite(shape, Kind.INSERT, length(values), id -> {
            LineBuilder line =
                    new LineBuilder(length(values)).number(id).word("+").number(values.size());
            values.forEach(line::valueOrNull);
            return line.line();
        });
    }

    private static byte @Nullable [] inserted(WriteTable table, String column, Map<String, @Nullable Object> row) {
        ColumnCodec codec = table.settable(column);
        WriteTable.Rule rule = table.rule(column);
        Object value = row.get(column);
        if (rule.autoIncrement()) {
            return value == null ? null : counted(codec, value);
        }
        if (value == null && !row.containsKey(column) && rule.absent() != null) {
            throw new IllegalArgumentException(codec + ": no value (SQL would store its default " + rule.absent()
                    + ", which HandlerSocket does not know)");
        }
        return nullable(codec, value);
    }

    /** The server takes 0 for a request to generate a value, and so does SQL, unless sql_mode says otherwise. */
    private static byte[] counted(ColumnCodec codec, Object value) {
        byte[] bytes = codec.encodeValue(value);
        if (bytes.length == 1 && bytes[0] == '0') {
            throw new IllegalArgumentException(
                    codec + ": 0, for which a value would be generated (expected null or none)");
        }
        return bytes;
    }

    private static byte @Nullable [] nullable(ColumnCodec codec, @Nullable Object value) {
        if (value != null) {
            return codec.encodeValue(value);
        }
        if (!codec.column().nullable()) {
            throw new IllegalArgumentException(codec + ": no value, or null (expected one: it is NOT NULL)");
        }
        return null;
    }

    private static PreparedWrite update(WriteTable table, Write.Update update) {
        byte @Nullable [][] key = key(table, update.key());
        update.changes().keySet().forEach(table::codec);
        table.refuseStale(update.changes().keySet());
        WriteShape shape = table.shape(update.changes().keySet());
        List<byte @Nullable []> values = new ArrayList<>();
        for (String column : shape.columns()) {
            values.add(nullable(table.settable(column), update.changes().get(column)));
        }
        return modify(shape, key, update.returning(), length(values), (line, returning) -> {
            line.number(1).number(0).word(returning ? "U?" : "U");
            values.forEach(line::valueOrNull);
        });
    }

    /**
     * Always {@code +}, because the server's own {@code -} does not cross zero; and with a condition, because it would store the
     * nearest value where the sum is out of range.
     */
    private static PreparedWrite increment(WriteTable table, Write.Increment increment) {
        byte @Nullable [][] key = key(table, increment.key());
        ColumnCodec codec = table.settable(increment.column());
        table.refuseStale(List.of(increment.column()));
        BigInteger[] from = startingPoints(codec.column(), increment.by());
        byte[] by = ascii(Long.toString(increment.by()));
        return modify(table.shape(List.of(increment.column())), key, increment.returning(), 128, (line, returning) -> {
            line.number(1).number(0);
            if (codec.column().nullable()) {
                line.word("F").word(Comparison.NOT_EQUAL.toString()).number(0).nullValue();
            }
            condition(line, Comparison.GREATER_OR_EQUAL, from[0]);
            condition(line, Comparison.LESS_OR_EQUAL, from[1]);
            line.word(returning ? "+?" : "+").value(by);
        });
    }

    private static void condition(LineBuilder line, Comparison comparison, BigInteger bound) {
        line.word("F").word(comparison.toString()).number(0).value(ascii(bound.toString()));
    }

    /** The least and the greatest value from which the step stays inside the column's range. */
    private static BigInteger[] startingPoints(Column column, long by) {
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
        // The server computes with 64 bits and a sign, whatever the column has.
        BigInteger max = min.add(all).subtract(BigInteger.ONE).min(BigInteger.valueOf(Long.MAX_VALUE));
        BigInteger step = BigInteger.valueOf(by);
        if (step.abs().compareTo(max.subtract(min)) > 0) {
            throw new IllegalArgumentException("column " + column.name() + ' ' + column.columnType() + ": " + by
                    + " is more than its whole range");
        }
        return by > 0 ? new BigInteger[] {min, max.subtract(step)} : new BigInteger[] {min.subtract(step), max};
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static byte @Nullable [][] key(WriteTable table, Key key) {
        return KeyEncoder.whole(table.layout(), key.values().toArray());
    }

    private interface Tail {
        void append(LineBuilder line, boolean returning);
    }

    private static PreparedWrite modify(
            WriteShape shape, byte @Nullable [][] key, boolean returning, int tailBytes, Tail tail) {
        Kind kind = returning ? Kind.RETURNING : Kind.MODIFY;
        if (key == null) {
            return new PreparedWrite(shape, kind, 0, null);
        }
        int bytes = length(List.of(key)) + tailBytes;
        return new PreparedWrite(shape, kind, bytes, id -> {
            LineBuilder line = new LineBuilder(bytes).number(id).word("=").number(key.length);
            for (byte[] part : key) {
                line.value(part);
            }
            tail.append(line, returning);
            return line.line();
        });
    }

    private static int length(List<byte @Nullable []> values) {
        int length = WORDS;
        for (byte[] value : values) {
            length += value == null ? 2 : LineBuilder.lengthOf(value);
        }
        return length;
    }
}
