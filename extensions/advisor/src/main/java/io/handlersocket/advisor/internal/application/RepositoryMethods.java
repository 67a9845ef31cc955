// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.advisor.internal.application;

import io.handlersocket.hibernate.JdbcReason.Kind;
import io.handlersocket.spring.internal.repository.report.MethodPlans;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.LockModeType;
import jakarta.persistence.metamodel.EntityType;
import jakarta.persistence.metamodel.SingularAttribute;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.data.domain.Limit;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.ScrollPosition;
import org.springframework.data.domain.Sort;
import org.springframework.data.jpa.repository.EntityGraph;
import org.springframework.data.jpa.repository.Lock;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.jpa.repository.QueryHints;
import org.springframework.data.jpa.repository.query.Procedure;
import org.springframework.data.jpa.repository.support.SimpleJpaRepository;
import org.springframework.data.repository.core.RepositoryInformation;
import org.springframework.data.repository.query.parser.PartTree;

/**
 * The methods of one repository that read by an index or could, each with the query that Spring Data would run. Methods
 * that write are left out, as are those that always read the whole table or whose query depends on an argument, such as
 * findAll, Specification and Example.
 */
final class RepositoryMethods {

    private final RepositoryInformation repository;
    private final EntityManagerFactory factory;
    private final Set<String> namedQueries;
    private final List<RepositoryMethod> found = new ArrayList<>();

    private RepositoryMethods(
            RepositoryInformation repository, EntityManagerFactory factory, Set<String> namedQueries) {
        this.repository = repository;
        this.factory = factory;
        this.namedQueries = namedQueries;
    }

    /** @param namedQueries names of the queries that the mapping declares */
    static List<RepositoryMethod> of(
            RepositoryInformation repository, EntityManagerFactory factory, Set<String> namedQueries) {
        RepositoryMethods methods = new RepositoryMethods(repository, factory, namedQueries);
        Arrays.stream(repository.getRepositoryInterface().getMethods())
                .filter(method -> !method.isBridge() && !method.isSynthetic())
                .sorted(Comparator.comparing(Method::getName).thenComparing(Method::toGenericString))
                .forEach(methods::add);
        return new ArrayList<>(new LinkedHashSet<>(methods.found)); // an interface may repeat a method of another
    }

    private void add(Method method) {
        if (repository.isQueryMethod(method)) {
            addQuery(method);
        } else if (repository.isBaseClassMethod(method) && !repository.isCustomMethod(method)) {
            addBase(method);
        }
    }

    private String name(Method method) {
        return MethodPlans.name(repository.getRepositoryInterface(), method);
    }

    private void addBase(Method method) {
        if (method.getParameterCount() != 1
                || repository.getTargetClassMethod(method).getDeclaringClass() != SimpleJpaRepository.class) {
            return;
        }
        if (!List.of("findById", "existsById", "findAllById").contains(method.getName())) {
            return; // not by an index
        }
        RepositoryMethod special = special(method); // an interface may repeat a method with annotations
        if (special != null) {
            found.add(special);
            return;
        }
        EntityType<?> entity = factory.getMetamodel().entity(repository.getDomainType());
        switch (method.getName()) {
            case "findById" ->
                found.add(RepositoryMethod.byId(
                        name(method), repository.getDomainType().getName()));
            case "existsById" -> addById(method, entity, "select count(*) from %1$s x where x.%2$s = :id");
            default -> addById(method, entity, "select x from %1$s x where x.%2$s in :id");
        }
    }

    private void addById(Method method, EntityType<?> entity, String query) {
        if (!entity.hasSingleIdAttribute()) {
            return; // one statement for each attribute of the key, or one for each key
        }
        SingularAttribute<?, ?> id = entity.getId(entity.getIdType().getJavaType());
        found.add(RepositoryMethod.query(name(method), query.formatted(entity.getName(), id.getName()), false));
    }

    private void addQuery(Method method) {
        String name = name(method);
        Query query = AnnotatedElementUtils.findMergedAnnotation(method, Query.class);
        if (AnnotatedElementUtils.hasAnnotation(method, Modifying.class)
                || AnnotatedElementUtils.hasAnnotation(method, Procedure.class)) {
            return;
        }
        RepositoryMethod special = special(method);
        if (query != null && query.nativeQuery()) {
            found.add(RepositoryMethod.never(name, Kind.STATEMENT, "native SQL"));
        } else if (special != null) {
            found.add(special);
        } else if (Stream.class.isAssignableFrom(method.getReturnType())) {
            found.add(RepositoryMethod.never(name, Kind.OPTION, "scrolling"));
        } else {
            addPlain(method, name, query);
        }
    }

    /** Returns the verdict on a method that is more than its query; null if the query decides. */
    private @Nullable RepositoryMethod special(Method method) {
        Lock lock = AnnotatedElementUtils.findMergedAnnotation(method, Lock.class);
        if (lock != null && lock.value() != LockModeType.NONE) {
            return RepositoryMethod.never(name(method), Kind.OPTION, "lock mode " + lock.value());
        }
        boolean unknown = AnnotatedElementUtils.hasAnnotation(method, EntityGraph.class)
                || AnnotatedElementUtils.hasAnnotation(method, QueryHints.class)
                || Arrays.stream(method.getParameterTypes())
                        .anyMatch(type -> type == ScrollPosition.class || Sort.class.isAssignableFrom(type));
        return unknown ? RepositoryMethod.unknown(name(method)) : null;
    }

    private void addPlain(Method method, String name, @Nullable Query query) {
        String domain = repository.getDomainType().getSimpleName();
        String namedQuery = query == null || query.name().isEmpty() ? domain + '.' + method.getName() : query.name();
        boolean limited = Arrays.stream(method.getParameterTypes())
                .anyMatch(type -> type == Limit.class || Pageable.class.isAssignableFrom(type));
        if (query != null && !query.value().isBlank()) {
            String entity =
                    factory.getMetamodel().entity(repository.getDomainType()).getName();
            found.add(RepositoryMethod.query(name, DeclaredText.of(query.value(), entity), limited));
        } else if (namedQueries.contains(namedQuery)) {
            found.add(RepositoryMethod.named(name, namedQuery));
        } else {
            addDerived(method, name, limited);
        }
    }

    private void addDerived(Method method, String name, boolean limited) {
        PartTree tree;
        String text;
        @Nullable String count;
        try {
            tree = new PartTree(method.getName(), repository.getDomainType());
            text = DerivedText.of(tree, method, repository, factory, tree.isCountProjection());
            count = Page.class.isAssignableFrom(method.getReturnType())
                    ? DerivedText.of(tree, method, repository, factory, true)
                    : null;
        } catch (RuntimeException | LinkageError e) { // such as a query of a properties file, whose name is no property
            found.add(RepositoryMethod.unknown(name));
            return;
        }
        if (tree.isDelete()) {
            return;
        }
        found.add(RepositoryMethod.query(name, text, limited || tree.isLimiting() || tree.isExistsProjection()));
        if (count != null) {
            found.add(RepositoryMethod.query(name + ", its count", count, false));
        }
    }
}
