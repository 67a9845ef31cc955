// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.spi;

import io.handlersocket.client.Comparison;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The range and the order that a statement or a {@link RowQuery} asks for, next to its equal columns. Its values follow
 * those of the key. A {@link RowQuery} names attributes instead of columns.
 *
 * @param bounds what one column is compared with, at most one bound of each end; each has a value, in this order
 * @param after the rows after a given one, or null
 * @param order the columns to sort by
 * @param severalKeys whether it sorts the rows of several keys, in whose order no index has them
 */
public record RangeAndOrder(List<Bound> bounds, @Nullable After after, List<Sort> order, boolean severalKeys) {

    /** Nothing. */
    public static final RangeAndOrder NONE = new RangeAndOrder(List.of(), null, List.of(), false);

    /**
     * One end of a range.
     *
     * @param between whether the statement compares both ends by BETWEEN
     */
    public record Bound(String column, Comparison comparison, boolean between) {

        public Bound(String column, Comparison comparison) {
            this(column, comparison, false);
        }

        public boolean isUpper() {
            return comparison.isDescending();
        }
    }

    /**
     * The rows after a given one in an order of some columns, as {@code a > ? or a = ? and b > ?} says for two of them.
     * The first column has one value in the statement, and with each further column all those before have one more;
     * they are the same.
     *
     * @param descending whether later rows have smaller values
     * @param inclusive whether the given row itself is among them
     */
    public record After(List<String> columns, boolean descending, boolean inclusive) {

        public After {
            columns = List.copyOf(columns);
        }

        /** How the last of so many columns is compared, those before it being equal. */
        public Comparison comparison(int count) {
            if (inclusive && count == columns.size()) {
                return descending ? Comparison.LESS_OR_EQUAL : Comparison.GREATER_OR_EQUAL;
            }
            return descending ? Comparison.LESS : Comparison.GREATER;
        }
    }

    /** A column to sort by. */
    public record Sort(String column, boolean descending) {}

    public RangeAndOrder {
        bounds = List.copyOf(bounds);
        Set<String> sorted = new HashSet<>(); // what is sorted by twice is sorted by once
        order = order.stream().filter(sort -> sorted.add(sort.column())).toList();
    }

    public boolean isNone() {
        return equals(NONE);
    }

    /** Whether it only sorts. */
    public boolean isOrder() {
        return bounds.isEmpty() && after == null;
    }

    /** Returns the same with other names of the columns. */
    public RangeAndOrder named(UnaryOperator<String> names) {
        return new RangeAndOrder(
                bounds.stream()
                        .map(bound -> new Bound(names.apply(bound.column()), bound.comparison(), bound.between()))
                        .toList(),
                after == null
                        ? null
                        : new After(
                                after.columns().stream().map(names).toList(), after.descending(), after.inclusive()),
                order.stream()
                        .map(sort -> new Sort(names.apply(sort.column()), sort.descending()))
                        .toList(),
                severalKeys);
    }

    /** The place of the bound at one end among the bounds, or -1. */
    public int place(boolean upper) {
        for (int i = 0; i < bounds.size(); i++) {
            if (bounds.get(i).isUpper() == upper) {
                return i;
            }
        }
        return -1;
    }

    /** Returns for each value the column that it is compared with. */
    public List<String> operands() {
        if (after == null) {
            return bounds.stream().map(Bound::column).toList();
        }
        List<String> operands = new ArrayList<>();
        for (int last = 1; last <= after.columns().size(); last++) {
            operands.addAll(after.columns().subList(0, last));
        }
        return operands;
    }

    /** The columns that are compared, in the order in which an index must have them. */
    public List<String> compared() {
        if (after != null) {
            return after.columns();
        }
        return bounds.isEmpty() ? List.of() : List.of(bounds.get(0).column());
    }
}
