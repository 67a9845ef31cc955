// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import io.handlersocket.client.catalog.Column;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** BINARY, VARBINARY, BLOB and spatial types. The bytes of a value are sent unchanged. */
final class BinaryCodec extends ColumnCodec {

    private final boolean fixed;

    BinaryCodec(Column column, @Nullable String keyRefusal) {
        super(column, "byte[]", null, keyRefusal);
        fixed = column.dataType().equals("binary");
    }

    @Override
    byte @Nullable [] encode(Object value) {
        if (!(value instanceof byte[] bytes)) {
            throw wrongType(value);
        }
        // SQL does not pad a parameter, so a short value equals no BINARY(n). The server would pad it.
        boolean storable = fixed ? bytes.length == column().length() : bytes.length <= column().length();
        return storable ? bytes.clone() : null; // the caller may change its array before the request is sent
    }

    @Override
    public byte[] decode(byte[] buffer, int from, int to) {
        return Arrays.copyOfRange(buffer, from, to);
    }

    @Override
    public String decodeString(byte[] buffer, int from, int to) {
        throw notConvertible(String.class);
    }

    @Override
    Object convert(byte[] buffer, int from, int to, Class<?> type) {
        if (type == UUID.class && to - from == 16) {
            ByteBuffer bytes = ByteBuffer.wrap(buffer, from, 16);
            return new UUID(bytes.getLong(), bytes.getLong());
        }
        return decode(buffer, from, to);
    }
}
