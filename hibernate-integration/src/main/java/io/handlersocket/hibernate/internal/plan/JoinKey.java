// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The values of a key, no NULL among them. Equal keys find the same rows; different ones may do so too, which only
 * costs a lookup.
 */
@SuppressWarnings("ArrayRecordComponent") // equal by its own rule
record JoinKey(@Nullable Object[] values, int hash) {

    /** The key of these values, or null if one of them is NULL: such a key has no rows. */
    static @Nullable JoinKey of(@Nullable Object[] values) {
        int hash = 1;
        for (Object value : values) {
            if (value == null) {
                return null;
            }
            hash = 31 * hash + hash(value);
        }
        return new JoinKey(values, hash);
    }

    /** Whether a value is an integer that a {@code long} holds. */
    static boolean isInteger(@Nullable Object value) {
        return value instanceof Long
                || value instanceof Integer
                || value instanceof Short
                || value instanceof Byte
                || (value instanceof BigInteger big && big.bitLength() < Long.SIZE);
    }

    private static int hash(Object value) {
        if (isInteger(value)) {
            return Long.hashCode(((Number) value).longValue());
        }
        if (value instanceof BigDecimal decimal) {
            return decimal.stripTrailingZeros().hashCode();
        }
        if (value instanceof UUID) {
            return value.toString().hashCode(); // as Hibernate sends it
        }
        return value instanceof byte[] bytes ? Arrays.hashCode(bytes) : value.hashCode();
    }

    private static boolean equal(Object left, Object right) {
        if (isInteger(left) && isInteger(right)) {
            return ((Number) left).longValue() == ((Number) right).longValue();
        }
        if (left instanceof BigDecimal one && right instanceof BigDecimal other) {
            return one.compareTo(other) == 0;
        }
        if (left instanceof UUID || right instanceof UUID) {
            return left.toString().equals(right.toString());
        }
        if (left instanceof byte[] one && right instanceof byte[] other) {
            return Arrays.equals(one, other);
        }
        return left.equals(right);
    }

    @Override
    @SuppressWarnings("NullAway") // no value is null
    public boolean equals(@Nullable Object other) {
        if (!(other instanceof JoinKey key) || hash != key.hash || values.length != key.values.length) {
            return false;
        }
        for (int i = 0; i < values.length; i++) {
            if (!equal(values[i], key.values[i])) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
