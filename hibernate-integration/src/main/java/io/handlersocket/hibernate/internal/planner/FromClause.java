// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.planner;

import io.handlersocket.hibernate.ReasonCode;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads the tables that a statement joins. Each must be joined by columns that equal columns of earlier tables, or
 * values.
 *
 * <p>It reads the text that JDBC would run, unlike the other clauses, because the AST does not contain the facts. The
 * AST has groups of tables. While Hibernate renders them, it decides which table of a group comes first, which joins
 * become left joins, which stand in parentheses, and which are left out because nothing uses them. Rows without a
 * match, and the order of rows that the statement does not sort, depend on these decisions. A reader of the AST would
 * have to repeat these internal rules, and to compare its result with the text nevertheless.
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
    record Equal(String column, SqlText.ColumnName other) {}

    /**
     * Reads the tables of a clause. Leaves the text at the end of the clause.
     *
     * @throws LeftToJdbcException if the clause has any other form
     */
    static List<Table> of(SqlText text) {
        FromClause clause = new FromClause(text, new ArrayList<>());
        SqlName name = text.table();
        text.expect(" ");
        clause.tables.add(new Table(name, text.name(), false, List.of(), List.of(), 1));
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
        SqlName name = text.table();
        text.expect(" ");
        String alias = text.name();
        Table table = new Table(name, alias, outer, List.of(), List.of(), position + 1);
        tables.add(table);
        if (group) {
            joins();
            text.expect(")");
        }
        text.expect(" on ");
        List<Equal> equal = new ArrayList<>();
        List<Restriction> restrictions = new ArrayList<>();
        do {
            condition(alias, position, equal, restrictions);
        } while (text.take(" and "));
        if (equal.isEmpty()) {
            throw LeftToJdbcException.of(ReasonCode.JOIN_OF_NO_COLUMNS);
        }
        tables.set(position, new Table(name, alias, outer, equal, restrictions, tables.size()));
    }

    private void condition(String alias, int position, List<Equal> equal, List<Restriction> restrictions) {
        if (text.take("(")) {
            List<SqlText.ColumnName> left = columns();
            if (left.size() == 1 && !text.take(")")) { // @SQLRestriction
                restrictions.add(restriction(left.get(0), alias));
                while (text.take(" and ")) {
                    restrictions.add(restriction(text.column(), alias));
                }
                text.expect(")");
                return;
            }
            text.expect(left.size() == 1 ? "=(" : ")=(");
            List<SqlText.ColumnName> right = columns();
            text.expect(")");
            if (left.size() != right.size()) {
                throw LeftToJdbcException.of(ReasonCode.JOIN_CONDITION);
            }
            for (int i = 0; i < left.size(); i++) {
                equal.add(equal(left.get(i), right.get(i), alias, position));
            }
            return;
        }
        SqlText.ColumnName left = text.column();
        Optional<Restriction> restriction = text.restriction(left);
        if (restriction.isEmpty()) {
            equal.add(equal(left, text.column(), alias, position));
        } else {
            restrictions.add(own(restriction.get(), alias));
        }
    }

    private Restriction restriction(SqlText.ColumnName column, String alias) {
        return own(
                text.restriction(column).orElseThrow(() -> LeftToJdbcException.of(ReasonCode.JOIN_RESTRICTION)), alias);
    }

    private static Restriction own(Restriction restriction, String alias) {
        if (!restriction.column().alias().equals(alias)) {
            throw LeftToJdbcException.of(ReasonCode.JOIN_OF_OTHER_TABLE);
        }
        return restriction;
    }

    private List<SqlText.ColumnName> columns() {
        List<SqlText.ColumnName> columns = new ArrayList<>();
        do {
            columns.add(text.column());
        } while (text.take(","));
        return columns;
    }

    private Equal equal(SqlText.ColumnName left, SqlText.ColumnName right, String alias, int position) {
        if (left.alias().equals(alias) && isInFront(right, position)) {
            return new Equal(left.name(), right);
        }
        if (right.alias().equals(alias) && isInFront(left, position)) {
            return new Equal(right.name(), left);
        }
        throw LeftToJdbcException.of(ReasonCode.JOIN_OF_TWO_OTHERS);
    }

    private boolean isInFront(SqlText.ColumnName column, int position) {
        return tables.subList(0, position).stream()
                .anyMatch(table -> table.alias().equals(column.alias()));
    }
}
