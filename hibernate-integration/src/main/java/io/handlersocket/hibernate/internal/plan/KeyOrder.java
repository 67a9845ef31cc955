// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Puts keys into the order of their index, in which SQL reads a list of them, so that rows that no statement sorts come
 * the same way. Only numbers: the order of texts is their collation's, which is not known here.
 */
final class KeyOrder {

    private KeyOrder() {}

    /** Sorts these keys if all their parts are numbers or NULL. */
    static void sort(List<@Nullable Object[]> keys) {
        if (keys.size() > 1 && areOfNumbers(keys)) {
            keys.sort(areSingleIntegers(keys) ? KeyOrder::compareIntegers : KeyOrder::compare);
        }
    }

    /** The usual case, for which a hundred keys are sorted as fast as they are compared. */
    private static boolean areSingleIntegers(List<@Nullable Object[]> keys) {
        for (@Nullable Object[] key : keys) {
            if (key.length != 1 || !isInteger(key[0])) {
                return false;
            }
        }
        return true;
    }

    @SuppressWarnings("NullAway") // NULL is no integer
    private static int compareIntegers(@Nullable Object[] left, @Nullable Object[] right) {
        return Long.compare(((Number) left[0]).longValue(), ((Number) right[0]).longValue());
    }

    private static boolean areOfNumbers(List<@Nullable Object[]> keys) {
        for (@Nullable Object[] key : keys) {
            for (Object part : key) {
                if (part != null && !(part instanceof BigDecimal) && !isInteger(part)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean isInteger(@Nullable Object part) {
        return part instanceof Integer || part instanceof Long || part instanceof Short || part instanceof Byte;
    }

    private static int compare(@Nullable Object[] left, @Nullable Object[] right) {
        for (int i = 0; i < left.length; i++) {
            int order = comparePart(left[i], right[i]);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    static int comparePart(@Nullable Object left, @Nullable Object right) {
        if (left == null || right == null) {
            return left == right ? 0 : left == null ? -1 : 1;
        }
        return isInteger(left) && isInteger(right)
                ? Long.compare(((Number) left).longValue(), ((Number) right).longValue())
                : decimal(left).compareTo(decimal(right));
    }

    private static BigDecimal decimal(Object part) {
        if (part instanceof BigInteger integer) {
            return new BigDecimal(integer);
        }
        return part instanceof BigDecimal decimal ? decimal : BigDecimal.valueOf(((Number) part).longValue());
    }
}
