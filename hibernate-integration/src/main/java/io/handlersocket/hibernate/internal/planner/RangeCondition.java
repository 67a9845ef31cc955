// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.planner;

import io.handlersocket.client.Comparison;
import io.handlersocket.hibernate.ReasonCode;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import io.handlersocket.hibernate.spi.RangeAndOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import org.hibernate.query.sqm.ComparisonOperator;
import org.hibernate.sql.ast.tree.expression.ColumnReference;
import org.hibernate.sql.ast.tree.expression.Expression;
import org.hibernate.sql.ast.tree.predicate.BetweenPredicate;
import org.hibernate.sql.ast.tree.predicate.ComparisonPredicate;
import org.hibernate.sql.ast.tree.predicate.GroupedPredicate;
import org.hibernate.sql.ast.tree.predicate.Junction;
import org.hibernate.sql.ast.tree.predicate.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The part of a condition that is a range: {@code b>=?}, {@code b between 1 and 5}, or the rows after a given one in
 * the order of several columns, {@code b>? or b=? and id>?}. Collects what is compared, and renders it as Hibernate
 * does.
 */
final class RangeCondition {

    private final StringBuilder sql;
    private final ToIntFunction<Expression> appendValue;
    private final List<RangeAndOrder.Bound> bounds = new ArrayList<>();
    private final List<Integer> values = new ArrayList<>();
    private RangeAndOrder.@Nullable After after;

    private record Compared(String column, ComparisonOperator operator, int value) {

        boolean isEqual() {
            return operator == ComparisonOperator.EQUAL;
        }
    }

    /**
     * @param sql the statement's text; the condition is appended to it
     * @param appendValue appends a parameter or constant to the text, and returns its position
     */
    RangeCondition(StringBuilder sql, ToIntFunction<Expression> appendValue) {
        this.sql = sql;
        this.appendValue = appendValue;
    }

    /** Returns whether this may be a range or a part of one. */
    static boolean isRange(@Nullable Predicate predicate) {
        return (predicate instanceof ComparisonPredicate comparison && bound(comparison.getOperator()) != null)
                || (predicate instanceof BetweenPredicate between && !between.isNegated())
                || isAlternative(predicate);
    }

    /** Returns whether {@code or} joins the parts of this condition. */
    static boolean isAlternative(@Nullable Predicate predicate) {
        return predicate instanceof GroupedPredicate grouped
                ? isAlternative(grouped.getSubPredicate())
                : predicate instanceof Junction junction && junction.getNature() == Junction.Nature.DISJUNCTION;
    }

    /** Returns the positions of what the range compares with, in the order of the values of {@link #rangeAndOrder}. */
    List<Integer> values() {
        return values;
    }

    boolean isEmpty() {
        return values.isEmpty();
    }

    RangeAndOrder rangeAndOrder(List<RangeAndOrder.Sort> order, boolean severalKeys) {
        return new RangeAndOrder(bounds, after, order, severalKeys);
    }

    /**
     * Adds a condition that may be a range.
     *
     * @param nested whether it is one of several conditions
     * @throws LeftToJdbcException if it is not a range
     */
    void add(Predicate predicate, boolean nested) {
        if (predicate instanceof BetweenPredicate between) {
            ColumnReference column = KeyCondition.column(between.getExpression());
            StatementPlanner.append(sql, column, "");
            sql.append(" between ");
            String name = StatementPlanner.columnName(column);
            addBound(
                    new RangeAndOrder.Bound(name, Comparison.GREATER_OR_EQUAL, true),
                    appendValue.applyAsInt(between.getLowerBound()));
            sql.append(" and ");
            addBound(
                    new RangeAndOrder.Bound(name, Comparison.LESS_OR_EQUAL, true),
                    appendValue.applyAsInt(between.getUpperBound()));
        } else if (predicate instanceof ComparisonPredicate comparison) {
            Compared compared = compared(comparison);
            addBound(new RangeAndOrder.Bound(compared.column(), comparison(compared.operator())), compared.value());
        } else {
            boolean parentheses = nested && predicate instanceof Junction;
            sql.append(parentheses ? "(" : "");
            List<List<Compared>> terms = new ArrayList<>();
            addTerms(predicate, terms);
            sql.append(parentheses ? ")" : "");
            addAfter(terms);
        }
    }

