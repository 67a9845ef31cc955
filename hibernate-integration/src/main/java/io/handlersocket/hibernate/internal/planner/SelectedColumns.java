// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.planner;

import io.handlersocket.hibernate.internal.plan.Join;
import io.handlersocket.hibernate.internal.plan.Lookup;
import io.handlersocket.hibernate.internal.plan.Shape;
import io.handlersocket.hibernate.spi.ReadColumns;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Names what a statement reads. */
final class SelectedColumns {

    private SelectedColumns() {}

    static ReadColumns of(Shape shape) {
        return shape instanceof Join join ? ofJoin(join) : ofLookup((Lookup) shape);
    }

    private static ReadColumns ofLookup(Lookup lookup) {
        String table = lookup.table();
        List<String> columns = lookup.columns().stream()
                .map(column -> table + '.' + column.column())
                .toList();
        List<Integer> order = lookup.range().order().stream()
                .map(sort -> columns.indexOf(table + '.' + sort.column()))
                .takeWhile(position -> position >= 0 && isExact(lookup.columns().get(position)))
                .toList();
        return new ReadColumns(Set.of(table), columns, order);
    }

    private static ReadColumns ofJoin(Join join) {
        List<Lookup> lookups = join.lookups();
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
        List<Integer> order = join.orders().stream()
                .map(Join.Order::item)
                .takeWhile(position -> isExact(join.items().get(position), lookups))
                .toList();
        return new ReadColumns(tables, columns, order);
    }

    private static boolean isExact(Join.Item item, List<Lookup> lookups) {
        Join.Origin origin = item.column();
        return !item.cases().isEmpty()
                || isExact(lookups.get(origin.table()).columns().get(origin.column()));
    }

    /** Returns whether values that sort alike are equal. A collation holds different texts equal, and 0.0 is -0.0. */
    private static boolean isExact(Lookup.Selected column) {
        return switch (column.type()) {
            case INTEGER, BOOLEAN, DECIMAL, UUID_VALUE, DATE, TIME, TIMESTAMP -> true;
            default -> false;
        };
    }
}
