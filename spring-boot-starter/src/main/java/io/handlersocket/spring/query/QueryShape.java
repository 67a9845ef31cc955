// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.query;

import io.handlersocket.client.Comparison;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a query asks of one table, whatever its indexes: columns that equal something, at most one that lies between ends,
 * and an order.
 *
 * @param equal columns that equal a value
 * @param range the column that is compared, or null
 * @param order the order wanted, most significant first
 * @param index the index to use, or null for any that fits
 */
record QueryShape(
        List<Term> equal,
        @Nullable Interval range,
        List<Order> order,
        @Nullable String index) {

    QueryShape {
        equal = List.copyOf(equal);
        order = List.copyOf(order);
    }

    /** A value: an argument of the call, or one that the method's name says. */
    sealed interface Operand {
        /** The i-th argument that is a value, from 0. */
        record Argument(int position) implements Operand {}

        /** The same for each call. */
        record Constant(Object value) implements Operand {}
    }

    /** {@code column = operand}. */
    record Term(ColumnRef column, Operand operand) {}

    /** How a column compares with an operand: {@code <}, {@code <=}, {@code >} or {@code >=}. */
    record End(Comparison comparison, Operand operand) {}

    /** {@code low} and {@code high} ends of a column, one of them at least. */
    record Interval(
            ColumnRef column, @Nullable End low, @Nullable End high) {

        /** Both ends of the same column. */
        Interval and(Interval other) {
            boolean fits = column.equals(other.column)
                    && (low == null || other.low == null)
                    && (high == null || other.high == null);
            if (!fits) {
                throw new NotFast("more than one range");
            }
            return new Interval(column, low == null ? other.low : low, high == null ? other.high : high);
        }
    }

    /** One column to sort by. */
    record Order(ColumnRef column, boolean descending) {}

    /** A column, named by attribute or, where an index is named, by its place in that index. */
    sealed interface ColumnRef {
        /** An attribute's path, such as {@code guild.id}. */
        record Attribute(String path) implements ColumnRef {

            @Override
            public String toString() {
                return path;
            }
        }

        /** A part of the named index, from 0. */
        record Part(int position) implements ColumnRef {}
    }

    /** The same, answered by this index; null for any that fits. */
    QueryShape by(@Nullable String name) {
        return new QueryShape(equal, range, order, name);
    }

    /** The columns compared and sorted by, for messages. */
    List<ColumnRef> columns() {
        List<ColumnRef> columns = new ArrayList<>();
        equal.forEach(term -> columns.add(term.column()));
        if (range != null) {
            columns.add(range.column());
        }
        for (Order one : order) {
            if (!columns.contains(one.column())) {
                columns.add(one.column());
            }
        }
        return columns;
    }
}
