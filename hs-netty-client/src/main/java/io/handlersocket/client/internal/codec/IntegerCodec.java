// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.internal.protocol.Ascii;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * TINYINT to BIGINT. Any exact number can be a key. Double and String are rejected, because SQL would compare them
 * inexactly.
 */
final class IntegerCodec extends ColumnCodec {

    /** No column of these types holds a number with more digits. */
    private static final int MAX_DIGITS = 20;

    private final long min;
    private final long max;
    private final boolean exceedsLong;
    private final Class<?> natural;

    IntegerCodec(Column column) {
        super(column, "Integer, Long, Short, Byte, BigInteger, BigDecimal or Boolean", null, null);
        int bits = switch (column.dataType()) {
            case "tinyint" -> 8;
            case "smallint" -> 16;
            case "mediumint" -> 24;
            case "int" -> 32;
            default -> 64;
        };
        exceedsLong = bits == 64 && column.unsigned();
        min = column.unsigned() ? 0 : -1L << (bits - 1);
        max = bits == 64 ? Long.MAX_VALUE : column.unsigned() ? (1L << bits) - 1 : (1L << (bits - 1)) - 1;
        natural = exceedsLong ? BigInteger.class : bits == 64 || max > Integer.MAX_VALUE ? Long.class : Integer.class;
    }

    @Override
    public boolean isDecimalKey(@Nullable Object value) {
        return (value instanceof Integer || value instanceof Long) && isInRange(((Number) value).longValue());
    }

    private boolean isInRange(long value) {
        return value >= min && value <= max;
    }

    @Override
    byte @Nullable [] encode(Object value) {
        if (isInteger(value)) {
            return encode(((Number) value).longValue());
        }
        if (value instanceof BigInteger big) {
            return encode(big);
        }
        if (value instanceof BigDecimal decimal) {
            if (decimal.signum() == 0) {
                return encode(0);
            }
            return fits(decimal, MAX_DIGITS, 0) ? encode(decimal.toBigInteger()) : null;
        }
        if (value instanceof Boolean bool) {
            return encode(bool ? 1 : 0);
        }
        throw wrongType(value);
    }

    private byte @Nullable [] encode(long value) {
        return isInRange(value) ? Ascii.decimal(value) : null;
    }

    private byte @Nullable [] encode(BigInteger value) {
        if (value.bitLength() < 64) {
            return encode(value.longValue());
        }
        return exceedsLong && value.signum() > 0 && value.bitLength() == 64 ? Ascii.bytes(value.toString()) : null;
    }

    @Override
    public Object decode(byte[] buffer, int from, int to) {
        if (natural == Integer.class) {
            return decodeInt(buffer, from, to);
        }
        return natural == Long.class ? (Object) decodeLong(buffer, from, to) : big(buffer, from, to);
    }

    @Override
    public long decodeLong(byte[] buffer, int from, int to) {
        boolean negative = from < to && buffer[from] == '-';
        int at = negative ? from + 1 : from;
        if (at >= to) {
            throw malformed();
        }
        long value = 0;
        for (; at < to; at++) {
            int digit = buffer[at] - '0';
            if (digit < 0 || digit > 9) {
                throw malformed();
            }
            // The sum is kept negative, because Long.MIN_VALUE has no positive counterpart.
            if (value < Long.MIN_VALUE / 10 || value * 10 < Long.MIN_VALUE + digit) {
                throw doesNotFit(Long.class);
            }
            value = value * 10 - digit;
        }
        if (!negative && value == Long.MIN_VALUE) {
            throw doesNotFit(Long.class);
        }
        return negative ? value : -value;
    }

    private BigInteger big(byte[] buffer, int from, int to) {
        if (to - from <= 18) {
            return BigInteger.valueOf(decodeLong(buffer, from, to));
        }
        checkNumberLength(from, to);
        try {
            return new BigInteger(Ascii.string(buffer, from, to));
        } catch (NumberFormatException e) {
            throw malformed();
        }
    }

    @Override
    Object convert(byte[] buffer, int from, int to, Class<?> type) {
        if (type == BigInteger.class) {
            return big(buffer, from, to);
        }
        if (type == BigDecimal.class) {
            return new BigDecimal(big(buffer, from, to));
        }
        if (type.isAssignableFrom(natural)) {
            return decode(buffer, from, to);
        }
        return convertInteger(decodeLong(buffer, from, to), type);
    }
}
