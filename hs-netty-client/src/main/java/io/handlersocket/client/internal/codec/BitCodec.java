// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import io.handlersocket.client.catalog.Column;
import java.math.BigInteger;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * BIT(n): raw bytes, most significant first. A byte array cannot be a key, because SQL would compare it as a string and
 * find nothing.
 */
final class BitCodec extends ColumnCodec {

    private final int bits;

    BitCodec(Column column) {
        super(column, "Boolean, Integer, Long, Short, Byte or BigInteger", null, null);
        bits = column.precision();
    }

    @Override
    byte @Nullable [] encode(Object value) {
        if (value instanceof Boolean bool) {
            return encode(bool ? 1 : 0);
        }
        if (isInteger(value)) {
            long number = ((Number) value).longValue();
            refuseNegative(number < 0);
            return number < 0 || (bits < 64 && number >>> bits != 0) ? null : encode(number);
        }
        if (value instanceof BigInteger big) {
            refuseNegative(big.signum() < 0);
            return big.signum() < 0 || big.bitLength() > bits ? null : encode(big.longValue());
        }
        throw wrongType(value);
    }

    private void refuseNegative(boolean negative) {
        if (negative && bits == Long.SIZE) {
            throw undecidable("it depends on SQL's plan whether a negative number equals 64 bits");
        }
    }

    private byte[] encode(long value) {
        byte[] bytes = new byte[(bits + 7) / 8];
        long rest = value;
        for (int i = bytes.length - 1; i >= 0; i--) {
            bytes[i] = (byte) rest;
            rest >>>= 8;
        }
        return bytes;
    }

    @Override
    public byte[] decode(byte[] buffer, int from, int to) {
        return Arrays.copyOfRange(buffer, from, to);
    }

    @Override
    public long decodeLong(byte[] buffer, int from, int to) {
        long value = number(buffer, from, to);
        if (value < 0) {
            throw doesNotFit(Long.class);
        }
        return value;
    }

    private long number(byte[] buffer, int from, int to) {
        if (to - from > 8) {
            throw malformed();
        }
        long value = 0;
        for (int i = from; i < to; i++) {
            value = value << 8 | (buffer[i] & 0xff);
        }
        return value;
    }

    /** Returns what Connector/J prints: {@code true} for one bit, {@code b'101'} for more, {@code b''} for zero. */
    @Override
    public String decodeString(byte[] buffer, int from, int to) {
        long value = number(buffer, from, to);
        if (bits == 1) {
            return Boolean.toString(value != 0);
        }
        return value == 0 ? "b''" : "b'" + Long.toBinaryString(value) + '\'';
    }

    @Override
    Object convert(byte[] buffer, int from, int to, Class<?> type) {
        if (type.isAssignableFrom(byte[].class)) {
            return decode(buffer, from, to);
        }
        if (type == BigInteger.class) {
            return new BigInteger(1, buffer, from, to - from);
        }
        if (type == Byte.class) {
            // The driver returns the first byte.
            throw notConvertible(type);
        }
        return convertInteger(decodeLong(buffer, from, to), type);
    }
}
