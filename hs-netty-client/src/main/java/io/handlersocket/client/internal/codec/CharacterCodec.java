// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import io.handlersocket.client.catalog.Collation;
import io.handlersocket.client.catalog.Column;
import org.jspecify.annotations.Nullable;

/** Base of the codecs whose values are characters: {@link TextCodec}, {@link EnumCodec} and {@link SetCodec}. */
abstract class CharacterCodec extends ColumnCodec {

    final ColumnCharset charset;
    final Collation collation;

    CharacterCodec(
            Column column, String accepted, @Nullable String keyRefusal, ColumnCharset charset, Collation collation) {
        super(column, accepted, null, keyRefusal);
        this.charset = charset;
        this.collation = collation;
    }

    final String withoutIgnoredSpaces(String text) {
        return collation.padded() ? withoutTrailingSpaces(text) : text;
    }

    private static String withoutTrailingSpaces(String text) {
        int end = text.length();
        while (end > 0 && text.charAt(end - 1) == ' ') {
            end--;
        }
        return text.substring(0, end);
    }

    /**
     * Leaves a key to SQL that may equal the empty text: as such a text, SQL also shows a value without label, and it
     * depends on the plan whether the two are equal.
     */
    final void refuseEmptyLabel(String label) {
        String text = withoutTrailingSpaces(label);
        boolean counts = text.chars().anyMatch(CharacterCodec::isNeverIgnored);
        if (text.isEmpty() || (!counts && !collation.binary())) {
            throw undecidable("it depends on SQL's plan whether an empty label equals a value without label");
        }
    }

    /** Returns whether no collation ignores a character; some ignore signs, marks and fillers. */
    private static boolean isNeverIgnored(int c) {
        int type = Character.getType(c);
        return type == Character.UPPERCASE_LETTER
                || type == Character.LOWERCASE_LETTER
                || type == Character.DECIMAL_DIGIT_NUMBER;
    }

    /** Returns null if no row can equal a text that is not a label. Otherwise leaves the key to SQL. */
    final byte @Nullable [] encodeUnknownLabel(String text) {
        if (charset.encode(text) == null) {
            throw undecidable("SQL rejects a text with a character that is not in the column's character set");
        }
        if (!collation.binary()) {
            throw undecidable("only the server can tell whether the collation equates a text with a label");
        }
        if (withoutTrailingSpaces(text).isEmpty()) {
            throw undecidable("in SQL, the empty text equals the value that stands for an invalid label");
        }
        return null;
    }

    @Override
    public Object decode(byte[] buffer, int from, int to) {
        return decodeString(buffer, from, to);
    }

    @Override
    public final String decodeString(byte[] buffer, int from, int to) {
        String text = charset.decode(buffer, from, to);
        if (text == null) {
            throw malformed();
        }
        return text;
    }
}
