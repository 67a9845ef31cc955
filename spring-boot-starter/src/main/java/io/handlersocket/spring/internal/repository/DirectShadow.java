// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.Shadow;
import io.handlersocket.replicas.ReadScope;
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

/** Answers calls of one method from rows, and lets shadow mode check a share of them against the method's JPA query. */
final class DirectShadow {

    /** The JPA query of one call. */
    interface Ordinary {

        /** Runs the query in this thread, with the session that is bound to it. */
        @Nullable
        Object call() throws Throwable;
    }

    private final PersistenceUnit unit;
    private final Class<?> entity;
    private final QueryRead read;
    private final @Nullable String role;
    private final @Nullable String count;
    private volatile @Nullable String table;

    /**
     * @param role the name under which shadow mode counts the calls
     * @param count the JPQL query that counts the rows of the argument; null for the method's own query
     */
    DirectShadow(PersistenceUnit unit, Class<?> entity, QueryRead read, String role, @Nullable String count) {
        this.unit = unit;
        this.entity = entity;
        this.read = read;
        this.role = read.isComparable() ? role : null;
        this.count = count;
    }

    /**
     * Returns the method's result.
     *
     * @param jpa called in this thread if the call is checked, with arguments that the caller cannot change; what it
     *     returns runs in another one, several times
     * @throws io.handlersocket.spring.internal.query.LeftToJpaException if JPA must answer
     */
    @Nullable
    Object now(@Nullable Object[] arguments, Function<@Nullable Object[], Ordinary> jpa) {
        try (ReadScope scope = unit.scope()) {
            Call call = due(arguments, jpa);
            long start = System.nanoTime();
            Object result = read.now(arguments);
            unit.answered(entity);
            // SQL asks the primary, which may have newer rows than a replica.
            if (call != null && (scope == null || scope.answers().stream().allMatch(answer -> answer.primary()))) {
                call.check(result, System.nanoTime() - start);
            }
            return result;
        }
    }

    /**
     * Returns a stage of the method's result, as {@link QueryRead#later} does.
     *
     * @param replicas whether a replica may answer; then the call is not checked
     */
    CompletionStage<@Nullable Object> later(
            @Nullable Object[] arguments,
            Function<@Nullable Object[], Ordinary> jpa,
            boolean replicas,
            Executor executor) {
        Call call = replicas ? null : due(arguments, jpa);
        long start = System.nanoTime();
        CompletionStage<@Nullable Object> answer = read.later(arguments, executor);
        return call == null
                ? answer
                : answer.thenApply(result -> {
                    call.check(result, System.nanoTime() - start);
                    return result;
                });
    }

    /** Returns the check of this call, or null if it is not compared. */
    private @Nullable Call due(@Nullable Object[] arguments, Function<@Nullable Object[], Ordinary> jpa) {
        Shadow shadow = role == null ? null : unit.loads().shadow();
        String name = shadow == null ? null : table();
        if (role == null || shadow == null || name == null || !shadow.isDue()) {
            return null;
        }
        @Nullable Object[] own = copy(arguments);
        return new Call(shadow, role, name, own, jpa.apply(own));
    }

    /** Returns why shadow mode leaves the method to JPA; null if it does not. */
    @Nullable
    JdbcReason refusal() {
        Shadow shadow = unit.loads().shadow();
        String name = shadow == null ? null : table();
        return shadow == null || name == null ? null : shadow.refusal(name);
    }

    private @Nullable String table() {
        String known = table;
        if (known == null) {
            known = unit.loads().table(entity).name().map(name -> name.table()).orElse(null);
            table = known;
        }
        return known;
    }

    // The caller may change an array before the call is compared.
    private static @Nullable Object[] copy(@Nullable Object[] arguments) {
        @Nullable Object[] copy = arguments.clone();
        for (int i = 0; i < copy.length; i++) {
            copy[i] = copy[i] instanceof byte[] bytes ? bytes.clone() : copy[i];
        }
        return copy;
    }

    /** One call that is checked. */
    private final class Call implements Shadow.Read {

        private final Shadow shadow;
        private final String called;
        private final String name;
        private final @Nullable Object[] arguments;
        private final Ordinary jpa;
        private volatile Shadow.@Nullable Answer first;

        Call(Shadow shadow, String called, String name, @Nullable Object[] arguments, Ordinary jpa) {
            this.shadow = shadow;
            this.called = called;
            this.name = name;
            this.arguments = arguments;
            this.jpa = jpa;
        }

        /** Compares this result in the background. */
        void check(@Nullable Object result, long nanos) {
            first = new Shadow.Answer(read.values(result), nanos);
            shadow.check(this);
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
        public Shadow.Answer first() {
            return Objects.requireNonNull(first);
        }

        @Override
        public Shadow.Answer handlerSocket() {
            long start = System.nanoTime();
            Object again = read.now(arguments);
            return new Shadow.Answer(read.values(again), System.nanoTime() - start);
        }

        @Override
        public Shadow.Answer jdbc(Connection connection) throws Exception {
            try (Session session = unit.open(connection)) {
                unit.bind(session);
                try {
                    long start = System.nanoTime();
                    Object ordinary = ordinary(session);
                    long took = System.nanoTime() - start;
                    return new Shadow.Answer(read.values(ordinary), took);
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
