// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.Range;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns the values of a key into canonical bytes. */
public final class KeyEncoder {

    private KeyEncoder() {}

    /**
     * The bytes of each value of a whole unique key, or null if no row could match.
     *
     * @throws IllegalArgumentException if the index is not unique, or the number or a type of the values does not fit
     */
    public static byte @Nullable [][] whole(Layout layout, @Nullable Object[] values) {
        checkWhole(layout, values);
        return leading(layout, values);
    }

    /** @throws IllegalArgumentException if the index is not unique, or the number of the values is not that of its parts */
    static void checkWhole(Layout layout, @Nullable Object[] values) {
        if (!layout.index().unique()) {
            throw new IllegalArgumentException(
                    layout + ": not unique, so that a key could mean any of several rows (expected range)");
        }
        if (values.length != layout.keyParts()) {
            throw new IllegalArgumentException(layout + ": " + values.length + " key values (expected "
                    + layout.keyParts() + ": " + layout.index().columns() + ")");
        }
    }

    /** The bytes of one value, or null if no row could match. */
    static byte @Nullable [] part(Layout layout, int part, @Nullable Object value) {
        return layout.keyCodec(part).encodeKey(value);
    }

    /** The bytes of each value of the leading parts, or null if no row could match. */
    static byte @Nullable [][] leading(Layout layout, @Nullable Object[] values) {
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
     * The bytes of each equal value of a range, or null if no row can be in the range: a value that must be equal is null or
     * one that its column cannot hold.
     *
     * @throws IllegalArgumentException if the number or a type of the values does not fit
     * @throws io.handlersocket.client.UndecidableValueException if only SQL knows what it says of a value
     */
    static byte @Nullable [][] possible(Layout layout, Range range) {
        byte[][] equal = leading(layout, range.equal());
        if (Lines.canPass(layout, range.filters()) && equal != null) {
            return equal;
        }
        Lines.checkValues(layout, range);
        return null;
    }

    /** As {@link #leading(Layout, Object[])}. */
    static byte @Nullable [][] leading(Layout layout, List<?> values) {
        if (values.size() > layout.keyParts()) {
            throw new IllegalArgumentException(layout + ": " + values.size() + " key values (expected at most "
                    + layout.keyParts() + ": " + layout.index().columns() + ")");
        }
        return leading(layout, values.toArray());
    }
}
