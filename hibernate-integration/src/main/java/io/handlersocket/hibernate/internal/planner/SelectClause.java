// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.planner;

import io.handlersocket.hibernate.ReasonCode;
import io.handlersocket.hibernate.internal.plan.ValueType;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.sql.ast.spi.SqlSelection;
import org.hibernate.sql.ast.tree.expression.ColumnReference;
import org.hibernate.sql.ast.tree.expression.Literal;
import org.hibernate.type.descriptor.jdbc.IntegerJdbcType;
import org.hibernate.type.descriptor.jdbc.JdbcType;
import org.jspecify.annotations.Nullable;

/** Reads what a statement selects: the columns of its text, with the types of the AST. */
record SelectClause(SqlText text, List<SelectClause.Item> items) {

    /** Stands for any column that has a value in all rows. */
    static final SqlText.ColumnName ANY = new SqlText.ColumnName("", "");

    /**
     * A selected item: a column, a constant, or a case that distinguishes the classes of a hierarchy.
     *
     * @param column the column; for a constant, {@link #ANY}; for a case, the first column that it tests
     * @param type how the value is read
     * @param constant the value of a {@link ValueType#CONSTANT}; otherwise null
     * @param cases for a case, the columns that it tests for NULL, each with its value; otherwise empty
     */
    record Item(
            SqlText.ColumnName column,
            ValueType type,
            @Nullable Object constant,
            List<Case> cases) {

        Item(SqlText.ColumnName column, ValueType type) {
            this(column, type, null, List.of());
        }
    }

    record Case(SqlText.ColumnName column, Object value) {}

    /**
     * Returns the items of these selections, in the order of the result set.
     *
     * @throws LeftToJdbcException if an item has any other form
     */
    static List<Item> of(List<SqlSelection> selections, SqlText text) {
        SelectClause clause = new SelectClause(text, new ArrayList<>());
        for (SqlSelection selection : selections) {
            if (!selection.isVirtual()) {
                clause.add(selection);
            }
        }
        if (clause.items.isEmpty()) {
            throw LeftToJdbcException.of(ReasonCode.SELECTS_NOTHING);
        }
        for (SqlSelection selection : selections) {
            if (selection.isVirtual()) {
                clause.checkSecondReader(selection);
            }
        }
        return clause.items;
    }

    /** A virtual selection is another reader of a value that is selected once: of a column that is mapped twice. */
    private void checkSecondReader(SqlSelection selection) {
        ColumnReference column = selection.getExpression().getColumnReference();
        if (column == null) {
            return; // a constant or a case has one reader
        }
        int index = selection.getJdbcResultSetIndex() - 1;
        if (HibernateTypes.of(selection, column) != items.get(index).type()) {
            throw StatementPlanner.left(column, ReasonCode.TWO_TYPES, column.getColumnExpression());
        }
    }

    private void add(SqlSelection selection) {
        if (selection.getJdbcResultSetIndex() != items.size() + 1) {
            throw LeftToJdbcException.of(ReasonCode.OTHER_ORDER_OF_COLUMNS);
        }
        text.expect(items.isEmpty() ? "" : ",");
        ColumnReference column = selection.getExpression().getColumnReference();
        if (column != null) {
            addColumn(selection, column);
        } else if (selection.getExpression() instanceof Literal literal) {
            addConstant(literal);
        } else {
            addCases(selection);
        }
    }

    private void addColumn(SqlSelection selection, ColumnReference column) {
        if (column.isColumnExpressionFormula()) {
            throw StatementPlanner.left(column, ReasonCode.FORMULA, column.getColumnExpression());
        }
        ValueType type = HibernateTypes.of(selection, column);
        items.add(new Item(text.column(column), type));
    }

    /** Adds NULL, a boolean or an integer, which the driver reads as what it is. */
    private void addConstant(Literal literal) {
        Object value = literal.getLiteralValue();
        if (value != null) {
            ValueType type = HibernateTypes.of(literal.getJdbcMapping()).orElse(ValueType.CONSTANT);
            boolean number = type == ValueType.INTEGER && (value instanceof Integer || value instanceof Long);
            if (!number && !(type == ValueType.BOOLEAN && value instanceof Boolean)) {
                throw LeftToJdbcException.of(ReasonCode.SELECTS_NO_COLUMN);
            }
        }
        text.expect(String.valueOf(value));
        items.add(new Item(ANY, ValueType.CONSTANT, value, List.of()));
    }

    private void addCases(SqlSelection selection) {
        List<Case> cases = new ArrayList<>();
        if (text.take("case") && isNumber(selection)) {
            while (text.take(" when ")) {
                SqlText.ColumnName column = text.column(ReasonCode.SELECTS_NO_COLUMN);
                if (!text.take(" is not null then ") || !(text.constant() instanceof Long value)) {
                    throw LeftToJdbcException.of(ReasonCode.SELECTS_NO_COLUMN);
                }
                cases.add(new Case(column, value));
            }
        }
        if (cases.isEmpty() || !text.take(" end")) {
            throw LeftToJdbcException.of(ReasonCode.SELECTS_NO_COLUMN);
        }
        items.add(new Item(cases.get(0).column(), ValueType.KEY, null, cases));
    }

    private static boolean isNumber(SqlSelection selection) {
        JdbcType type = selection.getExpressionType().getSingleJdbcMapping().getJdbcType();
        return type instanceof IntegerJdbcType && HibernateTypes.isOwn(selection.getJdbcValueExtractor(), type);
    }
}
