// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.repository;

import io.handlersocket.spring.LookupRoute;
import io.handlersocket.spring.query.NotFast;
import io.handlersocket.spring.query.QueryRead;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;

/** A query method that reads single columns: straight from rows, wherever the transaction gate lets it. */
final class DirectQuery implements FastMethod {

    private final PersistenceUnit unit;
    private final QueryRead read;
    private final boolean async;
    private final Executor executor;
    private final LookupCalls calls;
    private final Observers observers;
    private final Twin twin;
    private final JdbcReasons reasons;

    DirectQuery(
            PersistenceUnit unit,
            QueryRead read,
            boolean async,
            Executor executor,
            LookupCalls calls,
            Observers observers,
            Twin twin,
            JdbcReasons reasons) {
        this.unit = unit;
        this.read = read;
        this.async = async;
        this.executor = executor;
        this.calls = calls;
        this.observers = observers;
        this.twin = twin;
        this.reasons = reasons;
    }

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        // Its JPA query, if it came to that, would run on another thread: past the transaction, and for want of another
        // connection than the one that this caller holds while it waits.
        if (async && (Twin.isInTransaction() || unit.holdsConnection())) {
            return twin.proceed(invocation, "a future inside a transaction");
        }
        long start = observers.start();
        try {
            refuse();
            if (async) {
                return later(invocation, start);
            }
            Object result = read.now(invocation.getArguments());
            observers.inFront(invocation.getMethod(), LookupRoute.HANDLERSOCKET, "", start);
            return result;
        } catch (NotFast e) {
            return twin.insteadOfHandlerSocket(invocation, e.reason(), e.isOutage());
        }
    }

    @Override
    public String whyNot() {
        String reason = unit.loads().refusal(null);
        if (reason == null) {
            reason = read.whyNot();
        }
        return reason.isEmpty() && !read.isOpen() ? reasons.notReady() : reason;
    }

    private void refuse() {
        String reason = unit.directRefusal();
        if (reason != null) {
            throw new NotFast(reason);
        }
    }

    private CompletableFuture<@Nullable Object> later(MethodInvocation invocation, long start) {
        // The chain of interceptors remembers its place in the invocation, and this thread leaves it now.
        MethodInvocation again = ((ProxyMethodInvocation) invocation).invocableClone();
        CompletionStage<@Nullable Object> answer = read.later(invocation.getArguments(), calls.here(executor));
        return answer.handle((result, failure) -> {
                    if (failure == null) {
                        observers.inFront(invocation.getMethod(), LookupRoute.HANDLERSOCKET, "", start);
                        return CompletableFuture.completedStage(result);
                    }
                    return ordinary(again, failure, start);
                })
                .thenCompose(stage -> stage)
                .toCompletableFuture();
    }

    private CompletionStage<@Nullable Object> ordinary(MethodInvocation invocation, Throwable failure, long start) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (!(cause instanceof NotFast why)) {
            observers.threw(cause, start);
            return CompletableFuture.failedStage(cause);
        }
        try {
            @SuppressWarnings("unchecked") // the method returns a future of its own
            CompletionStage<@Nullable Object> ordinary = (CompletionStage<@Nullable Object>)
                    twin.insteadOfHandlerSocket(invocation, why.reason(), why.isOutage());
            return ordinary == null ? CompletableFuture.completedStage(null) : ordinary;
        } catch (Throwable e) {
            observers.threw(e, start);
            return CompletableFuture.failedStage(e);
        }
    }
}
