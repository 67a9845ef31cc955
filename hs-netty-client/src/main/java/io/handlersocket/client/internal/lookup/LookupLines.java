// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.Comparison;
import io.handlersocket.client.Range;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.internal.codec.ColumnCodec;
import io.handlersocket.client.internal.protocol.Ascii;
import io.handlersocket.client.internal.protocol.LineBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds the lines of lookups from canonical bytes. */
final class LookupLines {

    /** A filter: the server skips rows that fail the condition. */
    static final String FILTER = "F";

    /** A condition of which the server stops at the first row that fails it. */
    static final String WHILE = "W";

    private LookupLines() {}

    /**
     * The tokens of a whole key, which follow {@link OpenedIndex#fullKeyPrefix}; null if no row can match. The array
     * may be shared: do not change it. There are as many values as the index has parts.
     */
    static byte @Nullable [] key(ReplyLayout layout, @Nullable Object[] values) {
        if (values.length == 1) { // the usual case, without an array of arrays
            byte[] only = KeyEncoder.part(layout, 0, values[0]);
            return only == null ? null : LineBuilder.token(only);
        }
        byte[][] key = KeyEncoder.parts(layout, values);
        return key == null ? null : key(key);
    }

    static byte[] key(byte[][] key) {
        byte[] first = LineBuilder.token(key[0]);
        if (key.length == 1) {
            return first;
        }
        int more = 0;
        for (int part = 1; part < key.length; part++) {
            more += LineBuilder.lengthOf(key[part]);
        }
        LineBuilder tokens = new LineBuilder(first, more);
        for (int part = 1; part < key.length; part++) {
            tokens.value(key[part]);
        }
        return tokens.tokens();
    }

    /** The rows with these keys of one part that pass the filters. */
    static byte[] multiGet(OpenedIndex opened, MultiKeys keys, List<Range.Filter> filters) {
        int size = keys.size();
        int length = keys.lengthOf(0) + 2 * Ascii.decimalLength(size) + "\t\t0\t@\t0\t\n".length();
        for (int i = 0; i < size; i++) {
            length += keys.lengthOf(i);
        }
        LineBuilder line = new LineBuilder(opened.fullKeyPrefix(), length);
        keys.addTo(line, 0);
        line.number(size).number(0).keyword("@").number(0).number(size);
        for (int i = 0; i < size; i++) {
            keys.addTo(line, i);
        }
        filters(line, opened.layout(), filters);
        return line.line();
    }

    /** The rows whose leading parts equal these and that pass the filters. */
    static byte[] equal(OpenedIndex opened, byte[][] equal, List<Range.Filter> filters, int limit) {
        int id = opened.wire().id();
        int length = Ascii.decimalLength(id) + Ascii.decimalLength(equal.length) + Ascii.decimalLength(limit);
        length += "\t=\t\t\t0\n".length();
        for (byte[] part : equal) {
            length += LineBuilder.lengthOf(part);
        }
        LineBuilder line = new LineBuilder(length).number(id).keyword("=").number(equal.length);
        for (byte[] part : equal) {
            line.value(part);
        }
        line.number(limit).number(0);
        filters(line, opened.layout(), filters);
        return line.line();
    }

    /**
     * The first rows of a range. The leading parts are values of the key, and also conditions to stop where the server
     * would read on after them. Refuses a range whose answer could differ from SQL's.
     */
    static byte[] range(OpenedIndex opened, Range range, int limit, byte[][] equal) {
        ReplyLayout layout = opened.layout();
        Range.Bound from = range.from().orElse(null);
        int part = equal.length;
        LineBuilder line = new LineBuilder(128).number(opened.wire().id());
        line.keyword(RangeOrder.start(range).toString()).number(part + (from == null ? 0 : 1));
        for (byte[] each : equal) {
            line.value(each);
        }
        if (from != null) {
            RangeOrder.checkBound(layout, range, part);
            line.value(bound(layout.keyCodec(part), from.value()));
        } else if (range.isDescending()) {
            RangeOrder.checkDescending(layout, range);
        }
        line.number(limit).number(0);
        if (from != null || range.isDescending()) {
            whileEqual(line, layout, equal);
        }
        if (from != null && range.isDescending()) {
            notNull(line, WHILE, layout, layout.keyCodec(part)); // SQL ends before the NULLs, at the low end
        }
        range.until().ifPresent(until -> {
            if (from == null) {
                RangeOrder.checkBound(layout, range, part);
                notNull(line, range.isDescending() ? WHILE : FILTER, layout, layout.keyCodec(part));
            }
            until(line, layout, part, until);
        });
        filters(line, layout, range.filters());
        return line.line();
    }

    static void filters(LineBuilder line, ReplyLayout layout, List<Range.Filter> filters) {
        for (Range.Filter filter : filters) {
            int column = layout.filterColumn(filter.column());
            ColumnCodec codec = layout.columns().get(column);
            if (filter.isNull()) {
                line.condition(FILTER, Comparison.EQUAL.toString(), column, null);
                continue;
            }
            if (filter.comparison() != Comparison.EQUAL) {
                RangeOrder.checkComparison(codec, filter.comparison());
                notNull(line, FILTER, layout, codec);
            }
            byte[] value = codec.encodeKey(filter.value());
            if (value != null || filter.comparison() != Comparison.NOT_EQUAL) {
                line.condition(FILTER, filter.comparison().toString(), column, held(codec, value));
            } // else every value of the column differs from one that it cannot hold
        }
    }

    /** Stops at the first row whose leading parts differ from these. */
    static void whileEqual(LineBuilder line, ReplyLayout layout, byte[][] equal) {
        for (int i = 0; i < equal.length; i++) {
            line.condition(WHILE, Comparison.EQUAL.toString(), layout.keyColumn(i), equal[i]);
        }
    }

    /** Stops at the first row that is not within the bound. */
    static void until(LineBuilder line, ReplyLayout layout, int part, Range.Bound until) {
        byte[] value = bound(layout.keyCodec(part), until.value());
        line.condition(WHILE, until.comparison().toString(), layout.keyColumn(part), value);
    }

    /** For the server NULL is the least value; in SQL no comparison matches it. */
    static void notNull(LineBuilder line, String kind, ReplyLayout layout, ColumnCodec codec) {
        if (codec.column().nullable()) {
            int column = layout.filterColumn(codec.column().name());
            line.condition(kind, Comparison.NOT_EQUAL.toString(), column, null);
        }
    }

    private static byte[] bound(ColumnCodec codec, Object value) {
        return held(codec, codec.encodeKey(value));
    }

    /** Returns an encoded value; refuses null, which stands for one that the column cannot hold. */
    private static byte[] held(ColumnCodec codec, byte @Nullable [] value) {
        if (value == null) {
            throw new RefusedException(
                    codec + ": the column cannot hold this bound, and the server would use another one; use SQL");
        }
        return value;
    }
}
