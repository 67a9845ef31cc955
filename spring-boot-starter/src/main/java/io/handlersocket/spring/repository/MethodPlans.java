// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.repository;

import io.handlersocket.hibernate.Route;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** How the methods of all repositories are routed. Those of a repository are there once it is made. */
public final class MethodPlans {

    private record Known(String repository, String method, Supplier<String> whyNot) {}

    private final List<Known> methods = new CopyOnWriteArrayList<>();

    /**
     * Adds a method.
     *
     * @param whyNot why it would be answered over JDBC now; empty if it would not
     */
    void add(Class<?> repository, String method, Supplier<String> whyNot) {
        methods.add(new Known(repository.getSimpleName(), method, whyNot));
    }

    /** All of them, in a stable order. */
    public List<MethodPlan> all() {
        return methods.stream()
                .map(known -> plan(known, known.whyNot().get()))
                .sorted(Comparator.comparing(MethodPlan::repository).thenComparing(MethodPlan::method))
                .toList();
    }

    private static MethodPlan plan(Known known, String whyNot) {
        Route route = whyNot.isEmpty() ? Route.HANDLERSOCKET : Route.JDBC;
        return new MethodPlan(known.repository(), known.method(), route, whyNot);
    }
}
