// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.internal.protocol.Ascii;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** DOUBLE. The server prints the shortest text that parses to the same number, and parses such text exactly. */
final class DoubleCodec extends ColumnCodec {

    private static final byte[] ZERO = {'0'};

    DoubleCodec(Column column) {
        super(column, "Double, Long, Integer, Short or Byte", null, null);
    }

    @Override
    byte @Nullable [] encode(Object value) {
        if (!(value instanceof Double || isInteger(value))) {
            throw wrongType(value);
        }
        double number = ((Number) value).doubleValue();
        if (number == 0) {
            return ZERO;
        }
        boolean storable = Double.isFinite(number) && (number > 0 || !column().unsigned());
        return storable ? Ascii.bytes(Double.toString(number)) : null;
    }

    @Override
    public KeyMatch match(byte[] requested, byte[] buffer, int from, int to) {
        // Java and the server print the same number differently: 1.0E15 and 1e15.
        boolean same = parse(requested, 0, requested.length) == parse(buffer, from, to);
        return same ? KeyMatch.EQUAL : KeyMatch.DIFFERENT;
    }

    @Override
    public Double decode(byte[] buffer, int from, int to) {
        return parse(buffer, from, to);
    }

    private double parse(byte[] buffer, int from, int to) {
        try {
            return Double.parseDouble(Ascii.string(buffer, from, to));
        } catch (NumberFormatException e) {
            throw malformed();
        }
    }

    /** Accepts whole numbers up to 2^53. A larger double stands for several integers. */
    @Override
    public long decodeLong(byte[] buffer, int from, int to) {
        double value = parse(buffer, from, to);
        if (value != Math.rint(value) || Math.abs(value) > 0x1p53) {
            throw doesNotFit(Long.class);
        }
        return (long) value;
    }

    @Override
    Object convert(byte[] buffer, int from, int to, Class<?> type) {
        double value = parse(buffer, from, to);
        if (type.isInstance(value)) {
            return value;
        }
        if (type == Float.class) {
            if ((float) value != value) {
                throw doesNotFit(type);
            }
            return (float) value;
        }
        if (type == BigDecimal.class) {
            // The driver returns different values over its text and its binary protocol.
            throw notConvertible(type);
        }
        if (type == Boolean.class && Double.valueOf(value).equals(-0.0)) {
            // The driver returns true over its text and false over its binary protocol. Before 11.8, servers store 0.
            throw doesNotFit(type);
        }
        return convertInteger(decodeLong(buffer, from, to), type);
    }
}
