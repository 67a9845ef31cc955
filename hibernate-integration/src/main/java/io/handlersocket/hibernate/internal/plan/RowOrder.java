// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Compares rows as {@code order by} does, where the sorted columns are numbers or dates. */
final class RowOrder {

    private RowOrder() {}

    /** Null if nothing is sorted. */
    static @Nullable Comparator<@Nullable Object[]> of(List<Join.Order> orders) {
        return orders.stream()
                .map(RowOrder::of)
                .reduce(Comparator::thenComparing)
                .orElse(null);
    }

    // To MariaDB, NULL is less than every value.
    private static Comparator<@Nullable Object[]> of(Join.Order order) {
        Comparator<@Nullable Object[]> ascending = (left, right) -> compare(left[order.item()], right[order.item()]);
        return order.descending() ? ascending.reversed() : ascending;
    }

    @SuppressWarnings("unchecked") // the values of one column are of one type
    private static int compare(@Nullable Object left, @Nullable Object right) {
        if (left == null || right == null) {
            return left == right ? 0 : left == null ? -1 : 1;
        }
        return ((Comparable<Object>) left).compareTo(right);
    }
}
