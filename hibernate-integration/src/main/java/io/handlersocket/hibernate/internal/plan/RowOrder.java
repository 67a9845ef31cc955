// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import io.handlersocket.client.UndecidableValueException;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.TextOrder;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sorts rows as {@code order by} does, by columns that are {@linkplain ValueType#sortRefusal not refused}. */
final class RowOrder {

    /**
     * A sort key.
     *
     * @param item the position of the value in a row
     * @param descending whether the largest comes first, and NULL last
     * @param column as the table has it
     */
    record Key(int item, boolean descending, Column column) {

        /** Null for a column that is not text. */
        @Nullable
        TextOrder texts() {
            return column.collation() == null
                    ? null
                    : column.collation().textOrder().orElse(null);
        }
    }

    private final List<Key> keys;
    private final Comparator<@Nullable Object[]> comparator;

    /** Returns the order of an index whose columns are selected numbers; null for any other index. */
    static @Nullable RowOrder alongIndex(Lookup lookup, IndexChoice choice) {
        List<String> numbers = lookup.columns().stream()
                .map(selected -> selected.type() == ValueType.INTEGER ? selected.column() : "")
                .toList();
        List<Key> keys = new ArrayList<>();
        for (String column : choice.definition().columns()) {
            int item = IndexChoice.indexOf(numbers, column);
            if (item < 0) {
                return null;
            }
            keys.add(new Key(item, false, choice.column(item)));
        }
        return new RowOrder(keys);
    }

    /** @param keys one or more, the first one first */
    RowOrder(List<Key> keys) {
        this.keys = List.copyOf(keys);
        this.comparator = keys.stream()
                .map(RowOrder::comparator)
                .reduce(Comparator::thenComparing)
                .orElseThrow();
    }

    /**
     * Sorts the rows of one answer. Rows that are equal in all sorted columns keep their order.
     *
     * @throws LeftToJdbcException if only SQL knows how the collation of a column sorts these texts
     */
    void sort(List<@Nullable Object[]> rows) {
        if (rows.size() < 2) {
            return;
        }
        for (Key key : keys) {
            TextOrder texts = key.texts();
            if (texts != null) {
                refuseUncovered(rows, key, texts);
            }
        }
        try {
            rows.sort(comparator);
        } catch (UndecidableValueException e) {
            throw LeftToJdbcException.rows("ORDER BY: " + e.getMessage());
        }
    }

    private static void refuseUncovered(List<@Nullable Object[]> rows, Key key, TextOrder texts) {
        for (@Nullable Object[] row : rows) {
            if (row[key.item()] instanceof String text && !texts.covers(text)) {
                throw LeftToJdbcException.rows("ORDER BY " + key.column().name()
                        + ": a value is not ASCII text, or has letters that the collation sorts as one");
            }
        }
    }

    // To MariaDB, NULL is less than every value.
    private static Comparator<@Nullable Object[]> comparator(Key key) {
        Comparator<Object> values = values(key.texts());
        int item = key.item();
        Comparator<@Nullable Object[]> ascending = (left, right) -> compare(left[item], right[item], values);
        return key.descending() ? ascending.reversed() : ascending;
    }

    @SuppressWarnings("unchecked") // the values of one column are of one type
    private static Comparator<Object> values(@Nullable TextOrder texts) {
        return texts == null
                ? (left, right) -> ((Comparable<Object>) left).compareTo(right)
                : (left, right) -> texts.compare((String) left, (String) right);
    }

    private static int compare(@Nullable Object left, @Nullable Object right, Comparator<Object> values) {
        if (left == null || right == null) {
            return left == right ? 0 : left == null ? -1 : 1;
        }
        if (left == ValueType.ZERO_DATE || right == ValueType.ZERO_DATE) {
            return left == right ? 0 : left == ValueType.ZERO_DATE ? -1 : 1;
        }
        return values.compare(left, right);
    }
}
