// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.orm;

import io.handlersocket.hibernate.internal.orm.StatementPlanner.NoLookup;
import io.handlersocket.hibernate.internal.plan.Reading;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.sql.ast.spi.SqlSelection;
import org.hibernate.sql.ast.tree.expression.CaseSearchedExpression;
import org.hibernate.sql.ast.tree.expression.ColumnReference;
import org.hibernate.sql.ast.tree.expression.Expression;
import org.hibernate.sql.ast.tree.expression.Literal;
import org.hibernate.sql.ast.tree.predicate.NullnessPredicate;
import org.hibernate.type.descriptor.jdbc.IntegerJdbcType;

/** What a statement that joins tables selects, and the text that it is rendered to. */
final class JoinItems {

    /**
     * One of them.
     *
     * @param column the column, or of a case the first that is asked for
     * @param reading how the column's value is asked for
     * @param cases none for a column; otherwise columns that are not NULL, each with its value
     */
    record Item(SqlText.ColumnName column, Reading reading, List<Case> cases) {}

    record Case(SqlText.ColumnName column, Integer value) {}

    private final StringBuilder sql;
    private final List<Item> items = new ArrayList<>();

    private JoinItems(StringBuilder sql) {
        this.sql = sql;
    }

    /**
     * Those of some selections; their text is added.
     *
     * @throws NoLookup if one of them is neither a column nor the case that tells the classes of a hierarchy apart
     */
    static List<Item> of(List<SqlSelection> selections, StringBuilder sql) {
        JoinItems items = new JoinItems(sql);
        for (SqlSelection selection : selections) {
            if (!selection.isVirtual()) {
                items.add(selection);
            }
        }
        if (items.items.isEmpty()) {
            throw new NoLookup("it selects nothing");
        }
        return items.items;
    }

    private void add(SqlSelection selection) {
        if (selection.getJdbcResultSetIndex() != items.size() + 1) {
            throw new NoLookup("its columns are not in the order of the mapping");
        }
        sql.append(items.isEmpty() ? "" : ",");
        ColumnReference column = selection.getExpression().getColumnReference();
        if (column != null) {
            if (column.isColumnExpressionFormula()) {
                throw new NoLookup("@Formula " + column.getColumnExpression());
            }
            String refusal = Readings.refusal(selection, column);
            if (refusal != null) {
                throw new NoLookup(refusal);
            }
            StatementPlanner.append(sql, column, "");
            items.add(new Item(name(column), Readings.of(selection), List.of()));
        } else if (selection.getExpression() instanceof CaseSearchedExpression cases
                && cases.getOtherwise() == null
                && selection.getExpressionType().getSingleJdbcMapping().getJdbcType() instanceof IntegerJdbcType) {
            addCases(cases);
        } else {
            throw new NoLookup("it selects something that is not a column");
        }
    }

    private void addCases(CaseSearchedExpression expression) {
        List<Case> cases = new ArrayList<>();
        sql.append("case");
        for (CaseSearchedExpression.WhenFragment when : expression.getWhenFragments()) {
            if (!(when.getPredicate() instanceof NullnessPredicate notNull)
                    || !notNull.isNegated()
                    || !(when.getResult() instanceof Literal literal)
                    || !(literal.getLiteralValue() instanceof Integer value)) {
                throw new NoLookup("it selects something that is not a column");
            }
            ColumnReference column = column(notNull.getExpression());
            StatementPlanner.append(sql.append(" when "), column, "");
            sql.append(" is not null then ").append(value);
            cases.add(new Case(name(column), value));
        }
        sql.append(" end");
        items.add(new Item(cases.get(0).column(), Reading.KEY, cases));
    }

    private static ColumnReference column(Expression expression) {
        ColumnReference column = expression.getColumnReference();
        if (column == null) {
            throw new NoLookup("it selects something that is not a column");
        }
        return column;
    }

    private static SqlText.ColumnName name(ColumnReference column) {
        return new SqlText.ColumnName(column.getQualifier(), StatementPlanner.columnName(column));
    }
}
