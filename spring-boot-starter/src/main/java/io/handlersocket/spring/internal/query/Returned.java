// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.query;

import io.handlersocket.hibernate.spi.LeftToJdbcException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.ScrollPosition;
import org.springframework.data.domain.Slice;
import org.springframework.data.domain.SliceImpl;
import org.springframework.data.domain.Window;

/** The return type of a method, which may be the type of a future. */
record Returned(Kind kind, boolean async, Class<?> element) {

    enum Kind {
        SINGLE,
        OPTIONAL,
        LIST,
        SLICE,
        WINDOW,
        EXISTS
    }

    private static final Set<Class<?>> FUTURES = Set.of(CompletableFuture.class, Future.class);
    private static final Set<Class<?>> LISTS = Set.of(List.class, Collection.class, Iterable.class);

    /** @throws LeftToJdbcException if only Spring Data can create it */
    static Returned of(Method method, Class<?> repository, boolean exists) {
        ResolvableType type = ResolvableType.forMethodReturnType(method, repository);
        boolean async = FUTURES.contains(type.resolve(Object.class));
        ResolvableType inner = async ? type.getGeneric(0) : type;
        Class<?> raw = inner.resolve(Object.class);
        Class<?> element = inner.getGeneric(0).resolve(Object.class);
        if (exists) {
            if (raw != boolean.class && raw != Boolean.class) {
                throw LeftToJdbcException.statement("existsBy that returns " + raw.getSimpleName());
            }
            return new Returned(Kind.EXISTS, async, raw);
        }
        if (raw == Optional.class) {
            return new Returned(Kind.OPTIONAL, async, element);
        }
        if (LISTS.contains(raw)) {
            return new Returned(Kind.LIST, async, element);
        }
        if (raw == Slice.class) {
            require(Pageable.class, method, "a Slice without a Pageable");
            return new Returned(Kind.SLICE, async, element);
        }
        if (raw == Window.class && !async) {
            require(ScrollPosition.class, method, "a Window without a ScrollPosition");
            return new Returned(Kind.WINDOW, false, element);
        }
        if (raw.isArray() || raw.isPrimitive() || raw == Object.class || inner.hasGenerics()) {
            throw LeftToJdbcException.statement("a result of type " + raw.getSimpleName());
        }
        return new Returned(Kind.SINGLE, async, raw);
    }

    private static void require(Class<?> parameter, Method method, String otherwise) {
        if (Arrays.stream(method.getParameterTypes()).noneMatch(parameter::isAssignableFrom)) {
            throw LeftToJdbcException.statement(otherwise);
        }
    }

    /** Returns whether the results are entities, which only Hibernate creates. */
    boolean givesEntities(Class<?> entity) {
        return kind != Kind.EXISTS && Projection.isEntity(element, entity);
    }

    boolean isSingle() {
        return kind == Kind.SINGLE || kind == Kind.OPTIONAL || kind == Kind.EXISTS;
    }

    /**
     * Returns the result of the method.
     *
     * @param results results in order; one more than the page size if there is a next page
     */
    @Nullable
    Object of(List<Object> results, Pageable page) {
        return switch (kind) {
            case SINGLE -> results.isEmpty() ? null : results.get(0);
            case OPTIONAL -> results.isEmpty() ? Optional.empty() : Optional.of(results.get(0));
            case LIST -> results;
            case EXISTS -> !results.isEmpty();
            case WINDOW -> throw new AssertionError(this); // which needs more than results
            case SLICE -> {
                boolean more = results.size() > page.getPageSize();
                yield new SliceImpl<>(more ? results.subList(0, page.getPageSize()) : results, page, more);
            }
        };
    }
}
