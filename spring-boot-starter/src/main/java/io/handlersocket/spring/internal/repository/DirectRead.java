// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.spi.AnsweredRead;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import io.handlersocket.hibernate.spi.LoadObserver;
import io.handlersocket.hibernate.spi.LoadScopes;
import io.handlersocket.hibernate.spi.NotAnsweredException;
import io.handlersocket.spring.internal.query.QueryRead;
import io.handlersocket.spring.internal.repository.unit.PersistenceUnit;
import java.sql.Connection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.hibernate.Session;
import org.jspecify.annotations.Nullable;

/** Answers calls of one method from rows, and lets an observer repeat them, also as the method's JPA query. */
final class DirectRead {

    /** The JPA query of one call. */
    interface Ordinary {

        /** Runs the query in this thread, with the session that is bound to it. */
        @Nullable
        Object call() throws Throwable;
    }

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
        this.role = read.isComparable() ? role : null;
        this.count = count;
    }

    /**
     * Returns the method's result.
     *
     * @param jpa called in this thread if the call is observed, with arguments that the caller cannot change; what it
     *     returns runs in another one, several times
     * @throws LeftToJdbcException if JPA must answer
     */
    @Nullable
    Object now(@Nullable Object[] arguments, Function<@Nullable Object[], Ordinary> jpa) {
        try (LoadScopes.Scope scope = unit.scope()) {
            Call call = due(arguments, jpa);
            long start = System.nanoTime();
            Object result = read.now(arguments);
            unit.answered(entity);
            // SQL asks the client's own server, which may have newer rows than another one.
            if (call != null && (scope == null || !scope.usedOthers())) {
                call.tell(result, System.nanoTime() - start);
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
            @Nullable Object[] arguments,
            Function<@Nullable Object[], Ordinary> jpa,
            boolean others,
            Executor executor) {
        Call call = others ? null : due(arguments, jpa);
        long start = System.nanoTime();
        CompletionStage<@Nullable Object> answer = read.later(arguments, executor);
        unit.answered(entity); // Spring Data would ask in this thread
        return call == null
                ? answer
                : answer.thenApply(result -> {
                    call.tell(result, System.nanoTime() - start);
                    return result;
                });
    }

    /** Returns this call, or null if it is not observed. */
    private @Nullable Call due(@Nullable Object[] arguments, Function<@Nullable Object[], Ordinary> jpa) {
        LoadObserver observer = role == null ? null : unit.loads().observer();
        String name = observer == null ? null : table();
        if (role == null || observer == null || name == null || !observer.isDue()) {
            return null;
        }
        @Nullable Object[] own = copy(arguments);
        return new Call(observer, role, name, own, jpa.apply(own));
    }

    /** Returns why the observer leaves the method to JPA; null if it does not. */
    @Nullable
    JdbcReason refusal() {
        LoadObserver observer = unit.loads().observer();
        String name = observer == null ? null : table();
        return observer == null || name == null ? null : observer.refusal(() -> Set.of(name));
    }

    /** Returns why the index is not open now. */
    JdbcReason notOpen() {
        JdbcReason reason = unit.loads().reason(entity);
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

    /** One call that is observed. */
    private final class Call implements AnsweredRead {

        private final LoadObserver observer;
        private final String called;
        private final String name;
        private final @Nullable Object[] arguments;
        private final Ordinary jpa;
        private volatile @Nullable Answer first;

        Call(LoadObserver observer, String called, String name, @Nullable Object[] arguments, Ordinary jpa) {
            this.observer = observer;
            this.called = called;
            this.name = name;
            this.arguments = arguments;
            this.jpa = jpa;
        }

        void tell(@Nullable Object result, long nanos) {
            first = new Answer(read.values(result), nanos);
            observer.answered(this);
        }

        @Override
        public String role() {
            return called;
        }

        @Override
        public Set<String> tables() {
            return Set.of(name);
        }

        @Override
        public List<String> columns() {
            return read.columns().stream().map(column -> name + '.' + column).toList();
        }

        @Override
        public List<Integer> order() {
            return read.order();
        }

        @Override
        public Answer first() {
            return Objects.requireNonNull(first);
        }

        @Override
        public Answer handlerSocket() throws NotAnsweredException {
            long start = System.nanoTime();
            Object again;
            try {
                again = read.now(arguments);
            } catch (LeftToJdbcException e) {
                throw new NotAnsweredException(e.reason().text());
            }
            return new Answer(read.values(again), System.nanoTime() - start);
        }

        @Override
        public Answer jdbc(Connection connection) throws Exception {
            try (Session session = unit.open(connection)) {
                unit.bind(session);
                try {
                    long start = System.nanoTime();
                    Object ordinary = ordinary(session);
                    long took = System.nanoTime() - start;
                    return new Answer(read.values(ordinary), took);
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
            if (count != null) {
                return session.createSelectionQuery(count, Long.class)
                                .setParameter(1, arguments[0])
                                .getSingleResult()
                        == 1;
            }
            Object result = jpa.call();
            return result instanceof Future<?> future ? future.get() : result;
        }
    }
}
