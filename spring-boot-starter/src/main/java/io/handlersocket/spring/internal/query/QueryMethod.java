// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.query;

import io.handlersocket.client.catalog.Table;
import io.handlersocket.hibernate.EntityTable;
import io.handlersocket.spring.IndexLookup;
import io.handlersocket.spring.internal.query.QueryShape.ColumnRef;
import io.handlersocket.spring.internal.query.QueryShape.Operand;
import io.handlersocket.spring.internal.query.QueryShape.Term;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
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

    public QueryMethod {
        boolean some = limit > 0 || arguments.limit() >= 0 || arguments.pageable() >= 0;
        shape = shape.limited(some && returned.kind() != Returned.Kind.EXISTS);
    }

    private static final List<Class<? extends Annotation>> ONLY_JPA =
            List.of(Lock.class, QueryHints.class, EntityGraph.class, Meta.class, Modifying.class, Procedure.class);

    /** The arguments that are values, and the positions of those that select rows; -1 for none. */
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
                    throw LeftToJpaException.statement("an order chosen by the caller");
                } else if (ScrollPosition.class.isAssignableFrom(types[i])) {
                    position = i;
                } else if (types[i] == Class.class) {
                    throw LeftToJpaException.statement("a projection chosen by the caller");
                } else {
                    values.add(i);
                }
            }
            return new Arguments(values, limit, pageable, position);
        }

        @Nullable
        Object[] values(@Nullable Object[] all) {
            @Nullable Object[] chosen = new Object[values.size()];
            for (int i = 0; i < chosen.length; i++) {
                chosen[i] = all[values.get(i)];
            }
            return chosen;
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
     * @throws LeftToJpaException if no single index could answer it
     */
    public static QueryMethod of(Method method, Class<?> repository, Class<?> entity) {
        String changed = changed(method);
        if (changed != null) {
            throw LeftToJpaException.statement(changed);
        }
        Arguments arguments = Arguments.of(method);
        IndexLookup lookup = AnnotatedElementUtils.findMergedAnnotation(method, IndexLookup.class);
        String index = lookup == null ? null : lookup.index();
        Query query = AnnotatedElementUtils.findMergedAnnotation(method, Query.class);
        if (query != null) {
            Returned returned = Returned.of(method, repository, method.getReturnType() == boolean.class);
            boolean hibernates =
                    returned.kind() != Returned.Kind.EXISTS && Projection.isEntity(returned.element(), entity);
            // Hibernate returns the entities of the query, whatever it says.
            QueryShape shape = index != null && hibernates
                    ? leading(arguments, index)
                    : DeclaredQuery.parse(query, method, arguments, entity, returned, index);
            return new QueryMethod(entity, shape, returned, 0, arguments);
        }
        if (method.isDefault()) {
            if (index == null) {
                throw LeftToJpaException.statement(
                        "the starter cannot read its body; name the index with @IndexLookup");
            }
            Returned returned = Returned.of(method, repository, method.getReturnType() == boolean.class);
            return new QueryMethod(entity, leading(arguments, index), returned, 0, arguments);
        }
        DerivedQuery.Parsed parsed = DerivedQuery.parse(method.getName(), entity);
        if (parsed.arguments() != arguments.values().size()) {
            throw LeftToJpaException.statement("its name needs " + parsed.arguments() + " arguments, the method has "
                    + arguments.values().size());
        }
        return new QueryMethod(
                entity,
                parsed.shape().by(index),
                Returned.of(method, repository, parsed.exists()),
                parsed.limit(),
                arguments);
    }

    /** Returns the shape of rows whose leading index columns are the arguments. */
    private static QueryShape leading(Arguments arguments, String index) {
        List<Term> leading = IntStream.range(0, arguments.values().size())
                .mapToObj(i -> new Term(new ColumnRef.Part(i), new Operand.Argument(i)))
                .toList();
        return new QueryShape(leading, null, List.of(), index);
    }

    /**
     * Returns a query without a method: rows whose attributes equal the arguments.
     *
     * @param attributes paths of the attributes, in the order of the arguments
     */
    public static QueryMethod equal(Class<?> entity, Class<?> result, List<String> attributes) {
        return equal(entity, new Returned(Returned.Kind.LIST, false, result), attributes, 0);
    }

    private static QueryMethod equal(Class<?> entity, Returned returned, List<String> attributes, int limit) {
        List<Term> equal = IntStream.range(0, attributes.size())
                .mapToObj(i -> new Term(new ColumnRef.Attribute(attributes.get(i)), new Operand.Argument(i)))
                .toList();
        return new QueryMethod(
                entity,
                new QueryShape(equal, null, List.of(), null),
                returned,
                limit,
                new Arguments(IntStream.range(0, attributes.size()).boxed().toList(), -1, -1, -1));
    }

    /**
     * Returns a query without a method: whether exactly one row has this id.
     *
     * @param id path of the id's attribute
     */
    public static QueryMethod exists(Class<?> entity, String id) {
        Returned returned = new Returned(Returned.Kind.EXISTS, false, boolean.class);
        return equal(entity, returned, List.of(id), 2);
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

    /** Returns whether its results are entities, which only Hibernate creates. */
    public boolean givesEntities() {
        return returned.kind() != Returned.Kind.EXISTS && Projection.isEntity(returned.element(), entity);
    }

    /** Returns whether it asks for an order. */
    public boolean isOrdered() {
        return !shape.order().isEmpty() && returned.kind() != Returned.Kind.EXISTS;
    }

    /** Returns whether it returns a future. */
    public boolean isAsync() {
        return returned.async();
    }

    /** Returns whether it only checks that a row exists. */
    public boolean isExists() {
        return returned.kind() == Returned.Kind.EXISTS;
    }

    /**
     * Finds the index that answers it.
     *
     * @return the name of the index
     * @throws LeftToJpaException if no index answers it
     */
    public String index(EntityTable table, Table catalogue) {
        return IndexMatch.of(shape, table, catalogue).index().name();
    }

    /** Returns the statement that creates an index that fits; empty if unknown. */
    public String create(EntityTable table, Table catalogue) {
        return IndexMatch.create(shape, table, catalogue);
    }
}
