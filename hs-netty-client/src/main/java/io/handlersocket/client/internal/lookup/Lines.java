// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.Comparison;
import io.handlersocket.client.Range;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.internal.codec.ColumnCodec;
import io.handlersocket.client.internal.protocol.LineBuilder;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The lines of lookups, built from values that were validated before. */
final class Lines {

    private Lines() {}

    /**
     * The row with a whole key, or null if no row could match.
     *
     * @throws IllegalArgumentException if the index is not unique, or the number or a type of the values does not fit
     */
    static byte @Nullable [] find(OpenedIndex opened, @Nullable Object[] values) {
        Layout layout = opened.layout();
        KeyEncoder.checkWhole(layout, values);
        if (values.length == 1) { // nearly always: spared the array of arrays
            byte[] only = KeyEncoder.part(layout, 0, values[0]);
            return only == null
                    ? null
                    : new LineBuilder(opened.fullKeyPrefix(), LineBuilder.lengthOf(only) + 1)
                            .value(only)
                            .line();
        }
        byte[][] key = KeyEncoder.leading(layout, values);
        return key == null ? null : find(opened, key);
    }

    /** The row with a whole key. */
    static byte[] find(OpenedIndex opened, byte[][] key) {
        int length = 1;
        for (byte[] part : key) {
            length += LineBuilder.lengthOf(part);
        }
        LineBuilder line = new LineBuilder(opened.fullKeyPrefix(), length);
        for (byte[] part : key) {
            line.value(part);
        }
        return line.line();
    }

    /** The rows with these keys of one part, of those that pass the filters. */
    static byte[] multiGet(OpenedIndex opened, List<byte[]> keys, List<Range.Filter> filters) {
        int length = 64;
        for (byte[] key : keys) {
            length += key.length + 2;
        }
        LineBuilder line = new LineBuilder(opened.fullKeyPrefix(), length);
        line.value(keys.get(0)).number(keys.size()).number(0);
        line.keyword("@").number(0).number(keys.size());
        keys.forEach(line::value);
        filters(line, opened.layout(), filters);
        return line.line();
    }

    /** The rows whose leading parts equal these, of those that pass the filters. */
    static byte[] equal(OpenedIndex opened, byte[][] equal, List<Range.Filter> filters, int limit) {
        LineBuilder line =
                new LineBuilder(64).number(opened.wire().id()).keyword("=").number(equal.length);
        for (byte[] part : equal) {
            line.value(part);
        }
        line.number(limit).number(0);
        filters(line, opened.layout(), filters);
        return line.line();
    }

    /**
     * One page of a range. The leading parts travel as values of the key and, where the index is walked on behind them, as
     * conditions to stop.
     *
     * @param equal the leading values' bytes
     * @throws RefusedException if the answer might differ from SQL's
     */
    static byte[] range(OpenedIndex opened, Range range, byte[][] equal) {
        Layout layout = opened.layout();
        Range.Bound from = range.from().orElse(null);
        LineBuilder line = new LineBuilder(128)
                .number(opened.wire().id())
                .keyword(operator(range).toString());
        line.number(equal.length + (from == null ? 0 : 1));
        for (byte[] part : equal) {
            line.value(part);
        }
        if (from != null) {
            bounded(line, layout, range, equal, from);
        } else if (range.isDescending()) {
            downwards(line, layout, range, equal);
        } else {
            line.number(range.limit()).number(0);
            end(line, layout, range, equal.length, "F"); // the NULLs come first
        }
        filters(line, layout, range.filters());
        return line.line();
    }

    /** How the server begins to walk the index. */
    private static Comparison operator(Range range) {
        Comparison alone = range.isDescending() ? Comparison.LESS_OR_EQUAL : Comparison.EQUAL;
        return range.from().map(Range.Bound::comparison).orElse(alone);
    }

    static void filters(LineBuilder line, Layout layout, List<Range.Filter> filters) {
        for (Range.Filter filter : filters) {
            int column = layout.filterColumn(filter.column());
            ColumnCodec codec = layout.columns().get(column);
            if (filter.comparison() != Comparison.EQUAL) {
                refuseOrder(codec, filter.comparison());
                notNull(line, "F", layout, codec);
            }
            condition(line, "F", filter.comparison(), layout, column, value(codec, filter.value()));
        }
    }

    /** Whether any row could pass these filters: none equals a value that its column cannot hold. */
    static boolean canPass(Layout layout, List<Range.Filter> filters) {
        for (Range.Filter filter : filters) {
            ColumnCodec codec = layout.columns().get(layout.filterColumn(filter.column()));
            if (filter.comparison() == Comparison.EQUAL && codec.encodeKey(filter.value()) == null) {
                return false;
            }
        }
        return true;
    }

