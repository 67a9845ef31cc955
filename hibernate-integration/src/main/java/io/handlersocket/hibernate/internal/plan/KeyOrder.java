// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import io.handlersocket.client.catalog.IndexPart;
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

    /**
     * Sorts these keys if all their parts are numbers or NULL.
     *
     * @param parts the parts of the index, of which the keys have the first ones
     */
    static void sort(List<@Nullable Object[]> keys, List<IndexPart> parts) {
        if (keys.size() > 1 && areOfNumbers(keys)) {
            boolean plain = areSingleIntegers(keys) && !parts.get(0).descending();
            keys.sort(plain ? KeyOrder::compareIntegers : (left, right) -> compare(left, right, parts));
        }
    }

    /** The usual case, for which a hundred keys are sorted as fast as they are compared. */
    private static boolean areSingleIntegers(List<@Nullable Object[]> keys) {
        for (@Nullable Object[] key : keys) {
            if (key.length != 1 || !JoinKey.isInteger(key[0])) {
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
                if (part != null && !(part instanceof BigDecimal) && !JoinKey.isInteger(part)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static int compare(@Nullable Object[] left, @Nullable Object[] right, List<IndexPart> parts) {
        for (int i = 0; i < left.length; i++) {
            int order = comparePart(left[i], right[i]);
            if (order != 0) {
                return parts.get(i).descending() ? -order : order;
            }
        }
        return 0;
    }

    static int comparePart(@Nullable Object left, @Nullable Object right) {
        if (left == null || right == null) {
            return left == right ? 0 : left == null ? -1 : 1;
        }
        return JoinKey.isInteger(left) && JoinKey.isInteger(right)
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
