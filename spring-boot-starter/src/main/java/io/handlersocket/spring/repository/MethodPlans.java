// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.repository;

import io.handlersocket.hibernate.Route;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The routes of the methods of all repositories that have been created. */
public final class MethodPlans {

    private record Known(String repository, String method, Supplier<@Nullable String> whyNot) {}

    private final List<Known> methods = new CopyOnWriteArrayList<>();

    /**
     * Adds a method.
     *
     * @param whyNot returns why JDBC would answer the method now; empty for HandlerSocket, null if the method reads nothing
     */
    void add(Class<?> repository, String method, Supplier<@Nullable String> whyNot) {
        methods.add(new Known(repository.getSimpleName(), method, whyNot));
    }

    /** Returns the methods that read, in a stable order; methods with the same name and route are one entry. */
    public List<MethodPlan> all() {
        return methods.stream()
                .flatMap(known -> plan(known, known.whyNot().get()))
                .distinct()
                .sorted(Comparator.comparing(MethodPlan::repository).thenComparing(MethodPlan::method))
                .toList();
    }

    private static Stream<MethodPlan> plan(Known known, @Nullable String whyNot) {
        if (whyNot == null) {
            return Stream.empty();
        }
        Route route = whyNot.isEmpty() ? Route.HANDLERSOCKET : Route.JDBC;
        return Stream.of(new MethodPlan(known.repository(), known.method(), route, whyNot));
    }
}
