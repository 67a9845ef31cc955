// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.planner;

import io.handlersocket.client.Comparison;
import io.handlersocket.hibernate.ReasonCode;
import io.handlersocket.hibernate.internal.plan.Lookup;
import io.handlersocket.hibernate.internal.planner.Condition.Compared;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import io.handlersocket.hibernate.spi.RangeAndOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The part of a condition that is a range: {@code b>=?}, {@code b between 1 and 5}, or the rows after a given one in
 * the order of several columns, {@code b>? or b=? and id>?}.
 */
final class RangeCondition {

    private final String alias;
    private final List<RangeAndOrder.Bound> bounds = new ArrayList<>();
    private final List<Integer> values = new ArrayList<>();
    private final List<Object> constants = new ArrayList<>();
    private RangeAndOrder.@Nullable After after;

    /** @param alias the alias of the table whose columns it compares */
    RangeCondition(String alias) {
        this.alias = alias;
    }

    /** Returns the positions of what the range compares with, in the order of the values of {@link #rangeAndOrder}. */
    List<Integer> values() {
        return values;
    }

    /** Returns the constants that it compares with. The complement of a constant's index is its position. */
    List<Object> constants() {
        return constants;
    }

    boolean isEmpty() {
        return values.isEmpty();
    }

    RangeAndOrder rangeAndOrder(List<RangeAndOrder.Sort> order, boolean severalKeys) {
        return new RangeAndOrder(bounds, after, order, severalKeys);
    }

    /** Adds a bound. */
    void add(Compared compared) {
        RangeAndOrder.Bound bound = new RangeAndOrder.Bound(column(compared), comparison(compared), compared.between());
        for (RangeAndOrder.Bound other : bounds) {
            if (!other.column().equalsIgnoreCase(bound.column())) {
                throw LeftToJdbcException.of(ReasonCode.RANGES_OF_TWO_COLUMNS, other.column(), bound.column());
            }
            if (other.isUpper() == bound.isUpper()) {
                throw LeftToJdbcException.of(ReasonCode.TWO_BOUNDS);
            }
        }
        bounds.add(bound);
        values.add(position(compared.value()));
    }

    private String column(Compared compared) {
        if (compared.columns().size() > 1) {
            throw LeftToJdbcException.of(ReasonCode.OTHER_CONDITION);
        }
        SqlText.ColumnName column = compared.columns().get(0);
        if (!column.alias().equals(alias)) {
            throw LeftToJdbcException.of(ReasonCode.RANGE);
        }
        return column.name();
    }

    private static Comparison comparison(Compared compared) {
        Comparison comparison = compared.operator();
        if (comparison == null || comparison == Comparison.EQUAL) {
            throw LeftToJdbcException.of(ReasonCode.OTHER_CONDITION);
        }
        return comparison;
    }

    private int position(Object value) {
        if (value instanceof SqlText.ColumnName) {
            throw LeftToJdbcException.of(ReasonCode.NOT_PLAIN);
        }
        if (value instanceof Lookup.Parameter parameter) {
            return parameter.position();
        }
        constants.add(value);
        return -constants.size();
    }

    /** Adds {@code (a > ?) or (a = ? and b > ?) or …}; the terms may come in any order. */
    void addAfter(List<List<Compared>> terms) {
        terms.sort(Comparator.comparing(List::size));
        List<String> columns = new ArrayList<>();
        List<Comparison> comparisons = new ArrayList<>();
        for (List<Compared> term : terms) {
            List<Compared> last = term.stream().filter(part -> !part.isEqual()).toList();
            if (term.size() != columns.size() + 1 || last.size() != 1) {
                throw LeftToJdbcException.of(ReasonCode.OTHER_CONDITION);
            }
            for (String column : columns) {
                values.add(position(term.stream()
                        .filter(part -> part.isEqual() && column(part).equals(column))
                        .findFirst()
                        .orElseThrow(() -> LeftToJdbcException.of(ReasonCode.OTHER_CONDITION))
                        .value()));
            }
            columns.add(column(last.get(0)));
            comparisons.add(comparison(last.get(0)));
            values.add(position(last.get(0).value()));
        }
        if (Set.copyOf(columns).size() < columns.size() || !bounds.isEmpty()) {
            throw LeftToJdbcException.of(ReasonCode.OTHER_CONDITION);
        }
        Comparison first = comparisons.get(0);
        Comparison end = comparisons.get(comparisons.size() - 1);
        boolean inclusive = end == Comparison.LESS_OR_EQUAL || end == Comparison.GREATER_OR_EQUAL;
        RangeAndOrder.After found = new RangeAndOrder.After(columns, first.isDescending(), inclusive);
        for (int i = 0; i < comparisons.size(); i++) {
            if (comparisons.get(i) != found.comparison(i + 1)) {
                throw LeftToJdbcException.of(ReasonCode.AFTER_IN_BOTH_DIRECTIONS);
            }
        }
        after = found;
    }
}
