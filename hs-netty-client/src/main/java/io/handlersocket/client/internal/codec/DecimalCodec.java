// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.internal.protocol.Ascii;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** DECIMAL(p,s). A key has exactly s digits after the point: the server would round more digits to another value. */
final class DecimalCodec extends ColumnCodec {

    private final int scale;
    private final int wholeDigits;

    DecimalCodec(Column column) {
        super(column, "BigDecimal, BigInteger, Long, Integer, Short or Byte", null, null);
        scale = Math.max(column.scale(), 0);
        wholeDigits = column.precision() - scale;
    }

    @Override
    byte @Nullable [] encode(Object value) {
        if (value instanceof BigDecimal decimal) {
            return encode(decimal);
        }
        if (value instanceof BigInteger big) {
            return encode(new BigDecimal(big));
        }
        if (isInteger(value)) {
            return encode(BigDecimal.valueOf(((Number) value).longValue()));
        }
        throw wrongType(value);
    }

    private byte @Nullable [] encode(BigDecimal value) {
        if (value.signum() == 0) {
            return Ascii.bytes(BigDecimal.ZERO.setScale(scale).toPlainString());
        }
        if (column().unsigned() && value.signum() < 0) {
            return null;
        }
        return fits(value, wholeDigits, scale)
                ? Ascii.bytes(value.setScale(scale).toPlainString())
                : null;
    }

    @Override
    public BigDecimal decode(byte[] buffer, int from, int to) {
        checkNumberLength(from, to);
        for (int i = from; i < to; i++) { // the server sends no exponent, and a huge one would exhaust the memory
            if (buffer[i] == 'e' || buffer[i] == 'E') {
                throw malformed();
            }
        }
        try {
            return new BigDecimal(Ascii.string(buffer, from, to));
        } catch (NumberFormatException e) {
            throw malformed();
        }
    }

    @Override
    public long decodeLong(byte[] buffer, int from, int to) {
        try {
            return decode(buffer, from, to).longValueExact();
        } catch (ArithmeticException e) {
            throw doesNotFit(Long.class);
        }
    }

    @Override
    Object convert(byte[] buffer, int from, int to, Class<?> type) {
        BigDecimal value = decode(buffer, from, to);
        if (type.isInstance(value)) {
            return value;
        }
        if (type == BigInteger.class) {
            try {
                return value.toBigIntegerExact();
            } catch (ArithmeticException e) {
                throw doesNotFit(type);
            }
        }
        return convertInteger(decodeLong(buffer, from, to), type);
    }
}
