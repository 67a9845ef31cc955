// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.spi.AnsweredRead;
import io.handlersocket.hibernate.spi.AnsweredRead.Answer;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import io.handlersocket.hibernate.spi.LoadObserver;
import io.handlersocket.hibernate.spi.LoadScopes;
import io.handlersocket.hibernate.spi.ReadColumns;
import io.handlersocket.spring.internal.query.QueryRead;
import io.handlersocket.spring.internal.query.ShownValues;
import io.handlersocket.spring.internal.repository.report.LookupCalls.Next;
import io.handlersocket.spring.internal.repository.unit.PersistenceUnit;
import java.sql.Connection;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Function;
import org.hibernate.Session;
import org.jspecify.annotations.Nullable;

/** Answers calls of one method from rows, and lets an observer repeat them, also as the method's JPA query. */
final class DirectRead {

    private static final JdbcReason NOT_OPEN =
            new JdbcReason(JdbcReason.Kind.NOT_OPEN, "the index was not open at that moment");

    private final PersistenceUnit unit;
    private final Class<?> entity;
    private final QueryRead read;
    private final @Nullable String role;
    private final @Nullable String count;
    private volatile @Nullable String table;

    /**
     * @param role the name under which an observer counts the calls
     * @param count the JPQL query that counts the rows of the argument; null for the method's own query
     */
    DirectRead(PersistenceUnit unit, Class<?> entity, QueryRead read, String role, @Nullable String count) {
        this.unit = unit;
        this.entity = entity;
        this.read = read;
        this.role = read.shown().isComparable() ? role : null;
        this.count = count;
    }

    /**
     * Returns the method's result.
     *
     * @param jpa called in this thread if the call is observed, with a copy of the arguments; it returns the
     *     method's JPA query, which runs in another thread, several times, with the session that is bound to it
     * @throws LeftToJdbcException if JPA must answer
     */
    @Nullable
    Object now(@Nullable Object[] arguments, Function<@Nullable Object[], Next> jpa) {
        try (LoadScopes.Scope scope = unit.scope()) {
            Consumer<Answer> observed = due(arguments, jpa);
            long start = System.nanoTime();
            Object result = read.now(arguments);
            unit.answered(entity);
            // SQL asks the client's own server, which may have newer rows than another one.
            if (observed != null && (scope == null || !scope.usedOthers())) {
                observed.accept(answer(result, start));
            }
            return result;
        }
    }

    /**
     * Returns a stage of the method's result, as {@link QueryRead#later} does.
     *
     * @param others whether another server may answer; then the call is not observed
     */
    CompletionStage<@Nullable Object> later(
            @Nullable Object[] arguments, Function<@Nullable Object[], Next> jpa, boolean others, Executor executor) {
        Consumer<Answer> observed = others ? null : due(arguments, jpa);
        long start = System.nanoTime();
        CompletionStage<@Nullable Object> answer = read.later(arguments, executor);
        unit.answered(entity); // Spring Data would ask in this thread
        return observed == null
                ? answer
                : answer.thenApply(result -> {
                    observed.accept(answer(result, start));
                    return result;
                });
    }

    /** Returns what tells the observer the answer of this call; null if the call is not observed. */
    private @Nullable Consumer<Answer> due(@Nullable Object[] arguments, Function<@Nullable Object[], Next> jpa) {
        String called = role;
        LoadObserver observer = called == null ? null : unit.loads().observer();
        String name = observer == null ? null : table();
        if (called == null || observer == null || name == null || !observer.isDue()) {
            return null;
        }
        @Nullable Object[] own = copy(arguments);
        Next query = jpa.apply(own);
        return first -> observer.answered(new Call(this, called, name, Arrays.asList(own), query, first));
    }

    private Answer answer(@Nullable Object result, long start) {
        long took = System.nanoTime() - start;
        return new Answer(read.shown().values(result), took);
    }

    /** Returns why JPA must answer a call of this thread now; null for HandlerSocket. */
    @Nullable
    JdbcReason refusal() {
        JdbcReason refusal = unit.directRefusal();
        return refusal == null ? leftByObserver() : refusal;
    }

    private @Nullable JdbcReason leftByObserver() {
        LoadObserver observer = unit.loads().observer();
        String name = observer == null ? null : table();
        return observer == null || name == null ? null : observer.refusal(() -> Set.of(name));
    }

    /** Returns why JPA would answer most calls now; null for HandlerSocket. */
    @Nullable
    JdbcReason whyNot() {
        JdbcReason reason = unit.usualRefusal();
        if (reason == null) {
            reason = leftByObserver();
        }
        if (reason == null) {
            reason = read.whyNot();
        }
        if (reason != null || read.isOpen()) {
            return reason;
        }
        reason = unit.loads().reason(entity);
        return reason == null ? NOT_OPEN : reason;
    }

    private @Nullable String table() {
        String known = table;
        if (known == null) {
            known = unit.loads().table(entity).name().map(name -> name.table()).orElse(null);
            table = known;
        }
        return known;
    }

    // The caller may change an array before the call is repeated.
    private static @Nullable Object[] copy(@Nullable Object[] arguments) {
        @Nullable Object[] copy = arguments.clone();
        for (int i = 0; i < copy.length; i++) {
            copy[i] = copy[i] instanceof byte[] bytes ? bytes.clone() : copy[i];
        }
        return copy;
    }

    private record Call(
            DirectRead direct, String role, String table, List<@Nullable Object> arguments, Next jpa, Answer first)
            implements AnsweredRead {

        @Override
        public ReadColumns selected() {
            ShownValues shown = direct.read.shown();
            return new ReadColumns(
                    Set.of(table),
                    shown.columns().stream().map(column -> table + '.' + column).toList(),
                    shown.order());
        }

        @Override
        public Answer handlerSocket() {
            long start = System.nanoTime();
            return direct.answer(direct.read.now(arguments.toArray()), start);
        }

        @Override
        public Answer jdbc(Connection connection) throws Exception {
            PersistenceUnit unit = direct.unit;
            try (Session session = unit.open(connection)) {
                unit.bind(session);
                try {
                    long start = System.nanoTime();
                    return direct.answer(ordinary(session), start);
                } catch (Error | Exception e) {
                    throw e;
                } catch (Throwable e) {
                    throw new IllegalStateException(e);
                } finally {
                    unit.unbind();
                }
            }
        }

        private @Nullable Object ordinary(Session session) throws Throwable {
            if (direct.count != null) {
                return session.createSelectionQuery(direct.count, Long.class)
                                .setParameter(1, arguments.get(0))
                                .getSingleResult()
                        == 1;
            }
            Object result = jpa.proceed();
            return result instanceof Future<?> future ? future.get() : result;
        }
    }
}
