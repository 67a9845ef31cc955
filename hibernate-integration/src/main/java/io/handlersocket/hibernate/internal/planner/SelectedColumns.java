// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.planner;

import io.handlersocket.hibernate.internal.plan.Join;
import io.handlersocket.hibernate.internal.plan.Lookup;
import io.handlersocket.hibernate.spi.RangeAndOrder.Sort;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What a statement reads, by name.
 *
 * @param tables the tables, without schema
 * @param columns for each selected value its table and column, such as {@code player.level}
 * @param order the positions of the selected values by which the rows are sorted; only the leading sort keys that are
 *     selected and of which equal ones have equal values
 */
public record SelectedColumns(Set<String> tables, List<String> columns, List<Integer> order) {

    static SelectedColumns of(Lookup lookup) {
        List<String> columns = lookup.columns().stream()
                .map(column -> lookup.table() + '.' + column.column())
                .toList();
        List<Integer> order = new ArrayList<>();
        for (Sort sort : lookup.range().order()) {
            int position = columns.indexOf(lookup.table() + '.' + sort.column());
            if (position < 0 || !isExact(lookup.columns().get(position))) {
                break;
            }
            order.add(position);
        }
        return new SelectedColumns(Set.of(lookup.table()), columns, List.copyOf(order));
    }

    static SelectedColumns of(Join join) {
        List<Lookup> lookups = join.tables().stream().map(Join.Table::lookup).toList();
        Set<String> tables = new LinkedHashSet<>();
        lookups.forEach(lookup -> tables.add(lookup.table()));
        List<String> columns = new ArrayList<>();
        for (Join.Item item : join.items()) {
            Join.Origin origin =
                    item.cases().isEmpty() ? item.column() : item.cases().get(0).column();
            Lookup lookup = lookups.get(origin.table());
            columns.add(
                    lookup.table() + '.' + lookup.columns().get(origin.column()).column());
        }
        List<Integer> order = new ArrayList<>();
        for (Join.Order sort : join.orders()) {
            Join.Item item = join.items().get(sort.item());
            Join.Origin origin = item.column();
            if (item.cases().isEmpty()
                    && !isExact(lookups.get(origin.table()).columns().get(origin.column()))) {
                break;
            }
            order.add(sort.item());
        }
        return new SelectedColumns(tables, columns, List.copyOf(order));
    }

    /** Returns whether values that sort alike are equal. A collation holds different texts equal, and 0.0 is -0.0. */
    private static boolean isExact(Lookup.Selected column) {
        return switch (column.type()) {
            case INTEGER, BOOLEAN, DECIMAL, UUID_VALUE, DATE, TIME, TIMESTAMP -> true;
            default -> false;
        };
    }
}