    /**
     * Looks at the values of a range that no row can be in.
     *
     * @throws IllegalArgumentException if one of them does not fit its column, or SQL would refuse it
     */
    static void checkValues(Layout layout, Range range) {
        int part = range.equal().size();
        if (part < layout.keyParts()) {
            range.from().ifPresent(bound -> layout.keyCodec(part).encodeKey(bound.value()));
            range.until().ifPresent(bound -> layout.keyCodec(part).encodeKey(bound.value()));
        }
        for (Range.Filter filter : range.filters()) {
            layout.columns().get(layout.filterColumn(filter.column())).encodeKey(filter.value());
        }
    }

    /** From the last row whose leading parts are equal to the first. */
    private static void downwards(LineBuilder line, Layout layout, Range range, byte[][] equal) {
        refuseDescendingParts(layout, layout.keyParts());
        refuseUnknownToEngine(layout, range);
        line.number(range.limit()).number(0);
        for (int i = 0; i < equal.length; i++) {
            condition(line, "W", Comparison.EQUAL, layout, layout.keyColumn(i), equal[i]);
        }
        end(line, layout, range, equal.length, "W");
    }

    /** Where a walk that begins at one end of the equal parts stops. */
    private static void end(LineBuilder line, Layout layout, Range range, int part, String nulls) {
        range.until().ifPresent(until -> {
            refuseNoPart(layout, part);
            refuseDifferentOrder(layout, range, part);
            notNull(line, nulls, layout, layout.keyCodec(part));
            stop(line, layout, part, until);
        });
    }

    /** Ends the walk at the first row that does not compare so. */
    static void stop(LineBuilder line, Layout layout, int part, Range.Bound until) {
        byte[] value = value(layout.keyCodec(part), until.value());
        condition(line, "W", until.comparison(), layout, layout.keyColumn(part), value);
    }

    private static void refuseNoPart(Layout layout, int part) {
        if (part >= layout.keyParts()) {
            throw new IllegalArgumentException(layout + ": no part behind " + part + " equal ones to compare");
        }
    }

    private static void bounded(LineBuilder line, Layout layout, Range range, byte[][] equal, Range.Bound from) {
        int part = equal.length;
        refuseNoPart(layout, part);
        refuseDifferentOrder(layout, range, part);
        ColumnCodec codec = layout.keyCodec(part);
        line.value(value(codec, from.value())).number(range.limit()).number(0);
        for (int i = 0; i < part; i++) {
            condition(line, "W", Comparison.EQUAL, layout, layout.keyColumn(i), equal[i]);
        }
        if (range.isDescending()) {
            notNull(line, "W", layout, codec); // NULL lies at the low end of the index, where SQL has ended before it
        }
        range.until().ifPresent(until -> stop(line, layout, part, until));
    }

    static void condition(
            LineBuilder line, String kind, Comparison comparison, Layout layout, int column, byte[] value) {
        int place = layout.filterColumn(layout.columns().get(column).column().name());
        line.keyword(kind).keyword(comparison.toString()).number(place).value(value);
    }

    /** The server holds NULL to be the least value, where no comparison of SQL matches it. */
    static void notNull(LineBuilder line, String kind, Layout layout, ColumnCodec codec) {
        if (codec.column().nullable()) {
            int column = layout.filterColumn(codec.column().name());
            line.keyword(kind).keyword(Comparison.NOT_EQUAL.toString()).number(column).value(null);
        }
    }

    static byte[] value(ColumnCodec codec, Object value) {
        byte[] bytes = codec.encodeKey(value);
        if (bytes == null) {
            throw new RefusedException(codec + ": a bound that the column cannot hold, which the server would move");
        }
        return bytes;
    }

    static void refuseOrder(ColumnCodec codec, Comparison comparison) {
        String type = codec.column().dataType();
        switch (type) {
            case "enum", "set", "float", "double", "bit" -> {
                if (comparison != Comparison.NOT_EQUAL) {
                    throw new RefusedException(codec + ": the order of " + type + " differs from SQL's");
                }
            }
            case "char" -> {
                if (comparison != Comparison.NOT_EQUAL && codec.column().isFilledWithBlanksThatCount()) {
                    throw new RefusedException(codec + ": the index has it filled up with blanks, which SQL has not");
                }
            }
            default -> {
                // Ordered as in SQL.
            }
        }
    }

    private static void refuseDifferentOrder(Layout layout, Range range, int part) {
        refuseDescendingParts(layout, part + 1);
        refuseOrder(layout.keyCodec(part), operator(range));
        refuseUnknownToEngine(layout, range);
    }

    static void refuseDescendingParts(Layout layout, int parts) {
        for (int i = 0; i < parts; i++) {
            if (layout.index().parts().get(i).descending()) {
                throw new RefusedException(
                        layout + ": " + layout.index().columns().get(i) + " is a descending part");
            }
        }
    }

    private static void refuseUnknownToEngine(Layout layout, Range range) {
        if (operator(range) == Comparison.LESS_OR_EQUAL
                && layout.table().engine().toLowerCase(Locale.ROOT).equals("rocksdb")) {
            throw new RefusedException(layout + ": MyRocks does not know <=");
        }
    }
}
