// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import io.handlersocket.hibernate.spi.LoadScopes;
import io.handlersocket.spring.internal.repository.report.CallOutcome;
import io.handlersocket.spring.internal.repository.report.LookupCalls;
import io.handlersocket.spring.internal.repository.report.Observers;
import io.handlersocket.spring.internal.repository.unit.PersistenceUnit;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;

/** Answers a query method that returns columns from rows directly, where the transaction gate allows it. */
record DirectQuery(
        PersistenceUnit unit,
        DirectRead direct,
        boolean async,
        LookupThreads threads,
        LookupCalls calls,
        Observers observers,
        JpaQuery query)
        implements FastMethod {

    private static final JdbcReason FUTURE = new JdbcReason(JdbcReason.Kind.SESSION, "a future inside a transaction");

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        // Its JPA query, if needed, would run on another thread: outside the transaction, and it would need a second
        // connection while this caller holds one and waits.
        if (async && (PersistenceUnit.isInTransaction() || unit.holdsConnection())) {
            return query.proceed(invocation, FUTURE);
        }
        long start = observers.start();
        JdbcReason refusal = direct.refusal();
        if (refusal != null) {
            return query.insteadOfHandlerSocket(invocation, refusal);
        }
        try {
            if (async) {
                return later(invocation, start);
            }
            Object result = direct.now(invocation.getArguments(), arguments -> again(invocation, arguments));
            observers.inFront(invocation.getMethod(), CallOutcome.FAST, start);
            return result;
        } catch (LeftToJdbcException e) {
            return query.insteadOfHandlerSocket(invocation, e.reason());
        }
    }

    @Override
    public @Nullable JdbcReason whyNot() {
        return direct.whyNot();
    }

    private static LookupCalls.Next again(MethodInvocation invocation, @Nullable Object[] arguments) {
        // A clone runs once, from this position in the chain of interceptors.
        MethodInvocation here = ((ProxyMethodInvocation) invocation).invocableClone(arguments);
        return () -> ((ProxyMethodInvocation) here).invocableClone().proceed();
    }

    private CompletableFuture<@Nullable Object> later(MethodInvocation invocation, long start) {
        // The invocation keeps its position in the chain of interceptors, and this thread leaves the chain now.
        MethodInvocation again = ((ProxyMethodInvocation) invocation).invocableClone();
        Executor results = calls.here(threads.results());
        Executor queries = unit.loads().here(calls.here(threads.queries()));
        CompletableFuture<@Nullable Object> given = new CompletableFuture<>();
        CompletionStage<@Nullable Object> answer;
        try (LoadScopes.Scope scope = unit.scope()) {
            answer = direct.later(
                    invocation.getArguments(), arguments -> again(invocation, arguments), scope != null, results);
        }
        var unused = answer.whenComplete((result, failure) -> {
            if (failure != null) {
                queries.execute(() -> ordinary(again, LookupCalls.cause(failure), start, given, results));
                return;
            }
            try {
                observers.inFront(invocation.getMethod(), CallOutcome.FAST, start);
            } finally {
                given.complete(result);
            }
        });
        return given;
    }

    /**
     * Runs on a query thread. Another thread completes the future, so that no stage of the caller occupies this one.
     */
    private void ordinary(
            MethodInvocation invocation,
            Throwable failure,
            long start,
            CompletableFuture<@Nullable Object> given,
            Executor results) {
        try {
            if (!(failure instanceof LeftToJdbcException why)) {
                throw failure;
            }
            @SuppressWarnings("unchecked") // the method returns a future of its own
            CompletionStage<@Nullable Object> ordinary =
                    (CompletionStage<@Nullable Object>) query.insteadOfHandlerSocket(invocation, why.reason());
            if (ordinary == null) {
                results.execute(() -> given.complete(null));
                return;
            }
            var unused = ordinary.whenCompleteAsync(
                    (result, error) -> {
                        if (error == null) {
                            given.complete(result);
                        } else {
                            given.completeExceptionally(unit.translated(LookupCalls.cause(error)));
                        }
                    },
                    results);
        } catch (Throwable e) {
            try {
                observers.threw(e, start);
            } finally {
                results.execute(() -> given.completeExceptionally(unit.translated(e)));
            }
        }
    }
}
