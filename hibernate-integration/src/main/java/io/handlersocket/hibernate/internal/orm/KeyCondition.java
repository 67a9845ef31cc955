// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.orm;

import io.handlersocket.hibernate.internal.orm.StatementPlanner.NoLookup;
import java.util.List;
import org.hibernate.persister.internal.SqlFragmentPredicate;
import org.hibernate.query.sqm.ComparisonOperator;
import org.hibernate.sql.ast.tree.expression.ColumnReference;
import org.hibernate.sql.ast.tree.expression.Expression;
import org.hibernate.sql.ast.tree.expression.Literal;
import org.hibernate.sql.ast.tree.expression.SqlTuple;
import org.hibernate.sql.ast.tree.expression.SqlTupleContainer;
import org.hibernate.sql.ast.tree.predicate.ComparisonPredicate;
import org.hibernate.sql.ast.tree.predicate.FilterPredicate;
import org.hibernate.sql.ast.tree.predicate.InListPredicate;
import org.hibernate.sql.ast.tree.predicate.Junction;
import org.hibernate.sql.ast.tree.predicate.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a condition in which each equals one parameter: {@code a=? and b=?}, and {@code (a,b) in ((?,?))}, the form
 * in which Hibernate asks for one composite id.
 */
final class KeyCondition {

    private KeyCondition() {}

    /**
     * Adds the condition's columns, and the text it should be rendered to.
     *
     * @throws NoLookup if it is any other condition
     */
    static void add(@Nullable Predicate where, List<String> key, StringBuilder sql) {
        if (where instanceof Junction junction && junction.getNature() == Junction.Nature.CONJUNCTION) {
            junction.getPredicates().forEach(part -> add(part, key, sql));
        } else if (where instanceof ComparisonPredicate comparison
                && comparison.getOperator() == ComparisonOperator.EQUAL) {
            addEqual(comparison, key, sql);
        } else if (where instanceof InListPredicate list && !list.isNegated()) {
            addSingle(list, key, sql);
        } else {
            throw new NoLookup(otherCondition(where));
        }
    }

    private static void addEqual(ComparisonPredicate comparison, List<String> key, StringBuilder sql) {
        Expression value = comparison.getRightHandExpression();
        if (value instanceof Literal) {
            throw new NoLookup("the condition compares with a constant, such as a discriminator or a soft-delete mark");
        }
        StatementPlanner.append(sql, column(comparison.getLeftHandExpression()), key.isEmpty() ? "" : " and ");
        sql.append("=?");
        key.add(StatementPlanner.columnName(column(comparison.getLeftHandExpression())));
    }

    private static void addSingle(InListPredicate list, List<String> key, StringBuilder sql) {
        if (list.getListExpressions().size() != 1) {
            throw new NoLookup("the condition is a list of keys (IN)");
        }
        if (!key.isEmpty()) {
            sql.append(" and ");
        }
        if (!(list.getTestExpression() instanceof SqlTupleContainer container) || container.getSqlTuple() == null) {
            StatementPlanner.append(sql, column(list.getTestExpression()), "");
            sql.append(" in (?)");
            key.add(StatementPlanner.columnName(column(list.getTestExpression())));
            return;
        }
        SqlTuple tuple = container.getSqlTuple();
        StringBuilder parameters = new StringBuilder();
        for (Expression part : tuple.getExpressions()) {
            StatementPlanner.append(sql, column(part), parameters.isEmpty() ? "(" : ",");
            parameters.append(parameters.isEmpty() ? "?" : ",?");
            key.add(StatementPlanner.columnName(column(part)));
        }
        sql.append(") in ((").append(parameters).append("))");
    }

    private static ColumnReference column(Expression expression) {
        ColumnReference column = expression.getColumnReference();
        if (column == null) {
            throw new NoLookup("the condition compares something that is not a column");
        }
        return column;
    }

    private static String otherCondition(@Nullable Predicate where) {
        if (where == null) {
            return "no condition: it reads the whole table";
        }
        if (where instanceof FilterPredicate) {
            return "a filter is enabled";
        }
        if (where instanceof SqlFragmentPredicate) {
            return "a restriction in SQL, such as @SQLRestriction";
        }
        return "the condition is more than columns that equal parameters";
    }
}
