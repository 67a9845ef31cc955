// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository.report;

import io.handlersocket.hibernate.JdbcReason;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The routes of the methods of all repositories that have been created, what makes them fast, and one WARN for each
 * method that stays on JPA. Safe for use by all threads.
 */
public final class MethodPlans {

    private record Known(String repository, String method, Supplier<@Nullable JdbcReason> whyNot) {}

    private static final Logger log = LoggerFactory.getLogger("io.handlersocket.spring");

    private final List<Known> methods = new CopyOnWriteArrayList<>();
    private final List<Supplier<CompletionStage<Void>>> openings = new CopyOnWriteArrayList<>();
    private final Set<String> warned = ConcurrentHashMap.newKeySet();

    /**
     * Adds a method that reads.
     *
     * @param whyNot returns why JDBC would answer the method now; null for HandlerSocket
     */
    public void add(Class<?> repository, String method, Supplier<@Nullable JdbcReason> whyNot) {
        methods.add(new Known(repository.getSimpleName(), method, whyNot));
    }

    /**
     * Logs at WARN why an annotated method stays on JPA, unless a reason was logged for this method.
     *
     * @param method the method with its types, as Java prints it
     */
    public void warn(String method, String reason) {
        if (warned.add(method)) {
            log.warn("HandlerSocket: {} stays on JPA: {}", method, reason);
        }
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
        return new MethodPlan(known.repository(), known.method(), known.whyNot().get());
    }
}
