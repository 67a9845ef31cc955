// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.planner;

import io.handlersocket.hibernate.internal.plan.Answer;
import io.handlersocket.hibernate.internal.plan.Lookup;
import io.handlersocket.hibernate.internal.plan.ValueType;
import java.util.List;
import org.hibernate.query.sqm.ComparisonOperator;
import org.hibernate.sql.ast.spi.SqlSelection;
import org.hibernate.sql.ast.tree.SqlAstNode;
import org.hibernate.sql.ast.tree.expression.CaseSearchedExpression;
import org.hibernate.sql.ast.tree.expression.ColumnReference;
import org.hibernate.sql.ast.tree.expression.Expression;
import org.hibernate.sql.ast.tree.expression.FunctionExpression;
import org.hibernate.sql.ast.tree.expression.Literal;
import org.hibernate.sql.ast.tree.expression.Star;
import org.hibernate.sql.ast.tree.predicate.ComparisonPredicate;
import org.hibernate.sql.ast.tree.predicate.GroupedPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The only selection of a statement that counts rows: {@code count(*)} or {@code count(a)}, or whether this is {@code
 * >0}, also as {@code case when … then true else false end}.
 *
 * @param counted the column whose values are counted
 * @param answer the number, or whether there are any
 * @param sql the text that Hibernate renders
 */
record CountSelection(Lookup.Selected counted, Answer answer, String sql) {

    /** Returns null if anything else is selected. */
    static @Nullable CountSelection of(List<SqlSelection> selections) {
        CountSelection count = selections.size() == 1 ? of(selections.get(0).getExpression()) : null;
        if (count == null) {
            return null;
        }
        ValueType read = HibernateTypes.of(selections.get(0).getExpressionType().getSingleJdbcMapping())
                .orElse(null);
        return read == (count.answer == Answer.COUNT ? ValueType.INTEGER : ValueType.BOOLEAN) ? count : null;
    }

    private static @Nullable CountSelection of(Expression node) {
        if (node instanceof FunctionExpression function) {
            return function(function);
        }
        if (node instanceof ComparisonPredicate comparison
                && comparison.getOperator() == ComparisonOperator.GREATER_THAN
                && comparison.getRightHandExpression() instanceof Literal right
                && (Integer.valueOf(0).equals(right.getLiteralValue())
                        || Long.valueOf(0).equals(right.getLiteralValue()))) {
            CountSelection count = of(comparison.getLeftHandExpression());
            return count == null || count.answer != Answer.COUNT ? null : count.exists("", ">0");
        }
        if (node instanceof GroupedPredicate grouped) {
            return existsIn("(", grouped.getSubPredicate(), ")");
        }
        return node instanceof CaseSearchedExpression cases
                        && cases.getWhenFragments().size() == 1
                        && isLiteral(true, cases.getWhenFragments().get(0).getResult())
                        && isLiteral(false, cases.getOtherwise())
                ? existsIn("case when ", cases.getWhenFragments().get(0).getPredicate(), " then true else false end")
                : null;
    }

    private static @Nullable CountSelection existsIn(String before, Expression predicate, String after) {
        CountSelection inner = of(predicate);
        return inner == null || inner.answer != Answer.EXISTS ? null : inner.exists(before, after);
    }

    private CountSelection exists(String before, String after) {
        return new CountSelection(counted, Answer.EXISTS, before + sql + after);
    }

    private static boolean isLiteral(boolean value, @Nullable Expression expression) {
        return expression instanceof Literal literal && Boolean.valueOf(value).equals(literal.getLiteralValue());
    }

    private static @Nullable CountSelection function(FunctionExpression function) {
        if (!function.getFunctionName().equals("count")
                || function.getArguments().size() != 1) {
            return null;
        }
        SqlAstNode argument = function.getArguments().get(0);
        if (argument instanceof Star) {
            return new CountSelection(
                    new Lookup.Selected(SelectClause.ANY.name(), ValueType.KEY), Answer.COUNT, "count(*)");
        }
        ColumnReference column =
                argument instanceof Expression expression ? StatementPlanner.reference(expression) : null;
        return column == null
                ? null
                : new CountSelection(
                        new Lookup.Selected(StatementPlanner.columnName(column), ValueType.KEY),
                        Answer.COUNT,
                        "count(" + column.getQualifier() + '.' + column.getColumnExpression() + ')');
    }
}
