// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository.report;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.Route;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The routes of the methods of all repositories that have been created, and what makes them fast. */
public final class MethodPlans {

    private record Known(String repository, String method, Supplier<@Nullable JdbcReason> whyNot) {}

    private final List<Known> methods = new CopyOnWriteArrayList<>();
    private final List<Supplier<CompletionStage<Void>>> openings = new CopyOnWriteArrayList<>();

    /**
     * Adds a method that reads.
     *
     * @param whyNot returns why JDBC would answer the method now; null for HandlerSocket
     */
    public void add(Class<?> repository, String method, Supplier<@Nullable JdbcReason> whyNot) {
        methods.add(new Known(repository.getSimpleName(), method, whyNot));
    }

    /** Adds an index to open in the background. The stage never fails. */
    public void open(Supplier<CompletionStage<Void>> opening) {
        openings.add(opening);
    }

    /** Opens the indexes of the methods in the background; the stage never fails. */
    public CompletionStage<Void> prepare() {
        return CompletableFuture.allOf(openings.stream()
                .map(opening -> opening.get().toCompletableFuture())
                .toArray(CompletableFuture<?>[]::new));
    }

    /** Returns the methods in a stable order; methods with the same name and route are one entry. */
    public List<MethodPlan> all() {
        return methods.stream()
                .map(MethodPlans::plan)
                .distinct()
                .sorted(Comparator.comparing(MethodPlan::repository).thenComparing(MethodPlan::method))
                .toList();
    }

    private static MethodPlan plan(Known known) {
        JdbcReason whyNot = known.whyNot().get();
        return whyNot == null
                ? new MethodPlan(known.repository(), known.method(), Route.HANDLERSOCKET, "")
                : new MethodPlan(known.repository(), known.method(), Route.JDBC, whyNot.text());
    }
}
