// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.query;

import io.handlersocket.client.Comparison;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The shape of a query on one table, independent of its indexes: columns that equal a value, at most one column in a
 * range, and an order.
 *
 * @param equal columns that equal a value
 * @param range the compared column, or null
 * @param order the requested order, most significant column first
 * @param index name of the index to use; null for any index that fits
 * @param limited whether a call may want only some of the rows
 */
record QueryShape(
        List<Term> equal,
        @Nullable Interval range,
        List<Order> order,
        @Nullable String index,
        boolean limited) {

    QueryShape {
        equal = List.copyOf(equal);
        order = List.copyOf(order);
    }

    /** A value: an argument of the call, or a constant in the method's name. */
    sealed interface Operand {
        /** The argument at this position among those that are values, from 0. */
        record Argument(int position) implements Operand {}

        /** A constant. */
        record Constant(Object value) implements Operand {}
    }

    /** {@code column = operand}. */
    record Term(ColumnRef column, Operand operand) {}

    /** How a column compares with an operand: {@code <}, {@code <=}, {@code >} or {@code >=}. */
    record End(Comparison comparison, Operand operand) {}

    /** A range of a column: {@code low}, {@code high} or both. */
    record Interval(
            ColumnRef column, @Nullable End low, @Nullable End high) {

        /** Returns the range with the ends of both. */
        Interval and(Interval other) {
            boolean fits = column.equals(other.column)
                    && (low == null || other.low == null)
                    && (high == null || other.high == null);
            if (!fits) {
                throw LeftToJpaException.statement("more than one range");
            }
            return new Interval(column, low == null ? other.low : low, high == null ? other.high : high);
        }
    }

    /** One column to sort by. */
    record Order(ColumnRef column, boolean descending) {}

    /** A column, named by attribute or, if an index is named, by its position in that index. */
    sealed interface ColumnRef {
        /** The path of an attribute, such as {@code guild.id}. */
        record Attribute(String path) implements ColumnRef {

            @Override
            public String toString() {
                return path;
            }
        }

        /** A part of the named index, from 0. */
        record Part(int position) implements ColumnRef {}
    }

    QueryShape(List<Term> equal, @Nullable Interval range, List<Order> order, @Nullable String index) {
        this(equal, range, order, index, false);
    }

    /** Returns the same shape with this index; null for any index that fits. */
    QueryShape by(@Nullable String name) {
        return new QueryShape(equal, range, order, name, limited);
    }

    /** Returns the same shape, of which a call may want only some of the rows. */
    QueryShape limited(boolean some) {
        return new QueryShape(equal, range, order, index, some);
    }

    /** Returns the columns compared and sorted by, for messages. */
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
