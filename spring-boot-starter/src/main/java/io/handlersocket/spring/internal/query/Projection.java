// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.query;

import io.handlersocket.hibernate.EntityColumn;
import io.handlersocket.hibernate.EntityTable;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import java.beans.PropertyDescriptor;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeanUtils;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.data.mapping.PreferredConstructor;
import org.springframework.data.mapping.model.PreferredConstructorDiscoverer;
import org.springframework.data.projection.ProjectionFactory;
import org.springframework.data.projection.SpelAwareProxyProjectionFactory;
import org.springframework.data.repository.query.ReturnedType;
import org.springframework.util.ClassUtils;

/** Creates record, class or interface projections from attribute values, as Spring Data does from a tuple. */
record Projection(List<String> attributes, List<EntityColumn> columns, Function<@Nullable Object[], Object> maker) {

    Projection {
        attributes = List.copyOf(attributes);
        columns = List.copyOf(columns);
    }

    /** Shows nothing; for a query that checks whether a row exists. */
    static Projection nothing() {
        return new Projection(List.of(), List.of(), values -> true);
    }

    /** Returns whether results of this type are entities, which only Hibernate creates. */
    static boolean isEntity(Class<?> type, Class<?> entity) {
        return type.isAssignableFrom(entity);
    }

    /**
     * Returns the projection to a type.
     *
     * @throws LeftToJdbcException if the type needs more than columns of the entity's table
     */
    static Projection of(Class<?> type, Class<?> entity, EntityTable table) {
        ProjectionFactory factory = factory(type);
        List<String> attributes = attributes(type, entity, factory);
        List<EntityColumn> columns = attributes.stream()
                .map(attribute -> table.column(attribute)
                        .orElseThrow(() -> LeftToJdbcException.statement(
                                "attribute " + attribute + " is not one plain column of the table")))
                .toList();
        if (type.isInterface()) {
            for (int i = 0; i < columns.size(); i++) {
                PropertyDescriptor property = BeanUtils.getPropertyDescriptor(type, attributes.get(i));
                check(columns.get(i), property == null ? void.class : property.getPropertyType());
            }
            return new Projection(attributes, columns, values -> {
                Map<String, @Nullable Object> map = new LinkedHashMap<>();
                for (int i = 0; i < values.length; i++) {
                    map.put(attributes.get(i), values[i]);
                }
                return factory.createProjection(type, map);
            });
        }
        Constructor<?> constructor = constructor(type).getConstructor();
        Class<?>[] types = constructor.getParameterTypes();
        for (int i = 0; i < types.length; i++) {
            check(columns.get(i), types[i]);
        }
        constructor.setAccessible(true);
        return new Projection(attributes, columns, values -> instantiate(constructor, types, values));
    }

    /**
     * Returns the attributes that a projection of this type shows, in the order of its constructor if it has one.
     *
     * @throws LeftToJdbcException if only JPA can create it
     */
    static List<String> attributes(Class<?> type, Class<?> entity) {
        return attributes(type, entity, factory(type));
    }

    private static ProjectionFactory factory(Class<?> type) {
        SpelAwareProxyProjectionFactory factory = new SpelAwareProxyProjectionFactory();
        ClassLoader loader = type.getClassLoader();
        if (loader != null) { // not the calling thread's, which may not know the type
            factory.setBeanClassLoader(loader);
        }
        return factory;
    }

    private static List<String> attributes(Class<?> type, Class<?> entity, ProjectionFactory factory) {
        if (type.isArray() || type.isPrimitive() || entity.isAssignableFrom(type)) {
            throw other(type); // of which Spring Data does not expect to be asked
        }
        ReturnedType returned = ReturnedType.of(type, entity, factory);
        if (returned.isInterfaceProjection() && returned.isProjecting()) {
            List<String> attributes = returned.getInputProperties();
            if (!isClosed(type) || attributes.isEmpty()) {
                throw other(type);
            }
            return attributes;
        }
        if (!returned.isDtoProjection() || BeanUtils.isSimpleValueType(type)) {
            throw other(type);
        }
        return constructor(type).getParameters().stream()
                .map(parameter -> String.valueOf(parameter.getName()))
                .toList();
    }

    private static LeftToJdbcException other(Class<?> type) {
        return LeftToJdbcException.statement("a result of type " + type.getSimpleName());
    }

    /** Returns whether all it does is to show attributes: no expression asks the entity for more, and no setter. */
    private static boolean isClosed(Class<?> type) {
        return Arrays.stream(type.getMethods())
                .allMatch(method -> !AnnotatedElementUtils.hasAnnotation(method, Value.class)
                        && (!Modifier.isAbstract(method.getModifiers())
                                || (method.getParameterCount() == 0
                                        && BeanUtils.findPropertyForMethod(method) != null)));
    }

    private static PreferredConstructor<?, ?> constructor(Class<?> type) {
        PreferredConstructor<?, ?> preferred = PreferredConstructorDiscoverer.discover(type);
        if (preferred == null || preferred.isNoArgConstructor()) {
            throw LeftToJdbcException.statement("no constructor of " + type.getSimpleName() + " names its properties");
        }
        return preferred;
    }

    private static void check(EntityColumn column, Class<?> type) {
        if (!ClassUtils.resolvePrimitiveIfNecessary(type).isAssignableFrom(column.type())) {
            throw LeftToJdbcException.statement("attribute of column " + column.name() + " is "
                    + column.type().getSimpleName() + ", the projection takes " + type.getSimpleName());
        }
    }

    private static Object instantiate(Constructor<?> constructor, Class<?>[] types, @Nullable Object[] values) {
        for (int i = 0; i < types.length; i++) {
            if (values[i] == null && types[i].isPrimitive()) {
                throw LeftToJdbcException.notMade("NULL for a primitive component", null); // JPA throws the exception
            }
        }
        try {
            return constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            throw LeftToJdbcException.notMade(
                    "the constructor of " + constructor.getDeclaringClass().getSimpleName() + " failed", e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Returns one result from the values of the attributes.
     *
     * @throws LeftToJdbcException if they do not make one
     */
    Object of(@Nullable Object[] values) {
        return maker.apply(values);
    }

    /**
     * Returns the results of rows.
     *
     * @throws LeftToJdbcException if only JPA makes them
     */
    List<Object> all(List<@Nullable Object[]> rows) {
        List<Object> results = new ArrayList<>(rows.size());
        for (@Nullable Object[] values : rows) {
            if (values.length == 1 && values[0] == null) {
                throw LeftToJdbcException.value("NULL for the only attribute of a result"); // JPA has no result then
            }
            results.add(of(values));
        }
        return results;
    }
}