    private void addBound(RangeAndOrder.Bound bound, int value) {
        for (RangeAndOrder.Bound other : bounds) {
            if (!other.column().equalsIgnoreCase(bound.column())) {
                throw LeftToJdbcException.of(ReasonCode.RANGES_OF_TWO_COLUMNS, other.column(), bound.column());
            }
            if (other.comparison().isDescending() == bound.comparison().isDescending()) {
                throw LeftToJdbcException.of(ReasonCode.TWO_BOUNDS);
            }
        }
        refuseSecond();
        bounds.add(bound);
        values.add(value);
    }

    private void refuseSecond() {
        if (after != null) {
            throw LeftToJdbcException.of(ReasonCode.RANGE_AND_AFTER);
        }
    }

    /** Renders the parts that {@code or} joins, and collects them as terms. */
    private void addTerms(Predicate predicate, List<List<Compared>> terms) {
        if (!addParts(predicate, Junction.Nature.DISJUNCTION, " or ", part -> addTerms(part, terms))) {
            List<Compared> term = new ArrayList<>();
            addTerm(predicate, term);
            terms.add(term);
        }
    }

    /** Renders the parts that {@code and} joins, and collects their comparisons. */
    private void addTerm(Predicate predicate, List<Compared> term) {
        if (addParts(predicate, Junction.Nature.CONJUNCTION, " and ", part -> addTerm(part, term))) {
            return;
        }
        if (!(predicate instanceof ComparisonPredicate comparison)) {
            throw LeftToJdbcException.of(ReasonCode.OTHER_CONDITION);
        }
        term.add(compared(comparison));
    }

    /** Renders a group or a junction of this kind, and passes on its parts; returns false for any other predicate. */
    private boolean addParts(
            Predicate predicate, Junction.Nature nature, String separator, Consumer<Predicate> addPart) {
        if (predicate instanceof GroupedPredicate grouped) {
            sql.append('(');
            addPart.accept(grouped.getSubPredicate());
            sql.append(')');
            return true;
        }
        if (predicate instanceof Junction junction && junction.getNature() == nature) {
            String before = "";
            for (Predicate part : junction.getPredicates()) {
                sql.append(before);
                addPart.accept(part);
                before = separator;
            }
            return true;
        }
        return false;
    }

    private Compared compared(ComparisonPredicate comparison) {
        ColumnReference column = KeyCondition.column(comparison.getLeftHandExpression());
        StatementPlanner.append(sql, column, "");
        sql.append(comparison.getOperator().sqlText());
        return new Compared(
                StatementPlanner.columnName(column),
                comparison.getOperator(),
                appendValue.applyAsInt(comparison.getRightHandExpression()));
    }

    /** Adds {@code (a > ?) or (a = ? and b > ?) or …}; the terms may come in any order. */
    private void addAfter(List<List<Compared>> terms) {
        terms.sort(Comparator.comparing(List::size));
        List<String> columns = new ArrayList<>();
        List<Comparison> comparisons = new ArrayList<>();
        List<Integer> given = new ArrayList<>();
        for (List<Compared> term : terms) {
            List<Compared> last = term.stream().filter(part -> !part.isEqual()).toList();
            if (term.size() != columns.size() + 1 || last.size() != 1) {
                throw LeftToJdbcException.of(ReasonCode.OTHER_CONDITION);
            }
            for (String column : columns) {
                given.add(term.stream()
                        .filter(part -> part.isEqual() && part.column().equals(column))
                        .findFirst()
                        .orElseThrow(() -> LeftToJdbcException.of(ReasonCode.OTHER_CONDITION))
                        .value());
            }
            columns.add(last.get(0).column());
            comparisons.add(comparison(last.get(0).operator()));
            given.add(last.get(0).value());
        }
        refuseSecond();
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
        values.addAll(given);
    }

    private static Comparison comparison(ComparisonOperator operator) {
        Comparison comparison = bound(operator);
        if (comparison == null) {
            throw LeftToJdbcException.of(ReasonCode.OTHER_CONDITION);
        }
        return comparison;
    }

    private static @Nullable Comparison bound(ComparisonOperator operator) {
        return switch (operator) {
            case GREATER_THAN -> Comparison.GREATER;
            case GREATER_THAN_OR_EQUAL -> Comparison.GREATER_OR_EQUAL;
            case LESS_THAN -> Comparison.LESS;
            case LESS_THAN_OR_EQUAL -> Comparison.LESS_OR_EQUAL;
            default -> null;
        };
    }
}
