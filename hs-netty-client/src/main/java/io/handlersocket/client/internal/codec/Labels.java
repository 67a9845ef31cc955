// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import io.handlersocket.client.catalog.Collation;
import org.jspecify.annotations.Nullable;

/** What ENUM and SET share. */
final class Labels {

    private Labels() {}

    static String withoutBlanks(String text) {
        int end = text.length();
        while (end > 0 && text.charAt(end - 1) == ' ') {
            end--;
        }
        return text.substring(0, end);
    }

    /** What becomes of a key that is no label: no row under a binary collation, and SQL's business under any other. */
    static byte @Nullable [] unknown(ColumnCodec codec, ColumnCharset charset, Collation collation, String text) {
        if (charset.encode(text) == null) {
            throw codec.undecidable("SQL answers a text that is not in the column's character set with an error");
        }
        if (!collation.binary()) {
            throw codec.undecidable("only the collation knows whether an unknown label equals a known one");
        }
        if (withoutBlanks(text).isEmpty()) {
            throw codec.undecidable("the empty text equals the error value");
        }
        return null;
    }

    static Object constant(ColumnCodec codec, Class<?> type, String label) {
        for (Object constant : type.getEnumConstants()) {
            if (((Enum<?>) constant).name().equals(label)) {
                return constant;
            }
        }
        throw codec.doesNotFit(type);
    }
}
