// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import io.handlersocket.client.catalog.Column;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** UUID: answered as text, but asked for with 16 raw bytes. */
final class UuidCodec extends ColumnCodec {

    private static final int TEXT = 36;

    UuidCodec(Column column) {
        super(column, null, null);
    }

    @Override
    byte @Nullable [] encode(Object value) {
        if (value instanceof UUID uuid) {
            return stored(bytes(uuid));
        }
        if (value instanceof byte[] bytes) {
            return bytes.length == 16 ? stored(bytes) : null;
        }
        if (value instanceof String text) {
            byte[] ascii = Ascii.bytes(text);
            UUID uuid = parse(ascii, 0, ascii.length);
            if (uuid == null) {
                throw undecidable("text is a key in the form of 36 characters only");
            }
            return stored(bytes(uuid));
        }
        throw wrongType(value);
    }

    /** The server stores no UUID of version 8 and up unless its variant byte is 00 or above 80; it would look up NULL. */
    private static byte @Nullable [] stored(byte[] uuid) {
        return (uuid[6] & -uuid[8] & 0x80) == 0 ? uuid : null;
    }

    private static byte[] bytes(UUID uuid) {
        return ByteBuffer.allocate(16)
                .putLong(uuid.getMostSignificantBits())
                .putLong(uuid.getLeastSignificantBits())
                .array();
    }

    @Override
    String expected() {
        return "UUID, byte[16] or String";
    }

    @Override
    public byte[] keyOf(byte[] buffer, int from, int to) {
        return bytes(decode(buffer, from, to));
    }

    @Override
    public KeyMatch match(byte[] asked, byte[] buffer, int from, int to) {
        return Arrays.equals(asked, bytes(decode(buffer, from, to))) ? KeyMatch.EQUAL : KeyMatch.DIFFERENT;
    }

    @Override
    public UUID decode(byte[] buffer, int from, int to) {
        UUID uuid = parse(buffer, from, to);
        if (uuid == null) {
            throw malformed();
        }
        return uuid;
    }

    private static @Nullable UUID parse(byte[] text, int from, int to) {
        if (to - from != TEXT) {
            return null;
        }
        long most = 0;
        long least = 0;
        int digits = 0;
        for (int i = 0; i < TEXT; i++) {
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

    @Override
    Object convert(byte[] buffer, int from, int to, Class<?> type) {
        UUID uuid = decode(buffer, from, to);
        return type == byte[].class ? bytes(uuid) : uuid;
    }
}
