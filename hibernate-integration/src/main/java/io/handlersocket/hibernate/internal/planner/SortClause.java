// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.planner;

import io.handlersocket.hibernate.ReasonCode;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.query.SortDirection;
import org.hibernate.sql.ast.tree.expression.ColumnReference;
import org.hibernate.sql.ast.tree.expression.Expression;
import org.hibernate.sql.ast.tree.expression.SqlSelectionExpression;
import org.hibernate.sql.ast.tree.expression.SqlTuple;
import org.hibernate.sql.ast.tree.expression.SqlTupleContainer;
import org.hibernate.sql.ast.tree.select.SortSpecification;
import org.jspecify.annotations.Nullable;

/**
 * Reads the columns of an {@code order by}. The text differs, and JDBC sorts, if the clause computes anything else: nulls
 * first or last against MariaDB's order, or ignored case.
 */
final class SortClause {

    /**
     * One column of the clause.
     *
     * @param descending whether the largest value comes first
     */
    record Sort(ColumnReference column, boolean descending) {}

    private SortClause() {}

    static List<Sort> of(@Nullable List<SortSpecification> specifications, SqlText text) {
        List<Sort> sorts = new ArrayList<>();
        if (specifications == null) {
            return sorts;
        }
        for (SortSpecification specification : specifications) {
            boolean descending = specification.getSortOrder() == SortDirection.DESCENDING;
            Expression expression = specification.getSortExpression();
            SqlTuple tuple = SqlTupleContainer.getSqlTuple(expression);
            List<? extends Expression> parts = tuple == null ? List.of(expression) : tuple.getExpressions();
            for (Expression part : parts) {
                ColumnReference column = part.getColumnReference();
                if (column == null || column.isColumnExpressionFormula()) {
                    throw LeftToJdbcException.of(ReasonCode.ORDER_BY_NO_COLUMN);
                }
                text.expect(sorts.isEmpty() ? " order by " : ",");
                if (part instanceof SqlSelectionExpression selected) {
                    text.expect(String.valueOf(selected.getSelection().getJdbcResultSetIndex()));
                } else {
                    text.column(column);
                }
                text.expect(descending ? " desc" : "");
                sorts.add(new Sort(column, descending));
            }
        }
        return sorts;
    }
}
