// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.matrix;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.sql.Clob;
import java.sql.SQLException;
import java.time.temporal.Temporal;
import java.time.temporal.TemporalAmount;
import java.util.Collection;
import java.util.Comparator;
import java.util.Date;
import java.util.HexFormat;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.hibernate.bytecode.enhance.spi.LazyPropertyInitializer;
import org.hibernate.collection.spi.PersistentBag;
import org.hibernate.collection.spi.PersistentCollection;
import org.hibernate.proxy.HibernateProxy;
import org.hibernate.proxy.LazyInitializer;

/**
 * A graph of objects as text: the same text means the same classes, values, shared references, and the same parts not loaded.
 * What has no order in SQL either is sorted.
 */
public final class Dump {

    private final IdentityHashMap<Object, Integer> seen = new IdentityHashMap<>();

    private Dump() {}

    public static String of(Object root) {
        return new Dump().text(root);
    }

    private String text(Object value) {
        if (value == null) {
            return "null";
        }
        if (value instanceof HibernateProxy proxy) {
            LazyInitializer initializer = proxy.getHibernateLazyInitializer();
            return initializer.isUninitialized()
                    ? "reference to " + initializer.getEntityName() + ' ' + text(initializer.getInternalIdentifier())
                    : "proxy of " + text(initializer.getImplementation());
        }
        if (value instanceof PersistentCollection<?> collection && !collection.wasInitialized()) {
            return "not loaded";
        }
        String simple = simple(value);
        if (simple != null) {
            return value.getClass().getSimpleName() + ' ' + simple;
        }
        Integer number = seen.putIfAbsent(value, seen.size() + 1);
        if (number != null) {
            return "same as #" + number;
        }
        return "#" + seen.size() + ' ' + composed(value);
    }

    private static String simple(Object value) {
        if (value instanceof byte[] bytes) {
            return HexFormat.of().formatHex(bytes);
        }
        if (value == LazyPropertyInitializer.UNFETCHED_PROPERTY) {
            return "not fetched";
        }
        if (value instanceof Clob clob) {
            try {
                return clob.getSubString(1, (int) clob.length());
            } catch (SQLException e) {
                return e.toString();
            }
        }
        return value instanceof CharSequence
                        || value instanceof Number
                        || value instanceof Boolean
                        || value instanceof Character
                        || value instanceof Enum
                        || value instanceof UUID
                        || value instanceof Date
                        || value instanceof Temporal
                        || value instanceof TemporalAmount
                ? value.toString()
                : null;
    }

    private String composed(Object value) {
        if (value instanceof PersistentBag<?> bag) {
            return "bag " + inOrderOfIds(bag);
        }
        if (value instanceof List<?> list) {
            return "list " + list.stream().map(this::text).toList();
        }
        if (value instanceof Collection<?> collection) {
            return "set " + inOrderOfIds(collection);
        }
        if (value instanceof Map<?, ?> map) {
            return "map "
                    + map.entrySet().stream()
                            .sorted(Comparator.comparing(entry -> sortKey(entry.getKey())))
                            .map(entry -> text(entry.getKey()) + '=' + text(entry.getValue()))
                            .toList();
        }
        if (value.getClass().isArray()) {
            return "array "
                    + Stream.iterate(0, i -> i < Array.getLength(value), i -> i + 1)
                            .map(i -> text(Array.get(value, i)))
                            .toList();
        }
        if (!value.getClass().getName().startsWith("io.handlersocket.")) {
            throw new IllegalArgumentException("cannot dump a " + value.getClass());
        }
        return fields(value);
    }

    private List<String> inOrderOfIds(Collection<?> unordered) {
        return unordered.stream()
                .sorted(Comparator.comparing(Dump::sortKey))
                .map(this::text)
                .toList();
    }

    /** An entity's id, or the value itself. */
    private static String sortKey(Object value) {
        if (value instanceof HibernateProxy proxy) {
            return String.valueOf(proxy.getHibernateLazyInitializer().getInternalIdentifier());
        }
        try {
            String simple = simple(value);
            return simple == null
                    ? String.valueOf(value.getClass().getField("id").get(value))
                    : simple;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private String fields(Object value) {
        StringBuilder text = new StringBuilder(value.getClass().getSimpleName()).append('{');
        for (Class<?> type = value.getClass(); type != Object.class && type != Record.class; type = superclass(type)) {
            for (Field field : type.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers()) || field.getName().startsWith("$$")) {
                    continue;
                }
                field.setAccessible(true);
                try {
                    text.append(field.getName())
                            .append('=')
                            .append(text(field.get(value)))
                            .append("; ");
                } catch (IllegalAccessException e) {
                    throw new IllegalStateException(e);
                }
            }
        }
        return text.append('}').toString();
    }

    private static Class<?> superclass(Class<?> type) {
        return type.getSuperclass();
    }
}
