// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.query;

import io.handlersocket.hibernate.EntityColumn;
import io.handlersocket.hibernate.EntityTable;
import io.handlersocket.hibernate.spi.RangeAndOrder.Sort;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.Slice;
import org.springframework.data.domain.Window;
import org.springframework.data.util.DirectFieldAccessFallbackBeanWrapper;
import org.springframework.data.util.Streamable;

/**
 * The values that results of a method show, so that results without {@code equals} can be compared.
 *
 * @param order the positions of the values by which rows are sorted. Texts and what follows them are left out:
 *     different texts may be equal to their collation.
 * @param all whether all values are shown. Of limited rows that may sort alike, only the values of the order are the
 *     same by both routes.
 */
public record ShownValues(Projection projection, boolean exists, List<Integer> order, boolean all) {

    static ShownValues of(QueryMethod method, Projection projection, EntityTable table) {
        List<Sort> orders = method.shape().range().order();
        List<Integer> places = new ArrayList<>();
        for (Sort order : orders) {
            int place = projection.attributes().indexOf(order.column());
            if (place < 0 || projection.columns().get(place).type() == String.class) {
                break;
            }
            places.add(place);
        }
        boolean total = orders.stream()
                .anyMatch(order -> table.id().filter(order.column()::equals).isPresent());
        return new ShownValues(projection, method.isExists(), List.copyOf(places), total || !method.isLimited());
    }

    /** Returns the columns of the values, without the table. */
    public List<String> columns() {
        return exists
                ? List.of("id")
                : projection.columns().stream().map(EntityColumn::name).toList();
    }

    /** Returns whether each value is an array of bytes or has {@code equals}. */
    public boolean isComparable() {
        return projection.columns().stream().map(EntityColumn::type).allMatch(ShownValues::isComparable);
    }

    private static boolean isComparable(Class<?> type) {
        try {
            return type == byte[].class
                    || type.getMethod("equals", Object.class).getDeclaringClass() != Object.class;
        } catch (NoSuchMethodException e) {
            return false;
        }
    }

    /**
     * Returns the rows of a method's result, whichever route it came by.
     *
     * @throws RuntimeException if a result does not show its values under their names
     */
    public List<List<@Nullable Object>> values(@Nullable Object result) {
        if (exists) {
            return List.of(Collections.<@Nullable Object>singletonList(result));
        }
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (Object one : results(result)) {
            DirectFieldAccessFallbackBeanWrapper shown = new DirectFieldAccessFallbackBeanWrapper(one);
            List<@Nullable Object> row = new ArrayList<>(projection.attributes().size());
            for (String attribute : projection.attributes()) {
                Object value = all || order.contains(row.size()) ? shown.getPropertyValue(attribute) : null;
                row.add(value instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : value);
            }
            rows.add(row);
        }
        if (result instanceof Slice<?> || result instanceof Window<?>) {
            boolean next = result instanceof Slice<?> slice ? slice.hasNext() : ((Window<?>) result).hasNext();
            rows.add(Collections.<@Nullable Object>nCopies(
                    projection.attributes().size(), next));
        }
        return rows;
    }

    private static Collection<?> results(@Nullable Object result) {
        if (result == null) {
            return List.of();
        }
        if (result instanceof Optional<?> optional) {
            return optional.map(List::of).orElse(List.of());
        }
        if (result instanceof Streamable<?> page) { // a Slice or a Window
            return page.toList();
        }
        return result instanceof Collection<?> results ? results : List.of(result);
    }
}
