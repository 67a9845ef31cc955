// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import java.math.BigDecimal;
import java.math.BigInteger;

/** A number that fits into 64 bits, as one of the types of integers. */
final class Small {

    private Small() {}

    /**
     * The number as that type.
     *
     * @throws IllegalArgumentException if it is no type of integers, or too small for the number
     */
    static Object of(ColumnCodec codec, long value, Class<?> type) {
        if (type == Long.class) {
            return value;
        }
        if (type == Integer.class && value == (int) value) {
            return (int) value;
        }
        if (type == Short.class && value == (short) value) {
            return (short) value;
        }
        if (type == Byte.class && value == (byte) value) {
            return (byte) value;
        }
        if (type == Boolean.class && (value == 0 || value == 1)) {
            return value == 1;
        }
        if (type == BigInteger.class) {
            return BigInteger.valueOf(value);
        }
        if (type == BigDecimal.class) {
            return BigDecimal.valueOf(value);
        }
        if (type == Integer.class || type == Short.class || type == Byte.class || type == Boolean.class) {
            throw codec.doesNotFit(type);
        }
        throw codec.notConvertible(type);
    }
}
