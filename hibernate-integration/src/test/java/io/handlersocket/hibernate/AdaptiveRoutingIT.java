// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static io.handlersocket.hibernate.Route.HANDLERSOCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LONG;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.hibernate.fixture.Player;
import io.handlersocket.hibernate.internal.seam.Measured;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.TcpProxy;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.Table;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import org.hibernate.ConnectionAcquisitionMode;
import org.hibernate.ConnectionReleaseMode;
import org.hibernate.Hibernate;
import org.hibernate.Session;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Loads take the route that takes less time, where both are right. */
class AdaptiveRoutingIT {

    private static final HandlerSocketMariaDB SERVER = HandlerSocketMariaDB.shared();

    /** So many loads would be measured over JDBC many times. */
    private static final int MANY = 1_000;

    /** An empty setting is an absent one. */
    private static final String BY_DEFAULT = "";

    private static final long LIMIT_NANOS = Duration.ofSeconds(60).toNanos();

    private final TcpProxy port = new TcpProxy(SERVER.getHost(), SERVER.readPort());

    @BeforeEach
    void create() {
        SERVER.execute(
                "create or replace table player (id int unsigned primary key, name varchar(50), score int)",
                "insert into player values (1, 'ann', 10), (2, 'bob', 20)");
    }

    @AfterEach
    void drop() {
        port.close();
        SERVER.execute("drop table player");
    }

    private App app(String routing, Map<String, Object> settings) {
        Map<String, Object> all = new HashMap<>(settings);
        all.put(HandlerSocketSettings.ROUTING, routing);
        HandlerSocketClient client = HandlerSocketClient.builder()
                .dataSource(SERVER.dataSource())
                .host(SERVER.getHost())
                .port(port.port())
                .requestTimeout(Duration.ofSeconds(5))
                .withoutGuard() // which closes the connections if the machine stands still
                .build();
        return App.over(SERVER, client, all, Player.class).ready(Player.class);
    }

    private static void find(Session session) {
        assertThat(session.find(Player.class, 1L).score).isEqualTo(10);
        session.clear();
    }

    private static void find(App app) {
        app.sessionFactory().inSession(AdaptiveRoutingIT::find);
    }

    private static Route route(App app) {
        return app.loads().times().isEmpty()
                ? HANDLERSOCKET
                : app.loads().times().get(0).route();
    }

    /** Loads until JDBC has been measured once. */
    private static void findUntilMeasured(App app) {
        findUntilMeasured(app, () -> find(app));
    }

    private static void findUntilMeasured(App app, Runnable find) {
        for (long end = System.nanoTime() + LIMIT_NANOS; app.loads().times().isEmpty(); find.run()) {
            assertThat(System.nanoTime() - end).isNegative();
        }
    }

    @Test
    void aLoadThatIsSlowOverHandlerSocketChangesToJdbcAndComesBack() {
        try (App app = app(BY_DEFAULT, Map.of())) {
            app.routed(HANDLERSOCKET, 100, () -> {
                for (int i = 0; i < 100; i++) {
                    find(app);
                }
                return null;
            });
            port.delay(Duration.ofMillis(1), Duration.ZERO);
            findUntilMeasured(app);
            assertThat(app.loads().times()).singleElement().satisfies(times -> {
                assertThat(times.handlerSocket()).isPositive();
                assertThat(times.jdbc()).isPositive();
            });
            assertThat(app.loads().counts())
                    .anyMatch(count -> count.kind() == JdbcReason.Kind.COST
                            && count.reason().equals("the load measures how long JDBC takes"));

            Measured.asCheaper(Route.JDBC, app.sessionFactory());
            for (int i = 0; i < 200; i++) {
                find(app);
            }
            assertThat(app.loads().counts())
                    .filteredOn(count ->
                            count.reason().matches("JDBC takes \\d+ us for this statement, HandlerSocket \\d+ us"))
                    .extracting(LoadCount::count)
                    .singleElement(LONG)
                    .isGreaterThan(150);
            app.ready(Player.class);

            port.delay(Duration.ZERO, Duration.ZERO);
            Measured.asCheaper(HANDLERSOCKET, app.sessionFactory());
            assertThat(route(app)).isEqualTo(HANDLERSOCKET);
        }
    }

    @Test
    void withAlwaysNothingChanges() {
        try (App app = app("always", Map.of())) {
            port.delay(Duration.ofMillis(1), Duration.ZERO);
            for (int i = 0; i < MANY; i++) {
                app.settled(HANDLERSOCKET, 1, () -> {
                    find(app);
                    return null;
                });
            }
            assertThat(app.loads().times()).isEmpty();
        }
    }

    @Test
    void noLoadOfATransactionWithoutConnectionIsMeasured() {
        Map<String, Object> lazy = Map.of(
                "hibernate.connection.provider_disables_autocommit", true, App.ISOLATION, "TRANSACTION_READ_COMMITTED");
        try (App app = app("adaptive", lazy)) {
            app.routed(HANDLERSOCKET, MANY, () -> {
                app.sessionFactory().inTransaction(session -> {
                    for (int i = 0; i < MANY; i++) {
                        find(session);
                        assertThat(isConnected(session)).isFalse();
                    }
                });
                return null;
            });
        }
    }

