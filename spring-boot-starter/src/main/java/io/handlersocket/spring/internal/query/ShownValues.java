// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.query;

import io.handlersocket.hibernate.EntityColumn;
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

/** The values that results of a projection show, so that results without {@code equals} can be compared. */
record ShownValues(Projection projection) {

    List<String> columns() {
        return projection.columns().stream().map(EntityColumn::name).toList();
    }

    /** Returns whether each value is an array of bytes or has {@code equals}. */
    boolean isComparable() {
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
     * Returns the rows of a method's result.
     *
     * @param places the places of the values to give; null for all
     * @throws RuntimeException if a result does not show its values under their names
     */
    List<List<@Nullable Object>> values(@Nullable Object result, @Nullable List<Integer> places) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (Object one : results(result)) {
            DirectFieldAccessFallbackBeanWrapper shown = new DirectFieldAccessFallbackBeanWrapper(one);
            List<@Nullable Object> row = new ArrayList<>(projection.attributes().size());
            for (String attribute : projection.attributes()) {
                boolean compared = places == null || places.contains(row.size());
                Object value = compared ? shown.getPropertyValue(attribute) : null;
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

    /** Returns the places of the values by which rows are sorted, up to the first that is not shown or a text. */
    List<Integer> places(List<Sort> orders) {
        List<Integer> places = new ArrayList<>();
        for (Sort order : orders) {
            int place = projection.attributes().indexOf(order.column());
            if (place < 0 || projection.columns().get(place).type() == String.class) {
                break;
            }
            places.add(place);
        }
        return places;
    }

    private static Collection<?> results(@Nullable Object result) {
        if (result == null) {
            return List.of();
        }
        if (result instanceof Optional<?> optional) {
            return optional.map(List::of).orElse(List.of());
        }
        if (result instanceof Slice<?> slice) {
            return slice.getContent();
        }
        if (result instanceof Window<?> window) {
            return window.getContent();
        }
        return result instanceof Collection<?> results ? results : List.of(result);
    }
}
