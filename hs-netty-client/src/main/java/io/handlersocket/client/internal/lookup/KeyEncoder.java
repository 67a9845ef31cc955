// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.Comparison;
import io.handlersocket.client.Range;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.internal.codec.ColumnCodec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Converts the values of keys and ranges to canonical bytes. */
public final class KeyEncoder {

    private KeyEncoder() {}

    /** The bytes of each value of a whole unique key, or null if no row can match; refuses wrong numbers and types. */
    public static byte @Nullable [][] whole(ReplyLayout layout, @Nullable Object[] values) {
        checkWhole(layout, values);
        return parts(layout, values);
    }

    /** @throws IllegalArgumentException if the index is not unique, or the number of values is not that of its parts */
    static void checkWhole(ReplyLayout layout, @Nullable Object[] values) {
        if (!layout.index().unique()) {
            throw new IllegalArgumentException(
                    layout + ": not unique, so a key can match several rows (expected a range)");
        }
        if (values.length != layout.keyParts()) {
            throw new IllegalArgumentException(layout + ": " + values.length + " key values (expected "
                    + layout.keyParts() + ": " + layout.index().columns() + ")");
        }
    }

    static byte @Nullable [] part(ReplyLayout layout, int part, @Nullable Object value) {
        return layout.keyCodec(part).encodeKey(value);
    }

    /** The bytes of each value of the leading parts, or null if no row can match; refuses wrong numbers and types. */
    static byte @Nullable [][] leading(ReplyLayout layout, List<?> values) {
        if (values.size() > layout.keyParts()) {
            throw new IllegalArgumentException(layout + ": " + values.size() + " key values (expected at most "
                    + layout.keyParts() + ": " + layout.index().columns() + ")");
        }
        return parts(layout, values.toArray());
    }

    static byte @Nullable [][] parts(ReplyLayout layout, @Nullable Object[] values) {
        byte[][] key = new byte[values.length][];
        boolean possible = true;
        for (int part = 0; part < values.length; part++) {
            byte[] bytes = part(layout, part, values[part]);
            if (bytes == null) {
                possible = false; // the other values' types are still checked
            } else {
                key[part] = bytes;
            }
        }
        return possible ? key : null;
    }

    /**
     * The bytes of each equal value of a range; null if it is empty, because a value is null or its column cannot hold
     * it.
     */
    static byte @Nullable [][] equal(ReplyLayout layout, Range range) {
        byte[][] equal = leading(layout, range.equal());
        if (canPass(layout, range.filters()) && equal != null) {
            return equal;
        }
        checkOtherValues(layout, range);
        return null;
    }

    /** Whether a row can pass these filters: no row equals a value that its column cannot hold. */
    static boolean canPass(ReplyLayout layout, List<Range.Filter> filters) {
        for (Range.Filter filter : filters) {
            if (filter.isNull()) {
                checkNullable(filterCodec(layout, filter));
            } else if (filter.comparison() == Comparison.EQUAL
                    && filterCodec(layout, filter).encodeKey(filter.value()) == null) {
                return false;
            }
        }
        return true;
    }

    /** Of a NOT NULL column, {@code is null} finds the zero dates in SQL, but no row over HandlerSocket. */
    private static void checkNullable(ColumnCodec codec) {
        if (!codec.column().nullable()) {
            throw new RefusedException(
                    codec + ": the filter is null finds zero dates of a NOT NULL column only in SQL; use SQL");
        }
    }

    /** Checks the types of the values of an empty range that were not encoded: SQL, too, would refuse them. */
    private static void checkOtherValues(ReplyLayout layout, Range range) {
        int part = range.equal().size();
        if (part < layout.keyParts()) {
            range.from().ifPresent(bound -> part(layout, part, bound.value()));
            range.until().ifPresent(bound -> part(layout, part, bound.value()));
        }
        range.filters().stream()
                .filter(filter -> !filter.isNull())
                .forEach(filter -> filterCodec(layout, filter).encodeKey(filter.value()));
    }

    private static ColumnCodec filterCodec(ReplyLayout layout, Range.Filter filter) {
        return layout.columns().get(layout.filterColumn(filter.column()));
    }
}