    @Test
    void noLoadBeforeATransactionHasBegunOnItsConnectionIsMeasured() {
        try (App app = app("adaptive", Map.of(App.ISOLATION, "TRANSACTION_READ_COMMITTED"))) {
            app.routed(HANDLERSOCKET, MANY, () -> {
                app.sessionFactory().inTransaction(session -> {
                    assertThat(isConnected(session)).isTrue();
                    for (int i = 0; i < MANY; i++) {
                        find(session);
                    }
                });
                return null;
            });
        }
    }

    @Test
    void loadsOfATransactionThatHasBegunAreMeasured() {
        try (App app = app("adaptive", Map.of(App.ISOLATION, "TRANSACTION_READ_COMMITTED"))) {
            app.sessionFactory().inTransaction(session -> {
                session.createNativeQuery("select score from player", Integer.class)
                        .getResultList();
                findUntilMeasured(app, () -> find(session));
            });
            assertThat(app.loads().times()).singleElement().satisfies(times -> {
                assertThat(times.connected()).isTrue();
                assertThat(times.role()).isEqualTo(Player.class.getName());
            });
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"DELAYED_ACQUISITION_AND_RELEASE_AFTER_TRANSACTION", "DELAYED_ACQUISITION_AND_HOLD"})
    void aLoadThatIsMeasuredKeepsNoConnection(String handling) {
        SERVER.execute(
                "create or replace table routed_writer (id int primary key)",
                "create or replace table routed_work (id int primary key, writer_id int, key (writer_id))",
                "insert into routed_writer values (1)",
                "insert into routed_work values (1, 1)");
        Map<String, Object> settings =
                Map.of(HandlerSocketSettings.ROUTING, "adaptive", "hibernate.connection.handling_mode", handling);
        try (App app = App.fast(SERVER, settings, Writer.class, Work.class).ready(Writer.class, Work.class)) {
            String works = Writer.class.getName() + ".works";
            for (long end = System.nanoTime() + LIMIT_NANOS; measured(app, works) < 3; ) {
                assertThat(System.nanoTime() - end).isNegative();
                app.sessionFactory().inSession(session -> {
                    Writer writer = session.find(Writer.class, 1);
                    Hibernate.initialize(writer.works);
                    assertThat(writer.works).hasSize(1);
                    assertThat(isConnected(session)).isFalse();
                });
            }
        } finally {
            SERVER.execute("drop table routed_writer", "drop table routed_work");
        }
    }

    @Entity(name = "Writer")
    @Table(name = "routed_writer")
    static class Writer {
        @Id
        int id;

        @OneToMany(mappedBy = "writer")
        List<Work> works;
    }

    @Entity(name = "Work")
    @Table(name = "routed_work")
    static class Work {
        @Id
        int id;

        @ManyToOne(fetch = FetchType.LAZY)
        Writer writer;
    }

    @Test
    void noLoadIsMeasuredThatWouldWaitForAConnection() {
        AtomicInteger asked = new AtomicInteger();
        IntSupplier none = () -> {
            asked.incrementAndGet();
            return 0;
        };
        assertNoneIsMeasured(Map.of(HandlerSocketSettings.IDLE_CONNECTIONS, none));
        assertThat(asked).hasPositiveValue();
    }

    @Test
    void noLoadOutsideATransactionIsMeasuredWhereThePoolIsUnknown() {
        assertNoneIsMeasured(Map.of(App.UNKNOWN_POOL, true));
    }

    private void assertNoneIsMeasured(Map<String, Object> settings) {
        try (App app = app("adaptive", settings)) {
            app.routed(HANDLERSOCKET, MANY, () -> {
                for (int i = 0; i < MANY; i++) {
                    find(app);
                }
                return null;
            });
        }
    }

    /** Its sessions without transaction keep a connection without auto-commit: all their loads see one snapshot. */
    @Test
    void noLoadOfASessionWhoseStatementsAreOneTransactionTakesTheCheaperRoute() {
        Map<String, Object> settings = Map.of(
                "hibernate.connection.provider_disables_autocommit",
                true,
                HandlerSocketSettings.CONSISTENCY,
                "snapshot");
        try (App app = app("adaptive", settings)) {
            findUntilMeasured(app);
            Measured.asCheaper(Route.JDBC, app.sessionFactory());
            assertThat(route(app)).isEqualTo(Route.JDBC);
            for (int score = 100; score < 200; score++) {
                try (Session session = app.sessionFactory()
                        .withOptions()
                        .connectionHandling(ConnectionAcquisitionMode.AS_NEEDED, ConnectionReleaseMode.ON_CLOSE)
                        .openSession()) {
                    Integer before = session.find(Player.class, 1L).score;
                    SERVER.execute("update player set score = " + score);
                    session.clear();
                    assertThat(session.find(Player.class, 1L).score).isEqualTo(before);
                }
            }
        }
    }

    private static long measured(App app, String role) {
        return app.loads().counts().stream()
                .filter(count -> count.role().equals(role) && count.kind() == JdbcReason.Kind.COST)
                .mapToLong(LoadCount::count)
                .sum();
    }

    private static boolean isConnected(Session session) {
        return ((SharedSessionContractImplementor) session)
                .getJdbcCoordinator()
                .getLogicalConnection()
                .isPhysicallyConnected();
    }
}
