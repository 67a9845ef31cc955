// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.planner;

import io.handlersocket.hibernate.ReasonCode;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import io.handlersocket.hibernate.spi.RangeAndOrder;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.internal.util.MathHelper;
import org.hibernate.persister.internal.SqlFragmentPredicate;
import org.hibernate.query.sqm.ComparisonOperator;
import org.hibernate.sql.ast.tree.expression.ColumnReference;
import org.hibernate.sql.ast.tree.expression.Expression;
import org.hibernate.sql.ast.tree.expression.Literal;
import org.hibernate.sql.ast.tree.expression.SqlTuple;
import org.hibernate.sql.ast.tree.expression.SqlTupleContainer;
import org.hibernate.sql.ast.tree.predicate.ComparisonPredicate;
import org.hibernate.sql.ast.tree.predicate.FilterPredicate;
import org.hibernate.sql.ast.tree.predicate.GroupedPredicate;
import org.hibernate.sql.ast.tree.predicate.InListPredicate;
import org.hibernate.sql.ast.tree.predicate.Junction;
import org.hibernate.sql.ast.tree.predicate.NullnessPredicate;
import org.hibernate.sql.ast.tree.predicate.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A condition in which columns equal parameters or constants, joined by {@code and}: {@code a=?}, {@code (a,b)=(?,?)},
 * {@code a in (?,?)}, {@code (a,b) in ((?,?),(?,?))}, {@code kind='x'}, {@code kind in ('x','y')}, {@code deleted is
 * null}. At most one list has several keys. One {@link RangeCondition} may be joined to them. Collects the compared
 * columns, and renders the condition as Hibernate does.
 */
final class KeyCondition {

    private final SessionFactoryImplementor sessionFactory;
    private final StringBuilder sql;
    private final String alias;
    private final List<String> single = new ArrayList<>();
    private final List<Integer> singleParameters = new ArrayList<>();
    private final List<String> listed = new ArrayList<>();
    private final Restrictions restrictions;
    private final RangeCondition range;
    private final List<Object> rangeConstants = new ArrayList<>();
    private boolean first = true;
    private int parameters;
    private int listFrom;
    private int listSize = 1;

    /**
     * Creates an empty condition.
     *
     * @param sql the statement's text up to the condition; the condition is appended to it
     * @param alias the alias of the table with the key
     * @param parameters how many parameters the statement has before the condition
     */
    KeyCondition(SessionFactoryImplementor sessionFactory, StringBuilder sql, String alias, int parameters) {
        this.sessionFactory = sessionFactory;
        this.sql = sql;
        this.alias = alias;
        this.parameters = parameters;
        this.restrictions = new Restrictions(sessionFactory, sql, new ArrayList<>());
        this.range = new RangeCondition(sql, this::appendValue);
    }

    /** Returns the columns that are compared with parameters, in the order of {@link #keys()}. */
    List<String> key() {
        List<String> key = new ArrayList<>(single);
        key.addAll(listed);
        if (key.isEmpty()
                && range.isEmpty()
                && Restriction.constants(restrictions(alias)).isEmpty()) {
            throw LeftToJdbcException.of(ReasonCode.NO_VALUE_COMPARED);
        }
        return key;
    }

    RangeAndOrder rangeAndOrder(List<RangeAndOrder.Sort> order) {
        boolean severalKeys = listSize > 1 || (single.isEmpty() && restrictions.hasList());
        if (severalKeys && !range.isEmpty()) {
            throw LeftToJdbcException.of(ReasonCode.RANGE_OF_KEYS);
        }
        return range.rangeAndOrder(order, severalKeys && !order.isEmpty());
    }

    /** Returns the constants of the range. The complement of a constant's index is its position. */
    List<Object> rangeConstants() {
        return rangeConstants;
    }

    private int appendValue(Expression value) {
        if (value instanceof Literal literal) {
            rangeConstants.add(restrictions.append(literal));
            return -rangeConstants.size();
        }
        sql.append('?');
        return parameters++;
    }

    /** Returns for each key the positions of its parameters, followed by those of what the range compares with. */
    int[][] keys() {
        int size = single.size() + listed.size();
        int[][] keys = new int[listSize][size + range.values().size()];
        for (int k = 0; k < keys.length; k++) {
            for (int i = 0; i < single.size(); i++) {
                keys[k][i] = singleParameters.get(i);
            }
            for (int i = 0; i < listed.size(); i++) {
                keys[k][single.size() + i] = listFrom + k * listed.size() + i;
            }
            for (int i = size; i < keys[k].length; i++) {
                keys[k][i] = range.values().get(i - size);
            }
        }
        return keys;
    }

    List<Restriction> restrictions() {
        return restrictions.all();
    }

    List<Restriction> restrictions(String ofAlias) {
        return restrictions.of(ofAlias);
    }

    /**
     * Adds a condition.
     *
     * @throws LeftToJdbcException if it has any other form
     */
    void add(@Nullable Predicate where) {
        add(where, false);
    }

