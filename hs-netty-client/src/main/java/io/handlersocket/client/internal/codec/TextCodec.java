// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import io.handlersocket.client.catalog.Collation;
import io.handlersocket.client.catalog.Column;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * CHAR, VARCHAR, TEXT and JSON, in the column's character set.
 *
 * <p>The engine compares a key that fits into the column as SQL does. The server would truncate a longer key, so this
 * codec truncates only trailing spaces that the collation ignores. For other long keys it returns null if no row can
 * equal them, and leaves the rest to SQL.
 */
final class TextCodec extends CharacterCodec {

    private final byte[] encodedSpace;
    private final boolean fixed;

    TextCodec(Column column, ColumnCharset charset, Collation collation, @Nullable String keyRefusal) {
        super(column, "String", keyRefusal != null ? keyRefusal : keyRefusal(column, collation), charset, collation);
        encodedSpace = Objects.requireNonNull(charset.encode(" "));
        fixed = column.dataType().equals("char");
    }

    /** The engine, unlike SQL, pads CHAR with spaces before it compares. Some collations give the spaces a weight. */
    private static @Nullable String keyRefusal(Column column, Collation collation) {
        return column.dataType().equals("char") && !collation.padded() && !collation.oneWeightEach()
                ? "SQL compares CHAR differently than the engine under " + collation.name()
                : null;
    }

    @Override
    byte @Nullable [] encode(Object value) {
        if (!(value instanceof String text)) {
            throw wrongType(value);
        }
        if (fixed && !collation.padded() && text.endsWith(" ")) {
            return null;
        }
        String fitting = text.length() <= column().length() ? text : truncateSpaces(text);
        byte[] key = charset.encode(fitting == null ? text : fitting);
        if (key == null) {
            throw undecidable("SQL rejects a text with a character that is not in " + column().charset());
        }
        if (fitting == null && !collation.oneWeightEach()) {
            throw undecidable("a text longer than the column can equal a shorter text under " + collation.name());
        }
        return fitting == null ? null : key;
    }

    /** Returns the text without ignored trailing spaces that do not fit, or null if it is still too long. */
    private @Nullable String truncateSpaces(String text) {
        long excess = text.codePointCount(0, text.length()) - column().length();
        int end = text.length();
        while (excess > 0 && collation.padded() && end > 0 && text.charAt(end - 1) == ' ') {
            end--;
            excess--;
        }
        return excess > 0 ? null : text.substring(0, end);
    }

    @Override
    public KeyMatch match(byte[] requested, byte[] buffer, int from, int to) {
        if (Arrays.equals(requested, 0, requested.length, buffer, from, to)) {
            return KeyMatch.EQUAL;
        }
        if (!collation.binary()) {
            return KeyMatch.COLLATION_EQUAL;
        }
        boolean same = collation.padded()
                && Arrays.equals(
                        requested,
                        0,
                        trimmedEnd(requested, 0, requested.length),
                        buffer,
                        from,
                        trimmedEnd(buffer, from, to));
        return same ? KeyMatch.COLLATION_EQUAL : KeyMatch.COERCED;
    }

    /** Returns the offset after the last byte that is not part of a trailing space. */
    private int trimmedEnd(byte[] text, int from, int to) {
        int length = encodedSpace.length;
        int end = to;
        while (end - length >= from && Arrays.equals(text, end - length, end, encodedSpace, 0, length)) {
            end -= length;
        }
        return end;
    }
}
