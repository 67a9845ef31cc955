// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.planner;

import io.handlersocket.hibernate.ReasonCode;
import io.handlersocket.hibernate.internal.plan.Answer;
import io.handlersocket.hibernate.internal.plan.Join;
import io.handlersocket.hibernate.internal.plan.Lookup;
import io.handlersocket.hibernate.internal.plan.ValueType;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import io.handlersocket.hibernate.spi.RangeAndOrder;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.sql.ast.tree.expression.ColumnReference;

/**
 * Plans a select that joins tables. Lookups can answer it if the statement contains the key of the first table, and
 * rows of earlier tables contain the key of each further table.
 */
final class JoinPlanner {

    /** Maximum packets of a join if no row changes: each packet has the keys that the previous one found. */
    static final int MAX_PACKETS = 4;

    static final int MAX_TABLES = 12;

    private final List<FromClause.Table> tables;
    private final List<List<Lookup.Selected>> columns = new ArrayList<>();
    private final List<Object> constants = new ArrayList<>();

    private JoinPlanner(List<FromClause.Table> tables) {
        this.tables = tables;
        tables.forEach(table -> columns.add(new ArrayList<>()));
    }

    /**
     * Plans a statement.
     *
     * @param items what is selected; a column that is only sorted by becomes a new item
     * @throws LeftToJdbcException if lookups cannot answer the statement
     */
    static PlannedStatement plan(
            String role,
            String sql,
            LimitClause limit,
            List<SelectClause.Item> items,
            List<FromClause.Table> tables,
            KeyCondition condition,
            List<SortClause.Sort> sorts,
            Answer answer) {
        if (tables.size() > MAX_TABLES) {
            throw LeftToJdbcException.of(ReasonCode.TOO_MANY_TABLES, MAX_TABLES);
        }
        if (!condition.rangeAndOrder(List.of()).equals(RangeAndOrder.NONE)) {
            throw LeftToJdbcException.of(ReasonCode.RANGE);
        }
        int selected = items.size();
        List<Join.Order> orders = new ArrayList<>();
        for (SortClause.Sort sort : sorts) {
            orders.add(new Join.Order(sorted(items, sort.column()), sort.descending()));
        }
        if (answer == Answer.DISTINCT_ROWS && items.size() > selected) {
            throw LeftToJdbcException.of(ReasonCode.DISTINCT_BY_OTHER_ORDER);
        }
        JoinPlanner planner = new JoinPlanner(tables);
        Join join = planner.join(items, condition, orders);
        if (join.packets() > MAX_PACKETS) {
            throw LeftToJdbcException.of(ReasonCode.TOO_DEEP, MAX_PACKETS - 1);
        }
        return PlannedStatement.lookup(role, join, sql, limit, condition, planner.constants, answer);
    }

    private Join join(List<SelectClause.Item> items, KeyCondition condition, List<Join.Order> orders) {
        List<Join.Item> selected = items.stream().map(this::item).toList();
        List<List<Join.Origin>> origins = tables.stream()
                .map(table -> table.equal().stream()
                        .map(equal -> column(equal.other(), ValueType.KEY))
                        .toList())
                .toList();
        List<Join.Table> joined = new ArrayList<>(tables.size());
        for (int i = 0; i < tables.size(); i++) {
            FromClause.Table table = tables.get(i);
            List<String> key = i == 0
                    ? condition.key()
                    : table.equal().stream().map(FromClause.Equal::column).toList();
            List<Restriction> restrictions = new ArrayList<>(table.restrictions());
            restrictions.addAll(condition.restrictions(table.alias()));
            if (restrictions.size() > table.restrictions().size() && isOuter(i)) {
                // Rows without a match have NULL in all columns of the table: IS NULL would find them.
                throw LeftToJdbcException.of(ReasonCode.COMPARES_OUTER_JOIN);
            }
            if (columns.get(i).isEmpty()) {
                // No column is selected, but the number of its rows matters.
                String any = key.isEmpty() ? Restriction.constants(restrictions).get(0) : key.get(0);
                columns.get(i).add(new Lookup.Selected(any, ValueType.KEY));
            }
            Lookup lookup = Restriction.lookup(table.name(), columns.get(i), key, RangeAndOrder.NONE, restrictions);
            constants.addAll(Restriction.values(restrictions));
            joined.add(new Join.Table(lookup, table.outer(), origins.get(i), table.end()));
        }
        return new Join(joined, selected, orders);
    }

    private boolean isOuter(int table) {
        for (int i = 0; i <= table; i++) {
            if (tables.get(i).outer() && tables.get(i).end() > table) {
                return true;
            }
        }
        return false;
    }

    private Join.Item item(SelectClause.Item item) {
        if (item.type() == ValueType.CONSTANT) {
            throw LeftToJdbcException.of(ReasonCode.SELECTS_NO_COLUMN);
        }
        return new Join.Item(
                column(item.column(), item.type()),
                item.cases().stream()
                        .map(one -> new Join.Case(column(one.column(), ValueType.KEY), one.value()))
                        .toList());
    }

    /** Returns a column, and adds it to those that are read. */
    private Join.Origin column(SqlText.ColumnName column, ValueType type) {
        for (int i = 0; i < tables.size(); i++) {
            if (tables.get(i).alias().equals(column.alias())) {
                Lookup.Selected selected = new Lookup.Selected(column.name(), type);
                int known = columns.get(i).indexOf(selected);
                if (known < 0) {
                    columns.get(i).add(selected);
                }
                return new Join.Origin(i, known < 0 ? columns.get(i).size() - 1 : known);
            }
        }
        throw LeftToJdbcException.of(ReasonCode.NOT_PLAIN);
    }

    /** Returns the position of the item by which rows are sorted. A column that is not selected becomes a new item. */
    private static int sorted(List<SelectClause.Item> items, ColumnReference sorted) {
        SqlText.ColumnName column = SqlText.ColumnName.of(sorted);
        for (int i = 0; i < items.size(); i++) {
            SelectClause.Item item = items.get(i);
            if (item.cases().isEmpty()
                    && item.column().equals(column)
                    && item.type().isSortable()) {
                return i;
            }
        }
        ValueType type = HibernateTypes.of(sorted.getJdbcMapping()).orElse(null);
        if (type == null || !type.isSortable()) {
            throw StatementPlanner.left(sorted, ReasonCode.ORDER_BY_UNSORTABLE);
        }
        items.add(new SelectClause.Item(column, type));
        return items.size() - 1;
    }
}
