// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.component;

import io.handlersocket.hibernate.HandlerSocketLoads;
import io.handlersocket.hibernate.HandlerSocketSettings;
import io.handlersocket.hibernate.Route;
import io.handlersocket.jmh.hibernate.Guild;
import io.handlersocket.jmh.hibernate.GuildMember;
import io.handlersocket.jmh.hibernate.User;
import java.util.concurrent.TimeUnit;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.cfg.Configuration;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does it cost to find out that a statement seen before is a lookup, and to send it there? Neither side does I/O: JDBC
 * and the client are stubs that find no row. The baseline is Hibernate alone.
 *
 * <p>{@code answered} passes the gate and the planner, encodes nothing, and needs no connection, so it may be less than the
 * baseline. {@code refused} passes the same and then asks JDBC, over a connection that is watched: what it takes more than
 * the baseline is what every statement that stays on JDBC pays.
 *
 * <p>{@code java -jar jmh/target/benchmarks.jar PlannerBenchmark -prof gc}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class PlannerBenchmark {

    /** An entity by id; an entity with its children, which is a join; a query by id. */
    @Param({"find", "join", "query"})
    public String statement = "find";

    private @Nullable SessionFactory plain;
    private @Nullable SessionFactory refusing;
    private @Nullable SessionFactory answering;

    /** Also checks that statements take the route that is measured; joins may be no lookups. */
    @Setup
    public void build() {
        plain = factory(null);
        refusing = prepared(StubClient.refusing());
        answering = prepared(StubClient.empty());
        if (HandlerSocketLoads.of(refusing).count(Route.HANDLERSOCKET) > 0) {
            throw new AssertionError("what should be refused went over HandlerSocket");
        }
        if (!statement.equals("join") && HandlerSocketLoads.of(answering).count(Route.HANDLERSOCKET) == 0) {
            throw new AssertionError("what should be answered fell back: "
                    + HandlerSocketLoads.of(answering).counts());
        }
    }

    /** Its pool has shown a connection, and its indexes are open. */
    private SessionFactory prepared(Object client) {
        SessionFactory factory = factory(client);
        run(factory);
        HandlerSocketLoads.of(factory).prepare().toCompletableFuture().join();
        run(factory);
        return factory;
    }

    private static SessionFactory factory(@Nullable Object client) {
        Configuration configuration = new Configuration()
                .addAnnotatedClass(User.class)
                .addAnnotatedClass(Guild.class)
                .addAnnotatedClass(GuildMember.class);
        configuration.getProperties().put(AvailableSettings.JAKARTA_NON_JTA_DATASOURCE, StubDatabase.dataSource());
        configuration.getProperties().put(HandlerSocketSettings.TRUST_CONNECTIONS, true);
        configuration.setProperty("hibernate.boot.allow_jdbc_metadata_access", false);
        configuration.setProperty("jakarta.persistence.database-product-name", "MariaDB");
        if (client != null) {
            configuration.getProperties().put(HandlerSocketSettings.CLIENT, client);
        }
        return configuration.buildSessionFactory();
    }

    @Benchmark
    public @Nullable Object baseline() {
        return run(plain);
    }

    @Benchmark
    public @Nullable Object refused() {
        return run(refusing);
    }

    @Benchmark
    public @Nullable Object answered() {
        return run(answering);
    }

    private @Nullable Object run(@Nullable SessionFactory factory) {
        if (factory == null) {
            throw new IllegalStateException("not set up");
        }
        try (StatelessSession session = factory.openStatelessSession()) {
            Object found = switch (statement) {
                case "find" -> session.get(User.class, 7);
                case "join" -> session.get(Guild.class, 7);
                default ->
                    session.createSelectionQuery("from User where id = :id", User.class)
                            .setParameter("id", 7)
                            .getSingleResultOrNull();
            };
            if (found != null) {
                throw new AssertionError("a row, where there is none");
            }
            return session;
        }
    }
}
