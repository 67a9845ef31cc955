// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.shadow.internal;

import io.handlersocket.hibernate.spi.AnsweredRead;
import io.handlersocket.shadow.Shadow.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Compares the rows of two answers. Without ORDER BY, SQL may return rows in any order. With it, rows that sort alike
 * may have any order, so only the sequence of the sort keys is compared.
 */
final class RowsComparison {

    /**
     * The first difference.
     *
     * @param kind what differs
     * @param column the position of the value; -1 if the difference is not about one column
     */
    record Found(Kind kind, int column) {}

    private RowsComparison() {}

    /**
     * Returns the first difference; null if the answers are equal.
     *
     * @param order the positions of the sort keys; empty if any order is right
     */
    static @Nullable Found difference(
            List<List<@Nullable Object>> left, List<List<@Nullable Object>> right, List<Integer> order) {
        if (left.equals(right)) {
            return null;
        }
        if (left.size() != right.size()) {
            return new Found(Kind.ROWS, -1);
        }
        List<List<@Nullable Object>> onlyLeft = without(left, right);
        List<List<@Nullable Object>> onlyRight = without(right, left);
        if (!onlyLeft.isEmpty()) {
            return ofRow(onlyLeft.get(0), onlyRight.get(0));
        }
        return keys(left, order).equals(keys(right, order)) ? null : new Found(Kind.ORDER, -1);
    }

    /** Returns the rows that the others do not have, as often as they do not have them. */
    private static List<List<@Nullable Object>> without(
            List<List<@Nullable Object>> rows, List<List<@Nullable Object>> others) {
        Map<List<@Nullable Object>, Integer> left = new HashMap<>();
        others.forEach(row -> left.merge(row, 1, Integer::sum));
        List<List<@Nullable Object>> only = new ArrayList<>();
        for (List<@Nullable Object> row : rows) {
            Integer count = left.get(row);
            if (count == null || count == 0) {
                only.add(row);
            } else {
                left.put(row, count - 1);
            }
        }
        return only;
    }

    private static Found ofRow(List<@Nullable Object> left, List<@Nullable Object> right) {
        for (int i = 0; i < left.size() && i < right.size(); i++) {
            Object one = left.get(i);
            Object other = right.get(i);
            if (!Objects.equals(one, other)) {
                return new Found(kind(one, other), i);
            }
        }
        return new Found(Kind.ROWS, -1);
    }

    @SuppressWarnings("ReferenceEquality") // one marker
    private static Kind kind(@Nullable Object one, @Nullable Object other) {
        if (one == AnsweredRead.UNREADABLE || other == AnsweredRead.UNREADABLE) {
            return Kind.ERROR;
        }
        return one == null || other == null ? Kind.NULL : Kind.VALUE;
    }

    private static List<List<@Nullable Object>> keys(List<List<@Nullable Object>> rows, List<Integer> order) {
        List<List<@Nullable Object>> keys = new ArrayList<>(rows.size());
        for (List<@Nullable Object> row : rows) {
            List<@Nullable Object> key = new ArrayList<>(order.size());
            order.forEach(position -> key.add(row.get(position)));
            keys.add(key);
        }
        return keys;
    }
}
