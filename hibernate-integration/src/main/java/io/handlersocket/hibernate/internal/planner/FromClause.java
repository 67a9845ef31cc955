// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.planner;

import io.handlersocket.hibernate.ReasonCode;
import io.handlersocket.hibernate.internal.planner.SqlText.ColumnName;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the tables of a statement. Each but the first must be joined by columns that equal columns of earlier tables, or
 * values.
 *
 * <p>The AST does not contain the facts. It has groups of tables. While Hibernate renders them, it decides which table
 * of a group comes first, which joins become left joins, which stand in parentheses, and which are left out because
 * nothing uses them. Rows without a match, and the order of rows that the statement does not sort, depend on these
 * decisions.
 */
record FromClause(SqlText text, List<FromClause.Table> tables) {

    /**
     * A table of the clause.
     *
     * @param outer whether it is joined by {@code left join}
     * @param equal the columns that join its rows
     * @param restrictions further conditions on its rows
     * @param end the position after the last table in the same parentheses
     */
    record Table(
            SqlName name, String alias, boolean outer, List<Equal> equal, List<Restriction> restrictions, int end) {}

    /** A condition that a column of the table itself equals one of an earlier table. */
    record Equal(String column, ColumnName other) {}

    /**
     * Reads the tables of a clause. Leaves the text at the end of the clause.
     *
     * @throws LeftToJdbcException if the clause has any other form
     */
    static List<Table> of(SqlText text) {
        FromClause clause = new FromClause(text, new ArrayList<>());
        SqlName name = text.table(ReasonCode.MORE_THAN_A_TABLE);
        text.expect(" ");
        clause.tables.add(new Table(name, text.alias(), false, List.of(), List.of(), 1));
        clause.joins();
        return List.copyOf(clause.tables);
    }

    private void joins() {
        while (true) {
            if (text.take(" left join ")) {
                join(true);
            } else if (text.take(" join ")) {
                join(false);
            } else {
                return;
            }
        }
    }

    private void join(boolean outer) {
        boolean group = text.take("(");
        int position = tables.size();
        SqlName name = text.table(ReasonCode.JOIN_OF_NO_TABLE);
        text.expect(" ");
        String alias = text.alias();
        tables.add(new Table(name, alias, outer, List.of(), List.of(), position + 1));
        if (group) {
            joins();
            text.expect(")");
        }
        text.expect(" on ");
        Condition condition = Condition.of(text, Restrictions.NONE);
        List<Equal> equal = new ArrayList<>();
        List<Restriction> restrictions = new ArrayList<>();
        for (Condition.Compared compared : condition.compared()) {
            if (compared.operator() != null && !compared.isEqual()) {
                throw LeftToJdbcException.of(ReasonCode.JOIN_CONDITION);
            }
            for (int i = 0; i < compared.columns().size(); i++) {
                ColumnName column = compared.columns().get(i);
                Object value = compared.operator() == null
                        ? null
                        : compared.values().get(0).get(i);
                if (value instanceof ColumnName other) {
                    equal.add(equal(column, other, alias, position));
                } else if (column.alias().equals(alias)) {
                    restrictions.add(new Restriction(column, value));
                } else {
                    throw LeftToJdbcException.of(ReasonCode.JOIN_OF_OTHER_TABLE);
                }
            }
        }
        if (equal.isEmpty() || !condition.alternatives().isEmpty()) {
            throw LeftToJdbcException.of(
                    condition.alternatives().isEmpty() ? ReasonCode.JOIN_OF_NO_COLUMNS : ReasonCode.JOIN_CONDITION);
        }
        tables.set(position, new Table(name, alias, outer, equal, restrictions, tables.size()));
    }

    private Equal equal(ColumnName left, ColumnName right, String alias, int position) {
        if (left.alias().equals(alias) && isInFront(right, position)) {
            return new Equal(left.name(), right);
        }
        if (right.alias().equals(alias) && isInFront(left, position)) {
            return new Equal(right.name(), left);
        }
        throw LeftToJdbcException.of(ReasonCode.JOIN_OF_TWO_OTHERS);
    }

    private boolean isInFront(ColumnName column, int position) {
        return tables.subList(0, position).stream()
                .anyMatch(table -> table.alias().equals(column.alias()));
    }
}
