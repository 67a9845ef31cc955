// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import io.handlersocket.client.catalog.Collation;
import io.handlersocket.client.catalog.Column;
import org.jspecify.annotations.Nullable;

/** Base of {@link EnumCodec} and {@link SetCodec}, whose values are labels. */
abstract class LabelCodec extends ColumnCodec {

    final ColumnCharset charset;
    private final Collation collation;

    LabelCodec(Column column, ColumnCharset charset) {
        super(column, null, null);
        this.charset = charset;
        this.collation = TextCodec.collation(column);
    }

    /** Returns the text without trailing spaces if the collation ignores them. */
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

    /** Returns null if no row can equal a text that is not a label. Otherwise leaves the key to SQL. */
    final byte @Nullable [] encodeUnknown(String text) {
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
    public final String decodeString(byte[] buffer, int from, int to) {
        return charset.decodeFor(this, buffer, from, to);
    }
}
