// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The values of a key, no NULL among them. Equal keys find the same rows; different ones may do so too, which only
 * costs a lookup.
 */
final class JoinKey {

    private final @Nullable Object[] values;
    private final Object[] compared;
    private final int hash;

    private JoinKey(@Nullable Object[] values, Object[] compared) {
        this.values = values;
        this.compared = compared;
        this.hash = Arrays.hashCode(compared);
    }

    /** The key of these values, or null if one of them is NULL: such a key has no rows. */
    static @Nullable JoinKey of(@Nullable Object[] values) {
        Object[] compared = new Object[values.length];
        for (int i = 0; i < values.length; i++) {
            Object value = values[i];
            if (value == null) {
                return null;
            }
            compared[i] = compared(value);
        }
        return new JoinKey(values, compared);
    }

    private static Object compared(Object value) {
        if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).longValue();
        }
        if (value instanceof BigDecimal decimal) {
            return decimal.stripTrailingZeros();
        }
        if (value instanceof UUID) {
            return value.toString(); // as Hibernate sends it
        }
        return value instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : value;
    }

    @Nullable
    Object[] values() {
        return values;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof JoinKey key && Arrays.equals(compared, key.compared);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
