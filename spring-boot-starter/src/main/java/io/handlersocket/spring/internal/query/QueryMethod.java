// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.query;

import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.hibernate.EntityColumn;
import io.handlersocket.hibernate.EntityTable;
import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import io.handlersocket.hibernate.spi.RangeAndOrder;
import io.handlersocket.hibernate.spi.RowRead;
import io.handlersocket.spring.IndexLookup;
import io.handlersocket.spring.internal.query.QueryShape.Operand;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.data.domain.Limit;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.ScrollPosition;
import org.springframework.data.domain.Sort;
import org.springframework.data.jpa.repository.EntityGraph;
import org.springframework.data.jpa.repository.Lock;
import org.springframework.data.jpa.repository.Meta;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.jpa.repository.QueryHints;
import org.springframework.data.jpa.repository.query.Procedure;

/**
 * A query method, parsed from its signature only, without the mapping and the database.
 *
 * @param limit maximum number of rows by the method's name; 0 for all
 */
public record QueryMethod(Class<?> entity, QueryShape shape, Returned returned, int limit, Arguments arguments) {

    private static final List<Class<? extends Annotation>> ONLY_JPA =
            List.of(Lock.class, QueryHints.class, EntityGraph.class, Meta.class, Modifying.class, Procedure.class);

    /** The positions of the arguments that are values, and of those that select rows; -1 for none. */
    record Arguments(List<Integer> values, int limit, int pageable, int position) {

        static Arguments of(Method method) {
            List<Integer> values = new ArrayList<>();
            int limit = -1;
            int pageable = -1;
            int position = -1;
            Class<?>[] types = method.getParameterTypes();
            for (int i = 0; i < types.length; i++) {
                if (types[i] == Limit.class) {
                    limit = i;
                } else if (Pageable.class.isAssignableFrom(types[i])) {
                    pageable = i;
                } else if (types[i] == Sort.class) {
                    throw LeftToJdbcException.statement("an order chosen by the caller");
                } else if (ScrollPosition.class.isAssignableFrom(types[i])) {
                    position = i;
                } else if (types[i] == Class.class) {
                    throw LeftToJdbcException.statement("a projection chosen by the caller");
                } else {
                    values.add(i);
                }
            }
            return new Arguments(values, limit, pageable, position);
        }
    }

    /** Returns the annotation because of which only JPA can run this method; null if there is none. */
    public static @Nullable String changed(Method method) {
        return ONLY_JPA.stream()
                .filter(type -> AnnotatedElementUtils.hasAnnotation(method, type))
                .findFirst()
                .map(type -> "it has @" + type.getSimpleName())
                .orElse(null);
    }

    /**
     * Parses a method of a repository.
     *
     * @throws LeftToJdbcException if no single index could answer it
     */
    public static QueryMethod of(Method method, Class<?> repository, Class<?> entity) {
        String changed = changed(method);
        if (changed != null) {
            throw LeftToJdbcException.statement(changed);
        }
        Arguments arguments = Arguments.of(method);
        IndexLookup lookup = AnnotatedElementUtils.findMergedAnnotation(method, IndexLookup.class);
        String index = lookup == null ? null : lookup.index();
        Query query = AnnotatedElementUtils.findMergedAnnotation(method, Query.class);
        if (query == null && !method.isDefault()) {
            return DerivedQuery.parse(method, repository, entity, arguments, index);
        }
        if (query == null && index == null) {
            throw LeftToJdbcException.statement("the starter cannot read its body; name the index with @IndexLookup");
        }
        Returned returned = Returned.of(method, repository, method.getReturnType() == boolean.class);
        // Hibernate returns the entities of the query, whatever it says.
        QueryShape shape = query == null || (index != null && returned.givesEntities(entity))
                ? equal(
                        Collections.nCopies(arguments.values().size(), ""),
                        arguments.values(),
                        index) // the leading columns
                : DeclaredQuery.parse(query, method, arguments, entity, returned, index);
        return new QueryMethod(entity, shape, returned, 0, arguments);
    }

    private static QueryShape equal(List<String> attributes, List<Integer> positions, @Nullable String index) {
        List<Operand> values =
                positions.stream().map(position -> new Operand(position, null)).toList();
        return new QueryShape(attributes, RangeAndOrder.NONE, values, index);
    }

    /** Returns a query without a method: whether exactly one row has this id, named by its path. */
    public static QueryMethod exists(Class<?> entity, String id) {
        Returned returned = new Returned(Returned.Kind.EXISTS, false, boolean.class);
        List<Integer> first = List.of(0);
        QueryShape shape = equal(List.of(id), first, null);
        return new QueryMethod(entity, shape, returned, 2, new Arguments(first, -1, -1, -1));
    }

    /**
     * Returns whether Hibernate reads the entities that a method returns: it then decides on their route, and reads
     * more queries over HandlerSocket than the starter, such as joins and pages.
     */
    public static boolean givesEntities(Method method, Class<?> repository, Class<?> entity) {
        Query query = AnnotatedElementUtils.findMergedAnnotation(method, Query.class);
        if (changed(method) != null || method.isDefault() || (query != null && query.nativeQuery())) {
            return false;
        }
        ResolvableType type = ResolvableType.forMethodReturnType(method, repository);
        while (type.hasGenerics()) {
            type = type.getGeneric(type.getGenerics().length - 1);
        }
        Class<?> element = type.resolve(); // null for a type that the caller chooses
        return element != null && Projection.isEntity(element, entity);
    }

    public boolean givesEntities() {
        return returned.givesEntities(entity);
    }

    public boolean isOrdered() {
        return !shape.range().order().isEmpty() && returned.kind() != Returned.Kind.EXISTS;
    }

    public boolean isAsync() {
        return returned.async();
    }

    public boolean isExists() {
        return returned.kind() == Returned.Kind.EXISTS;
    }

    /** Returns whether a call may want only some of the rows. */
    boolean isLimited() {
        return (limit > 0 || arguments.limit() >= 0 || arguments.pageable() >= 0) && !isExists();
    }

    Projection projection(EntityTable table) {
        return isExists() ? Projection.nothing() : Projection.of(returned.element(), entity, table);
    }

    RowRead rows(EntityTable table, Projection projection) {
        return table.read(shape.rows(projection.attributes(), isLimited()));
    }

    /**
     * Returns why a table with this definition does not answer it; null if it does.
     *
     * @throws LeftToJdbcException if no table does
     */
    public @Nullable JdbcReason refusal(EntityTable table, Table definition) {
        List<String> shown = givesEntities() // which have all of their attributes
                ? shape.range().order().stream().map(RangeAndOrder.Sort::column).toList()
                : projection(table).attributes();
        return table.read(shape.rows(shown, isLimited())).refusal(definition);
    }

    /** Returns the statement that creates a fitting index; empty if its columns are unknown or its name is in use. */
    public String create(EntityTable entity, Table table) {
        String name = shape.index();
        Set<String> attributes = shape.attributes();
        if (attributes.contains("") || (name != null && table.index(name).isPresent())) {
            return "";
        }
        return "ALTER TABLE " + TableName.quote(table.name().table()) + " ADD INDEX "
                + (name == null ? "" : TableName.quote(name) + ' ')
                + columns(entity).stream().map(TableName::quote).collect(Collectors.joining(", ", "(", ")"));
    }

    /** Returns the columns of an index that fits, in order. */
    List<String> columns(EntityTable entity) {
        return shape.attributes().stream()
                .map(path -> entity.column(path).map(EntityColumn::name).orElse(path))
                .toList();
    }
}
