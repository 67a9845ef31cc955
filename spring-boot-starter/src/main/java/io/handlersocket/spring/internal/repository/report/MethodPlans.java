// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository.report;

import io.handlersocket.hibernate.JdbcReason;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The routes of the methods of all repositories that have been created, what makes them fast, and one WARN for all
 * methods that stay on JPA. Safe for use by all threads.
 */
public final class MethodPlans {

    private static final Logger log = LoggerFactory.getLogger("io.handlersocket.spring");

    private final List<Supplier<MethodPlan>> methods = new CopyOnWriteArrayList<>();
    private final List<Supplier<CompletionStage<Void>>> openings = new CopyOnWriteArrayList<>();
    private final Queue<String> staying = new ConcurrentLinkedQueue<>();
    private final Set<String> warned = ConcurrentHashMap.newKeySet();

    /** The number of those that collect methods for one WARN; the first is the start of the application. */
    private final AtomicInteger collectors = new AtomicInteger(1);

    private final AtomicBoolean started = new AtomicBoolean();

    /**
     * Adds a method that reads.
     *
     * @param whyNot returns why JDBC would answer the method now; null for HandlerSocket
     */
    public void add(Class<?> repository, String method, Supplier<@Nullable JdbcReason> whyNot) {
        methods.add(() -> new MethodPlan(repository.getSimpleName(), method, whyNot.get()));
    }

    /** Returns a method's name with its types of parameters, such as {@code Orders.findByStatus(Status, Pageable)}. */
    public static String name(Class<?> repository, Method method) {
        return repository.getSimpleName()
                + '.'
                + method.getName()
                + Arrays.stream(method.getParameterTypes())
                        .map(Class::getSimpleName)
                        .collect(Collectors.joining(", ", "(", ")"));
    }

    /**
     * Logs why an annotated method, or all of a repository, stays on JPA, unless a reason was logged for it. Until
     * {@link #started}, and during {@link #warnOfAll}, methods are collected for one WARN.
     */
    public void stays(String method, String reason) {
        if (warned.add(method)) {
            staying.add(method + " (" + reason + ')');
            if (collectors.get() == 0) {
                warn();
            }
        }
    }

    /** Ends the start: logs one WARN about all methods that were found by now. */
    public void started() {
        if (started.compareAndSet(false, true)) {
            collected();
        }
    }

    /** Logs one WARN about all methods that this task finds; during the start, {@link #started} does. */
    public void warnOfAll(Runnable task) {
        collectors.incrementAndGet();
        try {
            task.run();
        } finally {
            collected();
        }
    }

    private void collected() {
        if (collectors.decrementAndGet() == 0) {
            warn();
        }
    }

    private void warn() {
        StringJoiner methods = new StringJoiner("; ");
        for (String next = staying.poll(); next != null; next = staying.poll()) {
            methods.add(next);
        }
        if (methods.length() > 0) {
            log.warn(
                    "HandlerSocket: JPA answers these annotated methods: {}. Change each as its reason says, or remove"
                            + " its annotation",
                    methods);
        }
    }

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
        List<MethodPlan> all = new ArrayList<>();
        warnOfAll(() -> methods.stream()
                .map(Supplier::get)
                .distinct()
                .sorted(Comparator.comparing(MethodPlan::repository).thenComparing(MethodPlan::method))
                .forEach(all::add));
        return all;
    }
}
