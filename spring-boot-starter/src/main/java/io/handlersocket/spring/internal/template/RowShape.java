// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.template;

import io.handlersocket.client.Row;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.Table;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeanUtils;
import org.springframework.util.ClassUtils;

/** Creates instances of one type from column values, with its constructor or, without parameters, with its setters. */
record RowShape<T>(Constructor<T> constructor, List<RowShape.Property> properties) {

    record Property(String name, Class<?> type, @Nullable Method setter) {

        boolean isColumn(Column column) {
            String plain = column.name().replace("_", "");
            return plain.equalsIgnoreCase(name.replace("_", ""));
        }

        @Nullable
        Object value(Row row, int position) {
            Class<?> boxed = ClassUtils.resolvePrimitiveIfNecessary(type);
            Object value = boxed.isEnum() ? label(boxed, row.stringAt(position)) : row.valueAt(position, boxed);
            if (value == null && type.isPrimitive()) {
                throw new IllegalArgumentException("column of " + name + ": NULL (expected " + type + ")");
            }
            return value;
        }

        private static @Nullable Object label(Class<?> type, @Nullable String label) {
            return label == null
                    ? null
                    : Arrays.stream(type.getEnumConstants())
                            .filter(constant -> ((Enum<?>) constant).name().equals(label))
                            .findFirst()
                            .orElseThrow(() ->
                                    new IllegalArgumentException(type.getSimpleName() + ": a label without constant"));
        }
    }

    static <T> RowShape<T> of(Class<T> type) {
        Constructor<T> constructor = BeanUtils.getResolvableConstructor(type);
        List<Property> properties = constructor.getParameterCount() == 0 ? setters(type) : parameters(constructor);
        if (properties.isEmpty()) {
            throw new IllegalArgumentException(
                    type + ": neither constructor parameters nor setters (expected names of columns)");
        }
        return new RowShape<>(constructor, properties);
    }

    private static List<Property> parameters(Constructor<?> constructor) {
        String[] names = BeanUtils.getParameterNames(constructor);
        Class<?>[] types = constructor.getParameterTypes();
        return IntStream.range(0, names.length)
                .mapToObj(i -> new Property(names[i], types[i], null))
                .toList();
    }

    private static List<Property> setters(Class<?> type) {
        return Arrays.stream(BeanUtils.getPropertyDescriptors(type))
                .filter(property -> property.getWriteMethod() != null)
                .map(property ->
                        new Property(property.getName(), property.getPropertyType(), property.getWriteMethod()))
                .toList();
    }

    /**
     * Returns the names of the columns to read, one for each property.
     *
     * @throws IllegalArgumentException if the table has no column for a property
     */
    List<String> columns(Table table) {
        return properties.stream()
                .map(property -> table.columns().stream()
                        .filter(property::isColumn)
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException(table.name() + ": no column for "
                                + property.name() + " of " + constructor.getDeclaringClass()))
                        .name())
                .toList();
    }

    T of(Row row) {
        @Nullable Object[] values = new Object[properties.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = properties.get(i).value(row, i);
        }
        if (constructor.getParameterCount() > 0) {
            return BeanUtils.instantiateClass(constructor, values);
        }
        T instance = BeanUtils.instantiateClass(constructor);
        for (int i = 0; i < values.length; i++) {
            Method setter = properties.get(i).setter();
            try {
                if (setter != null) {
                    setter.invoke(instance, values[i]);
                }
            } catch (ReflectiveOperationException e) {
                throw new IllegalArgumentException(setter + " failed", e);
            }
        }
        return instance;
    }
}
