// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.planner;

import io.handlersocket.hibernate.internal.plan.LeftToJdbcException;
import io.handlersocket.hibernate.internal.plan.ValueType;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.sql.ast.spi.SqlSelection;
import org.hibernate.sql.ast.tree.expression.ColumnReference;
import org.hibernate.type.descriptor.jdbc.BasicExtractor;
import org.hibernate.type.descriptor.jdbc.IntegerJdbcType;
import org.hibernate.type.descriptor.jdbc.JdbcType;

/** Reads the columns that a join selects: their names from the text, their types from the AST. */
final class JoinItems {

    /**
     * A selected item: a column, or a case that distinguishes the classes of a hierarchy.
     *
     * @param column the column; for a case, the first column that it tests
     * @param type how the column's value is read
     * @param cases empty for a column; for a case, the columns that it tests for NULL, each with its value
     */
    record Item(SqlText.ColumnName column, ValueType type, List<Case> cases) {}

    record Case(SqlText.ColumnName column, Object value) {}

    private final SqlText text;
    private final List<Item> items = new ArrayList<>();

    private JoinItems(SqlText text) {
        this.text = text;
    }

    /**
     * Reads the items of these selections from the start of the text. Leaves the text after them.
     *
     * @throws LeftToJdbcException if a selection is neither a column nor the case that distinguishes the classes of a
     *     hierarchy
     */
    static List<Item> of(List<SqlSelection> selections, SqlText text) {
        JoinItems items = new JoinItems(text);
        for (SqlSelection selection : selections) {
            if (!selection.isVirtual()) {
                items.add(selection);
            }
        }
        if (items.items.isEmpty()) {
            throw LeftToJdbcException.statement("it selects nothing");
        }
        return items.items;
    }

    private void add(SqlSelection selection) {
        if (selection.getJdbcResultSetIndex() != items.size() + 1) {
            throw LeftToJdbcException.statement("its columns are not in the order of the mapping");
        }
        if (!items.isEmpty() && !text.take(",")) {
            throw LeftToJdbcException.statement(StatementPlanner.NOT_PLAIN);
        }
        ColumnReference column = selection.getExpression().getColumnReference();
        if (column != null) {
            addColumn(selection, column);
        } else if (isNumber(selection) && text.take("case")) {
            addCases();
        } else {
            throw LeftToJdbcException.statement("it selects something that is not a column");
        }
    }

    private void addColumn(SqlSelection selection, ColumnReference column) {
        if (column.isColumnExpressionFormula()) {
            throw LeftToJdbcException.statement(
                    "@Formula " + column.getColumnExpression(), StatementPlanner.named(column));
        }
        String refusal = HibernateTypes.refusal(selection, column);
        if (refusal != null) {
            throw LeftToJdbcException.statement(refusal, StatementPlanner.named(column));
        }
        SqlText.ColumnName name = name(column);
        if (!text.column().equals(name)) {
            throw LeftToJdbcException.statement(StatementPlanner.NOT_PLAIN);
        }
        items.add(new Item(name, HibernateTypes.of(selection), List.of()));
    }

    static SqlText.ColumnName name(ColumnReference column) {
        return new SqlText.ColumnName(column.getQualifier(), StatementPlanner.columnName(column));
    }

    private static boolean isNumber(SqlSelection selection) {
        JdbcType type = selection.getExpressionType().getSingleJdbcMapping().getJdbcType();
        return type instanceof IntegerJdbcType
                && selection.getJdbcValueExtractor() instanceof BasicExtractor<?> extractor
                && extractor.getJdbcType() == type;
    }

    private void addCases() {
        List<Case> cases = new ArrayList<>();
        while (text.take(" when ")) {
            SqlText.ColumnName column = text.column();
            if (!text.take(" is not null then ") || !(text.isConstant() && text.constant() instanceof Long value)) {
                throw LeftToJdbcException.statement("it selects something that is not a column");
            }
            cases.add(new Case(column, value));
        }
        if (cases.isEmpty() || !text.take(" end")) {
            throw LeftToJdbcException.statement("it selects something that is not a column");
        }
        items.add(new Item(cases.get(0).column(), ValueType.KEY, cases));
    }
}
