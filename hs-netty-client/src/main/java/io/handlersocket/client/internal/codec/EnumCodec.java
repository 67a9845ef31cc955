// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import io.handlersocket.client.catalog.Collation;
import io.handlersocket.client.catalog.Column;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** ENUM by label. The server also takes ordinals, and anything unknown as the error value; SQL compares text. */
final class EnumCodec extends ColumnCodec {

    private final ColumnCharset charset;
    private final Collation collation;
    private final Map<String, byte[]> labels = new HashMap<>();

    EnumCodec(Column column, ColumnCharset charset) {
        super(column, null, null);
        this.charset = charset;
        this.collation = TextCodec.collation(column);
        for (String label : column.labels()) {
            byte[] text = charset.encode(label);
            if (text != null) {
                labels.put(label, text);
            }
        }
    }

    @Override
    byte @Nullable [] encode(Object value) {
        if (!(value instanceof String text)) {
            throw wrongType(value);
        }
        byte[] key = labels.get(text);
        if (key == null && collation.padded()) {
            key = labels.get(Labels.withoutBlanks(text));
        }
        return key != null ? key : Labels.unknown(this, charset, collation, text);
    }

    @Override
    String expected() {
        return "String, one of the labels";
    }

    @Override
    public String decode(byte[] buffer, int from, int to) {
        return decodeString(buffer, from, to);
    }

    @Override
    public String decodeString(byte[] buffer, int from, int to) {
        String label = charset.decode(buffer, from, to);
        if (label == null) {
            throw malformed();
        }
        return label;
    }

    @Override
    Object convert(byte[] buffer, int from, int to, Class<?> type) {
        String label = decodeString(buffer, from, to);
        return type.isEnum() ? Labels.constant(this, type, label) : label;
    }
}
