// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository.report;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.spring.LookupListener;
import io.handlersocket.spring.LookupListener.Lookup;
import io.handlersocket.spring.LookupRoute;
import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.springframework.data.repository.core.support.RepositoryMethodInvocationListener;
import org.springframework.data.repository.core.support.RepositoryMethodInvocationListener.RepositoryMethodInvocation;
import org.springframework.data.repository.core.support.RepositoryMethodInvocationListener.RepositoryMethodInvocationResult;

/**
 * Reports the calls of one method to the counters and to the application's listeners, and to Spring Data's listeners if
 * Spring Data does not see the call.
 */
public final class Observers {

    private final Listeners all;
    private final LookupCounts counts;
    private final Class<?> repository;
    private final String method;
    private final List<LookupListener> listeners;
    private final List<RepositoryMethodInvocationListener> springData;
    private final LongAdder fast;

    /** Most calls of a method end alike. */
    private volatile Counted last;

    private record Counted(CallOutcome outcome, LongAdder counter) {}

    Observers(
            Listeners all,
            LookupCounts counts,
            Class<?> repository,
            String method,
            List<LookupListener> listeners,
            List<RepositoryMethodInvocationListener> springData) {
        this.all = all;
        this.counts = counts;
        this.repository = repository;
        this.method = method;
        this.listeners = listeners;
        this.springData = springData;
        this.last = counted(CallOutcome.FAST);
        this.fast = last.counter();
    }

    /** Returns the start time of a call; 0 if no listener needs its duration. */
    public long start() {
        return listeners.isEmpty() && springData.isEmpty() ? 0 : System.nanoTime();
    }

    /** Reports a call that was answered before its transaction. */
    public void inFront(Method called, CallOutcome outcome, long start) {
        if (outcome.route() == LookupRoute.HANDLERSOCKET) {
            fast.increment();
        } else {
            counter(outcome).increment();
        }
        tellSpringData(called, start, null);
        tellListeners(outcome, start);
    }

    /** Reports a call that failed before its transaction. */
    public void failed(Method called, long start, Throwable error) {
        tellSpringData(called, start, error);
    }

    /** Reports a call that ran as a JPA call, which Spring Data has seen. */
    public void ordinary(CallOutcome outcome, long start) {
        counter(outcome).increment();
        tellListeners(outcome, start);
    }

    /** Reports an exception, before the transaction or from the JPA call. */
    public void threw(Throwable error, long start) {
        JdbcReason reason = new JdbcReason(
                JdbcReason.Kind.FAILURE, "failed: " + error.getClass().getSimpleName());
        ordinary(CallOutcome.overJdbc(reason), start);
    }

    @SuppressWarnings("ReferenceEquality") // most reasons are constants, and to compare others costs as much as the map
    private LongAdder counter(CallOutcome outcome) {
        Counted known = last;
        if (known.outcome().route() != outcome.route() || known.outcome().reason() != outcome.reason()) {
            known = counted(outcome);
            last = known;
        }
        return known.counter();
    }

    private Counted counted(CallOutcome outcome) {
        return new Counted(outcome, counts.counter(repository.getSimpleName(), method, outcome));
    }

    private void tellListeners(CallOutcome outcome, long start) {
        if (listeners.isEmpty()) {
            return;
        }
        JdbcReason reason = outcome.reason();
        Lookup lookup = new Lookup(
                repository,
                method,
                outcome.route(),
                reason == null ? null : reason.kind(),
                reason == null ? "" : reason.text(),
                System.nanoTime() - start);
        all.call(listeners, listener -> listener.answered(lookup));
    }

    private void tellSpringData(Method called, long start, @Nullable Throwable error) {
        if (springData.isEmpty()) {
            return;
        }
        RepositoryMethodInvocation invocation =
                new RepositoryMethodInvocation(repository, called, new Outcome(error), System.nanoTime() - start);
        all.call(springData, listener -> listener.afterInvocation(invocation));
    }

    private record Outcome(@Nullable Throwable error) implements RepositoryMethodInvocationResult {

        @Override
        public State getState() {
            return error == null ? State.SUCCESS : State.ERROR;
        }

        @Override
        public @Nullable Throwable getError() {
            return error;
        }
    }
}
