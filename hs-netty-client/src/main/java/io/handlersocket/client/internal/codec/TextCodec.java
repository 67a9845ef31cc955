// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import io.handlersocket.client.catalog.Collation;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.internal.catalog.CatalogRecords.DefaultCollation;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * CHAR, VARCHAR, TEXT and JSON, in the column's character set.
 *
 * <p>The engine compares a key that fits into the column as SQL does. The server would truncate a longer key, so this
 * codec truncates only trailing spaces that the collation ignores. For other long keys it returns null if no row can
 * equal them, and leaves the rest to SQL.
 */
final class TextCodec extends ColumnCodec {

    private final ColumnCharset charset;
    private final Collation collation;
    private final byte[] encodedSpace;
    private final boolean fixed;

    TextCodec(Column column, ColumnCharset charset, @Nullable String keyRefusal) {
        super(column, null, keyRefusal != null ? keyRefusal : keyRefusal(column));
        this.charset = charset;
        this.collation = collation(column);
        byte[] space = charset.encode(" ");
        this.encodedSpace = space == null ? new byte[0] : space;
        this.fixed = column.dataType().equals("char");
    }

    /** The engine, unlike SQL, pads CHAR with spaces before it compares. Some collations give the spaces a weight. */
    private static @Nullable String keyRefusal(Column column) {
        Collation collation = collation(column);
        return column.dataType().equals("char") && !collation.padded() && !collation.oneWeightEach()
                ? "SQL compares CHAR differently than the engine under " + collation.name()
                : null;
    }

    static Collation collation(Column column) {
        Collation collation = column.collation();
        return collation == null ? DefaultCollation.unknown("") : collation;
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
    String expected() {
        return "String";
    }

    @Override
    public KeyMatch match(byte[] asked, byte[] buffer, int from, int to) {
        if (Arrays.equals(asked, 0, asked.length, buffer, from, to)) {
            return KeyMatch.EQUAL;
        }
        if (!collation.binary()) {
            return KeyMatch.COLLATION_EQUAL;
        }
        boolean same = collation.padded()
                && Arrays.equals(
                        asked, 0, trimmedEnd(asked, 0, asked.length), buffer, from, trimmedEnd(buffer, from, to));
        return same ? KeyMatch.COLLATION_EQUAL : KeyMatch.COERCED;
    }

    /** Returns the offset after the last byte that is not part of a trailing space. */
    private int trimmedEnd(byte[] text, int from, int to) {
        int length = encodedSpace.length;
        int end = to;
        while (length > 0 && end - length >= from && Arrays.equals(text, end - length, end, encodedSpace, 0, length)) {
            end -= length;
        }
        return end;
    }

    @Override
    public String decode(byte[] buffer, int from, int to) {
        return decodeString(buffer, from, to);
    }

    @Override
    public String decodeString(byte[] buffer, int from, int to) {
        return charset.decodeFor(this, buffer, from, to);
    }
}
