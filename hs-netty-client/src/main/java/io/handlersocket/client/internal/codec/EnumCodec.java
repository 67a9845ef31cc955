// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import io.handlersocket.client.catalog.Collation;
import io.handlersocket.client.catalog.Column;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * ENUM. A key is a label. SQL compares labels as text, but the server would also accept an ordinal, and would treat any
 * other text as the value that stands for an invalid label.
 */
final class EnumCodec extends CharacterCodec {

    private final Map<String, byte[]> keys = new HashMap<>();

    EnumCodec(Column column, ColumnCharset charset, Collation collation) {
        super(column, "String, one of the labels", null, charset, collation);
        for (String label : column.labels()) {
            byte[] key = charset.encode(label);
            if (key != null) {
                keys.put(label, key);
            }
        }
    }

    @Override
    byte @Nullable [] encode(Object value) {
        if (!(value instanceof String text)) {
            throw wrongType(value);
        }
        byte[] key = keys.get(text);
        if (key == null) {
            key = keys.get(withoutIgnoredSpaces(text));
        }
        if (key == null) {
            return encodeUnknownLabel(text);
        }
        refuseEmptyLabel(text);
        return key;
    }

    @Override
    Object convert(byte[] buffer, int from, int to, Class<?> type) {
        String label = decodeString(buffer, from, to);
        return type.isEnum() ? constant(type, label) : label;
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // the type of an enum that is known only at run time
    private Object constant(Class<?> type, String label) {
        try {
            return Enum.valueOf((Class<? extends Enum>) type, label);
        } catch (IllegalArgumentException noSuchConstant) {
            throw doesNotFit(type);
        }
    }
}
