// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.query;

import io.handlersocket.client.Comparison;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.Row;
import io.handlersocket.hibernate.EntityTable;
import io.handlersocket.spring.internal.query.QueryShape.ColumnRef;
import io.handlersocket.spring.internal.query.QueryShape.End;
import io.handlersocket.spring.internal.query.QueryShape.Interval;
import io.handlersocket.spring.internal.query.QueryShape.Operand;
import io.handlersocket.spring.internal.query.QueryShape.Order;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.KeysetScrollPosition;
import org.springframework.data.domain.ScrollPosition;
import org.springframework.data.domain.Window;

/**
 * Reads windows by keyset: the sorted column, then the id. The lookup starts at the last value of the sorted column,
 * and skips the rows with this value that the previous window has returned.
 *
 * @param attributes what it sorts by: at most one column, then the id
 * @param projection creates the results
 * @param places places of these attributes in the projection
 * @param first the plan of the first window
 * @param next the plan of later windows
 */
record Scroll(List<String> attributes, Projection projection, List<Integer> places, ReadPlan first, ReadPlan next) {

    /** Maximum number of rows with the same value to skip. */
    private static final int SEEN = 64;

    /** @throws LeftToJpaException if the order is not one column and the id */
    static Scroll of(HandlerSocketClient client, EntityTable table, QueryMethod method, Projection shown) {
        QueryShape shape = method.shape();
        String id =
                table.id().orElseThrow(() -> LeftToJpaException.statement("scrolling by an id of several attributes"));
        List<Order> orders = new ArrayList<>(shape.order());
        ColumnRef idColumn = new ColumnRef.Attribute(id);
        if (orders.stream().noneMatch(order -> order.column().equals(idColumn))) {
            orders.add(new Order(idColumn, false));
        }
        boolean known = orders.size() <= 2
                && orders.get(orders.size() - 1).column().equals(idColumn)
                && orders.stream().noneMatch(Order::descending);
        if (!known || shape.range() != null || shape.index() != null) {
            throw LeftToJpaException.statement("scrolling other than by one ascending column and the id");
        }
        List<String> attributes =
                orders.stream().map(order -> order.column().toString()).toList();
        Comparison from = attributes.size() == 1 ? Comparison.GREATER : Comparison.GREATER_OR_EQUAL;
        int values = method.arguments().values().size();
        Interval behind = new Interval(orders.get(0).column(), new End(from, new Operand.Argument(values)), null);
        if (!shown.attributes().containsAll(attributes)) {
            // Spring Data could not determine the position of a row either.
            throw LeftToJpaException.statement(
                    "scrolling a projection that does not show what it is sorted by and the id");
        }
        return new Scroll(
                attributes,
                shown,
                attributes.stream().map(shown.attributes()::indexOf).toList(),
                new ReadPlan(client, new QueryShape(shape.equal(), null, orders, null), table, shown),
                new ReadPlan(client, new QueryShape(shape.equal(), behind, orders, null), table, shown));
    }

    /**
     * Returns one window.
     *
     * @param arguments the arguments that are values
     * @param size maximum number of rows
     * @throws LeftToJpaException if JPA must answer
     */
    Window<Object> window(@Nullable Object[] arguments, @Nullable Object scrollPosition, int size) {
        if (!(scrollPosition instanceof KeysetScrollPosition position) || !position.scrollsForward() || size < 1) {
            throw LeftToJpaException.value("scrolling by offset, backwards or without a limit");
        }
        Map<String, Object> keys = position.getKeys();
        if (position.isInitial()) {
            return window(rows(first, arguments, size + 1), Map.of(), size, size + 1);
        }
        if (!keys.keySet().containsAll(attributes)) {
            throw LeftToJpaException.value("scrolling from another order's position");
        }
        @Nullable Object[] from = Arrays.copyOf(arguments, arguments.length + 1);
        from[arguments.length] = keys.get(attributes.get(0));
        int rows = attributes.size() == 1 ? size + 1 : size + 1 + SEEN;
        return window(rows(next, from, rows), attributes.size() == 1 ? Map.of() : keys, size, rows);
    }

    private List<@Nullable Object[]> rows(ReadPlan plan, @Nullable Object[] arguments, int rows) {
        OpenRead open = plan.open();
        try {
            List<Row> found = open.now(open.ask(arguments, rows, false));
            return open.values(found);
        } catch (RuntimeException e) {
            if (OpenRead.isStale(e)) {
                plan.forget(open);
            }
            throw OpenRead.failed(e);
        }
    }

    private Window<Object> window(List<@Nullable Object[]> rows, Map<String, Object> after, int size, int asked) {
        List<@Nullable Object[]> fresh = rows.stream()
                .filter(row -> after.isEmpty() || !isSeen(row, after))
                .toList();
        if (rows.size() == asked && fresh.size() <= size) {
            throw LeftToJpaException.rows("more than " + SEEN + " rows of the same value to scroll over");
        }
        // Also the row after the last one, as JPA does: it may be one of which there is no result.
        List<Object> results =
                fresh.stream().limit(size + 1).map(projection::of).toList();
        int shown = Math.min(size, fresh.size());
        List<ScrollPosition> positions =
                fresh.subList(0, shown).stream().map(this::position).toList();
        return Window.from(results.subList(0, shown), positions::get, fresh.size() > size);
    }

    private boolean isSeen(@Nullable Object[] row, Map<String, Object> after) {
        return compare(row[places.get(0)], after.get(attributes.get(0))) == 0
                && compare(row[places.get(1)], after.get(attributes.get(1))) <= 0;
    }

    // Only types whose order in Java is their order in SQL.
    @SuppressWarnings("unchecked")
    private static int compare(@Nullable Object one, @Nullable Object other) {
        boolean ordered = one instanceof Number || one instanceof LocalDateTime || one instanceof LocalDate;
        if (one == null || other == null || !ordered || one.getClass() != other.getClass()) {
            throw LeftToJpaException.value("scrolling over values that only SQL compares");
        }
        return ((Comparable<Object>) one).compareTo(other);
    }

    private ScrollPosition position(@Nullable Object[] row) {
        Map<String, Object> keys = new LinkedHashMap<>();
        for (int i = attributes.size() - 1; i >= 0; i--) { // the id first, as JPA puts them
            Object value = row[places.get(i)];
            if (value == null) {
                throw LeftToJpaException.value("scrolling over NULL");
            }
            keys.put(attributes.get(i), value);
        }
        return ScrollPosition.forward(keys);
    }
}
