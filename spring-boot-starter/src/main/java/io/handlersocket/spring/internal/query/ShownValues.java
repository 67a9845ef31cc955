// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.query;

import io.handlersocket.hibernate.EntityColumn;
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
     * @throws RuntimeException if a result does not show its values under their names
     */
    List<List<@Nullable Object>> values(@Nullable Object result) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (Object one : results(result)) {
            DirectFieldAccessFallbackBeanWrapper shown = new DirectFieldAccessFallbackBeanWrapper(one);
            List<@Nullable Object> row = new ArrayList<>(projection.attributes().size());
            for (String attribute : projection.attributes()) {
                Object value = shown.getPropertyValue(attribute);
                row.add(value instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : value);
            }
            rows.add(row);
        }
        if (result instanceof Slice<?> slice) {
            rows.add(Collections.<@Nullable Object>singletonList(slice.hasNext()));
        } else if (result instanceof Window<?> window) {
            rows.add(Collections.<@Nullable Object>singletonList(window.hasNext()));
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
        if (result instanceof Slice<?> slice) {
            return slice.getContent();
        }
        if (result instanceof Window<?> window) {
            return window.getContent();
        }
        return result instanceof Collection<?> results ? results : List.of(result);
    }
}