    private void add(@Nullable Predicate where, boolean nested) {
        if (where instanceof Junction junction && junction.getNature() == Junction.Nature.CONJUNCTION) {
            junction.getPredicates().forEach(part -> add(part, true));
        } else if (where instanceof ComparisonPredicate comparison
                && comparison.getOperator() == ComparisonOperator.EQUAL) {
            and();
            addEqual(comparison.getLeftHandExpression(), comparison.getRightHandExpression());
        } else if (where instanceof InListPredicate list && !list.isNegated()) {
            and();
            addList(list);
        } else if (where instanceof NullnessPredicate nullness && !nullness.isNegated()) {
            addNull(nullness.getExpression());
        } else if (where instanceof SqlFragmentPredicate fragment) {
            and();
            restrictions.addFragment(fragment.getSqlFragment());
        } else if (where instanceof FilterPredicate filter) {
            for (FilterPredicate.FilterFragmentPredicate fragment : filter.getFragments()) {
                and();
                parameters = restrictions.addFilter(fragment, parameters);
            }
        } else if (where instanceof GroupedPredicate grouped && !RangeCondition.isAlternative(where)) {
            sql.append(first ? "(" : " and (");
            first = true;
            add(grouped.getSubPredicate(), false);
            sql.append(')');
            first = false;
        } else if (where != null && RangeCondition.isRange(where)) {
            and();
            range.add(where, nested);
        } else {
            throw LeftToJdbcException.of(otherCondition(where));
        }
    }

    private void addNull(Expression expression) {
        SqlTuple tuple = SqlTupleContainer.getSqlTuple(expression);
        for (Expression part : tuple == null ? List.of(expression) : tuple.getExpressions()) {
            and();
            restrictions.addNull(column(part));
        }
    }

    private void addEqual(Expression left, Expression right) {
        SqlTuple tuple = SqlTupleContainer.getSqlTuple(left);
        if (tuple != null) {
            List<String> columns = new ArrayList<>();
            appendTuple(tuple, columns);
            columns.forEach(this::addParameter);
            sql.append("=").append(marks(columns.size()));
            return;
        }
        ColumnReference column = column(left);
        if (right instanceof Literal literal) {
            restrictions.addConstant(column, literal);
        } else if (alias.equals(column.getQualifier())) {
            StatementPlanner.append(sql, column, "");
            sql.append("=?");
            addParameter(StatementPlanner.columnName(column));
        } else {
            restrictions.addParameter(column, parameters++);
        }
    }

    private void and() {
        sql.append(first ? "" : " and ");
        first = false;
    }

    private void addParameter(String column) {
        single.add(column);
        singleParameters.add(parameters++);
    }

    private void addList(InListPredicate list) {
        int size = list.getListExpressions().size();
        if (list.getListExpressions().stream().anyMatch(Literal.class::isInstance)) {
            restrictions.addConstants(ownColumn(list.getTestExpression()), list.getListExpressions());
            return;
        }
        if (size == 0 || (size > 1 && listSize > 1)) {
            throw LeftToJdbcException.of(ReasonCode.SEVERAL_KEY_LISTS);
        }
        List<String> columns = new ArrayList<>();
        SqlTuple tuple = SqlTupleContainer.getSqlTuple(list.getTestExpression());
        if (tuple == null) {
            StatementPlanner.append(sql, ownColumn(list.getTestExpression()), "");
            columns.add(StatementPlanner.columnName(ownColumn(list.getTestExpression())));
        } else {
            appendTuple(tuple, columns);
        }
        String mark = tuple == null ? "?" : marks(columns.size());
        int rendered = sessionFactory.getSessionFactoryOptions().inClauseParameterPaddingEnabled()
                ? MathHelper.ceilingPowerOfTwo(size)
                : size;
        sql.append(" in (").append(mark);
        for (int i = 1; i < rendered; i++) {
            sql.append(',').append(mark);
        }
        sql.append(')');
        if (size == 1) {
            columns.forEach(this::addParameter);
        } else {
            listed.addAll(columns);
            listFrom = parameters;
            // With padding, the marks after the last key repeat it, or hold further keys of the same text.
            listSize = rendered;
            parameters += rendered * columns.size();
        }
    }

    private void appendTuple(SqlTuple tuple, List<String> columns) {
        for (Expression part : tuple.getExpressions()) {
            StatementPlanner.append(sql, ownColumn(part), columns.isEmpty() ? "(" : ",");
            columns.add(StatementPlanner.columnName(ownColumn(part)));
        }
        sql.append(')');
    }

    private static String marks(int count) {
        return "(" + "?,".repeat(count - 1) + "?)";
    }

    private ColumnReference ownColumn(Expression expression) {
        ColumnReference column = column(expression);
        if (!alias.equals(column.getQualifier())) {
            throw LeftToJdbcException.of(ReasonCode.COMPARES_OTHER_TABLE);
        }
        return column;
    }

    static ColumnReference column(Expression expression) {
        ColumnReference column = StatementPlanner.reference(expression);
        if (column == null) {
            throw LeftToJdbcException.of(ReasonCode.COMPARES_NO_COLUMN);
        }
        return column;
    }

    private static ReasonCode otherCondition(@Nullable Predicate where) {
        if (where == null) {
            return ReasonCode.WHOLE_TABLE;
        }
        if (where instanceof NullnessPredicate) {
            return ReasonCode.TESTS_NOT_NULL;
        }
        return ReasonCode.OTHER_CONDITION;
    }
}
