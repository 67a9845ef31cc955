// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.query;

import io.handlersocket.hibernate.EntityTable;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import io.handlersocket.hibernate.spi.RangeAndOrder;
import io.handlersocket.hibernate.spi.RangeAndOrder.Sort;
import io.handlersocket.hibernate.spi.RowQuery;
import io.handlersocket.hibernate.spi.RowRead;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.KeysetScrollPosition;
import org.springframework.data.domain.ScrollPosition;
import org.springframework.data.domain.Window;

/**
 * Reads windows by keyset: the rows after the last one of the window before, in the order of one column and the id.
 *
 * @param attributes what it sorts by: at most one column, then the id
 * @param places places of these attributes in the projection
 */
record Scroll(
        QueryShape shape,
        List<String> attributes,
        Projection projection,
        List<Integer> places,
        RowRead first,
        RowRead next) {

    /** @throws LeftToJdbcException if the order is not one column and the id */
    static Scroll of(EntityTable table, QueryMethod method, Projection shown) {
        QueryShape shape = method.shape();
        String id =
                table.id().orElseThrow(() -> LeftToJdbcException.statement("scrolling by an id of several attributes"));
        List<Sort> orders = new ArrayList<>(shape.range().order());
        if (orders.stream().noneMatch(order -> order.column().equals(id))) {
            orders.add(new Sort(id, false));
        }
        boolean known = orders.size() <= 2
                && orders.get(orders.size() - 1).column().equals(id)
                && orders.stream().noneMatch(Sort::descending);
        if (!known || !shape.range().isOrder() || shape.index() != null) {
            throw LeftToJdbcException.statement("scrolling other than by one ascending column and the id");
        }
        List<String> attributes = orders.stream().map(Sort::column).toList();
        if (!shown.attributes().containsAll(attributes)) {
            // Spring Data could not determine the position of a row either.
            throw LeftToJdbcException.statement(
                    "scrolling a projection that does not show what it is sorted by and the id");
        }
        RangeAndOrder.After after = new RangeAndOrder.After(attributes, false, false);
        return new Scroll(
                shape,
                attributes,
                shown,
                attributes.stream().map(shown.attributes()::indexOf).toList(),
                read(table, shape, shown, new RangeAndOrder(List.of(), null, orders, false)),
                read(table, shape, shown, new RangeAndOrder(List.of(), after, orders, false)));
    }

    private static RowRead read(EntityTable table, QueryShape shape, Projection shown, RangeAndOrder range) {
        return table.read(new RowQuery(shown.attributes(), shape.equal(), range, null, true));
    }

    /**
     * Returns one window.
     *
     * @throws LeftToJdbcException if JPA must answer
     */
    Window<Object> window(@Nullable Object[] arguments, @Nullable Object scrollPosition, int size) {
        if (!(scrollPosition instanceof KeysetScrollPosition position) || !position.scrollsForward() || size < 1) {
            throw LeftToJdbcException.value("scrolling by offset, backwards or without a limit");
        }
        List<@Nullable Object> values = new ArrayList<>(shape.values(arguments));
        if (!position.isInitial()) {
            Map<String, Object> keys = position.getKeys();
            if (!keys.keySet().containsAll(attributes)) {
                throw LeftToJdbcException.value("scrolling from another order's position");
            }
            for (int last = 1; last <= attributes.size(); last++) { // each column once more with each later one
                attributes.subList(0, last).forEach(attribute -> values.add(keys.get(attribute)));
            }
        }
        RowRead read = position.isInitial() ? first : next;
        return read.now(new RowRead.Wanted(values, size + 1, false), rows -> window(rows, size));
    }

    private Window<Object> window(List<@Nullable Object[]> rows, int size) {
        // Also the row after the last one, as JPA does: it may be one of which there is no result.
        List<Object> results = rows.stream().map(projection::of).toList();
        int shown = Math.min(size, rows.size());
        List<ScrollPosition> positions =
                rows.subList(0, shown).stream().map(this::position).toList();
        return Window.from(results.subList(0, shown), positions::get, rows.size() > size);
    }

    private ScrollPosition position(@Nullable Object[] row) {
        Map<String, Object> keys = new LinkedHashMap<>();
        for (int i = attributes.size() - 1; i >= 0; i--) { // the id first, as JPA puts them
            Object value = row[places.get(i)];
            if (value == null) {
                throw LeftToJdbcException.value("scrolling over NULL");
            }
            keys.put(attributes.get(i), value);
        }
        return ScrollPosition.forward(keys);
    }
}
