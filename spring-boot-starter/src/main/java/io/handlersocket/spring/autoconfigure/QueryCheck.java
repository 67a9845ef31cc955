// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import static java.util.concurrent.CompletableFuture.delayedExecutor;

import io.handlersocket.client.ClientState;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.spi.OwnThread;
import io.handlersocket.spring.autoconfigure.HandlerSocketProperties.OnMissingIndex;
import io.handlersocket.spring.internal.repository.RepositoryCheck;
import io.handlersocket.spring.internal.repository.RepositoryCheck.Findings;
import io.handlersocket.spring.internal.repository.RepositoryCheck.Problem;
import io.handlersocket.spring.internal.repository.advice.SessionSources;
import io.handlersocket.spring.internal.repository.report.MethodPlans;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.core.Ordered;

/**
 * Logs at startup which annotated query methods are never fast, and checks that an index answers each of the others. If
 * the server does not answer at startup, it checks them once the server answers. If persistence units are created in
 * the background, it runs at the end of startup, so that it does not wait for them.
 */
final class QueryCheck implements SmartInitializingSingleton, ApplicationListener<ContextRefreshedEvent>, Ordered {

    private static final Executor CHECKS = OwnThread.named("handlersocket-check");
    private static final Logger log = LoggerFactory.getLogger("io.handlersocket.spring");

    /** How long startup waits for a server, because one that is silent must not delay it. */
    private static final Duration SILENCE = Duration.ofSeconds(1);

    /** The limit for SQL after startup, when no thread waits for the result. */
    private static final Duration LATER = Duration.ofSeconds(10);

    private static final long FIRST_PAUSE_MILLIS = 500;
    private static final long LAST_PAUSE_MILLIS = 64_000;

    private final RepositoryCheck check;
    private final HandlerSocketClient client;
    private final HandlerSocketProperties properties;
    private final MethodPlans plans;
    private volatile boolean pending;

    QueryCheck(RepositoryCheck check, HandlerSocketProperties properties, MethodPlans plans) {
        this.check = check;
        this.client = check.client();
        this.properties = properties;
        this.plans = plans;
    }

    @Override
    public void afterSingletonsInstantiated() {
        pending = SessionSources.factories(check.beans()).anyMatch(factory -> factory.getBootstrapExecutor() != null);
        if (!pending) {
            run();
        }
    }

    @Override
    public void onApplicationEvent(ContextRefreshedEvent event) {
        if (pending) {
            pending = false;
            run();
        }
        plans.started();
    }

    /** After the listener that creates deferred repositories. */
    @Override
    public int getOrder() {
        return LOWEST_PRECEDENCE;
    }

    private void run() {
        if (!check.isNeeded()) {
            return;
        }
        boolean mustFail = properties.onMissingIndex() == OnMissingIndex.FAIL;
        Duration limit = mustFail ? SILENCE.plus(properties.startupTimeout()) : SILENCE;
        long end = System.nanoTime() + limit.toNanos();
        Reached.awaitFirstAttempt(client, limit);
        // What the server does not answer in time is checked later.
        boolean ready = Reached.within(client, Duration.ofNanos(mustFail ? end - System.nanoTime() : 0));
        Findings found = check.find(Duration.ofNanos(ready ? end - System.nanoTime() : 0));
        if (!found.complete()) {
            againWhenReached();
        }
        Map<Boolean, List<Problem>> problems =
                found.problems().stream().collect(Collectors.partitioningBy(Problem::missingIndex));
        List<Problem> missing = problems.getOrDefault(true, List.of());
        note(problems.getOrDefault(false, List.of()));
        if (mustFail && !missing.isEmpty()) {
            plans.started(); // there is no other time to tell of the methods that are never fast
            throw StartupFailure.noMatchingIndex(missing);
        }
        note(missing);
    }

    private void againWhenReached() {
        Reached.by(client)
                .thenComposeAsync(reached -> again(FIRST_PAUSE_MILLIS), CHECKS)
                .exceptionally(e -> {
                    log.debug("HandlerSocket: annotated methods were not checked", e); // the application has ended
                    return null;
                });
    }

    /** Checks until all tables are known: the schema is known only when a connection of the pool is proven. */
    private CompletionStage<Void> again(long pauseMillis) {
        Findings found = check.find(LATER);
        plans.warnOfAll(() -> note(found.problems()));
        return found.complete()
                        || pauseMillis > LAST_PAUSE_MILLIS
                        || client.snapshot().state() == ClientState.CLOSED
                ? CompletableFuture.completedFuture(null)
                : CompletableFuture.runAsync(() -> {}, delayedExecutor(pauseMillis, TimeUnit.MILLISECONDS, CHECKS))
                        .thenCompose(waited -> again(2 * pauseMillis));
    }

    private void note(List<Problem> problems) {
        problems.forEach(problem -> plans.stays(problem.method(), problem.text()));
    }
}
