// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository;

import io.handlersocket.client.ReadScope;
import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.Shadow;
import io.handlersocket.spring.internal.query.QueryRead;
import io.handlersocket.spring.internal.repository.unit.PersistenceUnit;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
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
    private volatile @Nullable String table;

    /**
     * @param role the name under which shadow mode counts the calls; null if it must not check them, because the JPA
     *     query cannot run in another thread
     */
    DirectShadow(PersistenceUnit unit, Class<?> entity, QueryRead read, @Nullable String role) {
        this.unit = unit;
        this.entity = entity;
        this.read = read;
        this.role = read.isComparable() ? role : null;
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
            return now(arguments, jpa, scope);
        }
    }

    private @Nullable Object now(
            @Nullable Object[] arguments, Function<@Nullable Object[], Ordinary> jpa, @Nullable ReadScope scope) {
        Shadow shadow = role == null ? null : unit.loads().shadow();
        String name = shadow == null ? null : table();
        if (role == null || shadow == null || name == null || !shadow.isDue()) {
            return read.now(arguments);
        }
        long start = System.nanoTime();
        Object result = read.now(arguments);
        long nanos = System.nanoTime() - start;
        if (scope != null && scope.answers().stream().anyMatch(answer -> !answer.primary())) {
            return result; // SQL asks the primary, which may have newer rows
        }
        @Nullable Object[] own = copy(arguments);
        shadow.check(new Call(role, name, own, jpa.apply(own), own(result), nanos));
        return result;
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

    private static @Nullable Object own(@Nullable Object result) {
        return result instanceof List<?> list ? new ArrayList<>(list) : result;
    }

    /** One call that is checked. */
    private final class Call implements Shadow.Read {

        private final String called;
        private final String name;
        private final @Nullable Object[] arguments;
        private final Ordinary jpa;
        private final @Nullable Object result;
        private final long nanos;

        Call(
                String called,
                String name,
                @Nullable Object[] arguments,
                Ordinary jpa,
                @Nullable Object result,
                long nanos) {
            this.called = called;
            this.name = name;
            this.arguments = arguments;
            this.jpa = jpa;
            this.result = result;
            this.nanos = nanos;
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

        /** The result of a method without order may have any. The order of the others is not compared. */
        @Override
        public List<Integer> order() {
            return List.of();
        }

        @Override
        public Shadow.Answer first() {
            return new Shadow.Answer(read.values(result), nanos);
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
                    Object ordinary = jpa.call();
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
    }
}
