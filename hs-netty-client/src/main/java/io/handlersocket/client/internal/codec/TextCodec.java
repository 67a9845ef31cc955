// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import io.handlersocket.client.catalog.Collation;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.internal.catalog.DefaultCollation;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * CHAR, VARCHAR, TEXT and JSON, in the column's own character set.
 *
 * <p>The engine compares a key that fits exactly as SQL does. One that does not fit is cut by the server, so it is cut
 * here only where that is what the collation means (trailing blanks), and otherwise settled or left to SQL.
 */
final class TextCodec extends ColumnCodec {

    private final ColumnCharset charset;
    private final Collation collation;
    private final byte[] blank;
    private final boolean fixed;

    TextCodec(Column column, ColumnCharset charset, @Nullable String keyRefusal) {
        super(column, null, keyRefusal != null ? keyRefusal : keyRefusal(column));
        this.charset = charset;
        this.collation = collation(column);
        byte[] space = charset.encode(" ");
        this.blank = space == null ? new byte[0] : space;
        this.fixed = column.dataType().equals("char");
    }

    /** CHAR is filled up with blanks before it is compared, which SQL does not do and which weighs something here. */
    private static @Nullable String keyRefusal(Column column) {
        Collation collation = collation(column);
        return column.dataType().equals("char") && !collation.padded() && !collation.oneWeightEach()
                ? "CHAR compares differently in SQL under " + collation.name()
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
        String fitting = text.length() <= column().length() ? text : cut(text);
        byte[] key = charset.encode(fitting == null ? text : fitting);
        if (key == null) {
            throw undecidable("SQL answers a text that is not in " + column().charset() + " with an error");
        }
        if (fitting == null && !collation.oneWeightEach()) {
            throw undecidable("a text longer than the column may equal a shorter one under " + collation.name());
        }
        return fitting == null ? null : key;
    }

    /** The text without trailing blanks that do not fit and do not count; null if it is still too long. */
    private @Nullable String cut(String text) {
        long over = text.codePointCount(0, text.length()) - column().length();
        int end = text.length();
        while (over > 0 && collation.padded() && end > 0 && text.charAt(end - 1) == ' ') {
            end--;
            over--;
        }
        return over > 0 ? null : text.substring(0, end);
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
                        asked, 0, withoutBlanks(asked, 0, asked.length), buffer, from, withoutBlanks(buffer, from, to));
        return same ? KeyMatch.COLLATION_EQUAL : KeyMatch.COERCED;
    }

    private int withoutBlanks(byte[] text, int from, int to) {
        int end = to;
        while (end - blank.length >= from
                && Arrays.equals(text, end - blank.length, end, blank, 0, blank.length)
                && blank.length > 0) {
            end -= blank.length;
        }
        return end;
    }

    @Override
    public String decode(byte[] buffer, int from, int to) {
        return decodeString(buffer, from, to);
    }

    @Override
    public String decodeString(byte[] buffer, int from, int to) {
        String text = charset.decode(buffer, from, to);
        if (text == null) {
            throw malformed();
        }
        return text;
    }
}
