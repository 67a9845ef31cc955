// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import io.handlersocket.client.catalog.Column;
import java.nio.ByteBuffer;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

final class UuidCodec extends FixedBytesCodec {

    private static final int TEXT_LENGTH = 36;

    UuidCodec(Column column) {
        super(column, "UUID, byte[16] or String", 16, "123e4567-e89b-12d3-a456-426655440000");
    }

    /**
     * The server stores a UUID of version 8 or higher only if its variant byte is 00 or above 80. It would look up NULL
     * for any other.
     */
    @Override
    byte @Nullable [] encode(Object value) {
        byte[] uuid = super.encode(value);
        return uuid == null || (uuid[6] & -uuid[8] & 0x80) != 0 ? null : uuid;
    }

    @Override
    byte @Nullable [] bytesOf(Object value) {
        return value instanceof UUID uuid ? bytes(uuid) : null;
    }

    private static byte[] bytes(UUID uuid) {
        return ByteBuffer.allocate(16)
                .putLong(uuid.getMostSignificantBits())
                .putLong(uuid.getLeastSignificantBits())
                .array();
    }

    @Override
    byte @Nullable [] parse(byte[] text, int from, int to) {
        UUID uuid = uuid(text, from, to);
        return uuid == null ? null : bytes(uuid);
    }

    @Override
    public UUID decode(byte[] buffer, int from, int to) {
        UUID uuid = uuid(buffer, from, to);
        if (uuid == null) {
            throw malformed();
        }
        return uuid;
    }

    private static @Nullable UUID uuid(byte[] text, int from, int to) {
        if (to - from != TEXT_LENGTH) {
            return null;
        }
        long most = 0;
        long least = 0;
        int digits = 0;
        for (int i = 0; i < TEXT_LENGTH; i++) {
            if (i == 8 || i == 13 || i == 18 || i == 23) {
                if (text[from + i] != '-') {
                    return null;
                }
                continue;
            }
            int digit = Character.digit(text[from + i], 16);
            if (digit < 0) {
                return null;
            }
            if (digits++ < 16) {
                most = most << 4 | digit;
            } else {
                least = least << 4 | digit;
            }
        }
        return new UUID(most, least);
    }
}
