// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.planner;

import io.handlersocket.client.Comparison;
import io.handlersocket.hibernate.ReasonCode;
import io.handlersocket.hibernate.internal.planner.SqlText.ColumnName;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A condition as the text of a statement has it: comparisons that {@code and} joins, and among them at most one group
 * that {@code or} joins.
 *
 * @param compared the comparisons
 * @param alternatives the parts of the group, each of comparisons that {@code and} joins; empty if there is no group
 */
record Condition(List<Compared> compared, List<List<Compared>> alternatives) {

    /**
     * One comparison.
     *
     * @param columns what is compared, more than one in a tuple such as {@code (a,b)=(?,?)}
     * @param operator how; null for {@code is null}
     * @param between whether this is one end of {@code between}
     * @param restriction whether it is a part of the {@link Restrictions}
     * @param values for each value of {@code in}, otherwise once, what each column is compared with; see {@link
     *     SqlText#operand}
     */
    record Compared(
            List<ColumnName> columns,
            @Nullable Comparison operator,
            boolean between,
            boolean restriction,
            List<List<Object>> values) {

        Compared(List<ColumnName> columns, @Nullable Comparison operator, List<List<Object>> values) {
            this(columns, operator, false, false, values);
        }

        private static Compared between(List<ColumnName> columns, Comparison operator, List<Object> value) {
            return new Compared(columns, operator, true, false, List.of(value));
        }

        Compared asRestriction() {
            return new Compared(columns, operator, between, true, values);
        }

        /** Returns whether the columns equal one value each. */
        boolean isEqual() {
            return operator == Comparison.EQUAL && values.size() == 1;
        }

        Object value() {
            return values.get(0).get(0);
        }
    }

    /**
     * Reads a condition up to its end.
     *
     * @param restrictions those of its parts that are the application's own SQL
     * @throws LeftToJdbcException if it has any other form
     */
    static Condition of(SqlText text, Restrictions restrictions) {
        Condition first = conjunction(text, restrictions);
        if (!text.take(" or ")) {
            return first;
        }
        List<List<Compared>> alternatives = new ArrayList<>(first.asAlternatives());
        do {
            alternatives.addAll(conjunction(text, restrictions).asAlternatives());
        } while (text.take(" or "));
        return new Condition(List.of(), alternatives);
    }

    private List<List<Compared>> asAlternatives() {
        if (alternatives.isEmpty()) {
            return List.of(compared);
        }
        if (!compared.isEmpty()) {
            throw LeftToJdbcException.of(ReasonCode.OTHER_CONDITION);
        }
        return alternatives;
    }

    private static Condition conjunction(SqlText text, Restrictions restrictions) {
        List<Compared> compared = new ArrayList<>();
        List<List<Compared>> alternatives = List.of();
        do {
            Condition part = part(text, restrictions);
            compared.addAll(part.compared);
            if (!part.alternatives.isEmpty() && !alternatives.isEmpty()) {
                throw LeftToJdbcException.of(ReasonCode.RANGE_AND_AFTER);
            }
            alternatives = part.alternatives.isEmpty() ? alternatives : part.alternatives;
        } while (text.take(" and "));
        return new Condition(compared, alternatives);
    }

    private static Condition part(SqlText text, Restrictions restrictions) {
        List<Compared> restriction = restrictions.next(text);
        if (!restriction.isEmpty()) {
            return new Condition(restriction, List.of());
        }
        boolean tuple = text.isTuple();
        if (!tuple && text.take("(")) {
            Condition group = of(text, restrictions);
            text.expect(")");
            return group;
        }
        if (text.take("not ") || text.take("exists(")) {
            throw LeftToJdbcException.of(ReasonCode.OTHER_CONDITION);
        }
        List<ColumnName> columns = text.values(tuple, () -> text.column(ReasonCode.COMPARES_NO_COLUMN));
        if (text.take(" is null") || text.take(" IS NULL")) {
            return of(new Compared(columns, null, List.of()));
        }
        if (text.take(" in ") && !text.take("(select ")) {
            return of(new Compared(
                    columns, Comparison.EQUAL, text.values(true, () -> text.values(tuple, text::operand))));
        }
        if (text.take(" between ")) {
            List<Object> from = text.values(tuple, text::operand);
            text.expect(" and ");
            List<Object> to = text.values(tuple, text::operand);
            return of(
                    Compared.between(columns, Comparison.GREATER_OR_EQUAL, from),
                    Compared.between(columns, Comparison.LESS_OR_EQUAL, to));
        }
        Comparison operator = text.comparison();
        if (operator == null) {
            throw LeftToJdbcException.of(
                    text.take(" is not null") ? ReasonCode.TESTS_NOT_NULL : ReasonCode.OTHER_CONDITION);
        }
        return of(new Compared(columns, operator, List.of(text.values(tuple, text::operand))));
    }

    private static Condition of(Compared... all) {
        for (Compared one : all) {
            if (one.values.stream().anyMatch(values -> values.size() != one.columns.size())) {
                throw LeftToJdbcException.of(ReasonCode.OTHER_CONDITION);
            }
        }
        return new Condition(List.of(all), List.of());
    }
}
