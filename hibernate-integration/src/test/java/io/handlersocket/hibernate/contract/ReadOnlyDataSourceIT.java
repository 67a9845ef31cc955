// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.contract;

import static io.handlersocket.hibernate.contract.Situation.fast;
import static io.handlersocket.hibernate.contract.Situation.jdbc;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.hibernate.HandlerSocketLoads;
import io.handlersocket.hibernate.HandlerSocketSettings;
import io.handlersocket.hibernate.LoadCount;
import io.handlersocket.hibernate.Route;
import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.hibernate.fixture.Factories;
import io.handlersocket.hibernate.fixture.Routed;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.engine.spi.SessionImplementor;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;

/**
 * A LazyConnectionDataSourceProxy with a DataSource for read-only transactions. It leads to another schema here, so
 * that its rows can be told apart: coin 1 is worth 10 at the primary, and 20 at the reader.
 */
class ReadOnlyDataSourceIT {

    private static final HandlerSocketMariaDB SERVER = HandlerSocketMariaDB.shared();
    private static final String OTHER = "ht_reader";
    private static final String REASON = "SQL would use the read-only DataSource, which is no configured replica";
    private static final String HOLD = "hibernate.connection.handling_mode";

    private static HandlerSocketClient client;
    private static HikariDataSource primary;
    private static HikariDataSource reader;
    private static SessionFactory factory;
    private static HandlerSocketLoads loads;

    @BeforeAll
    static void create() {
        Coin.create(SERVER);
        Coin.root(
                SERVER,
                "create database if not exists " + OTHER,
                "grant all privileges on " + OTHER + ".* to '" + SERVER.getUsername() + "'@'%'",
                "create or replace table " + OTHER + ".ht_coin (id int primary key, worth int)",
                "insert into " + OTHER + ".ht_coin values (1, 20)");
        client = App.client(SERVER);
        primary = pool(SERVER.getDatabaseName(), 3);
        reader = pool(OTHER, 3);
        factory = factory(primary, reader);
        loads = HandlerSocketLoads.of(factory);
    }

    private static HikariDataSource pool(String schema, int size) {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(SERVER.getJdbcUrl().replace("/" + SERVER.getDatabaseName(), "/" + schema));
        pool.setUsername(SERVER.getUsername());
        pool.setPassword(SERVER.getPassword());
        pool.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        pool.setMaximumPoolSize(size);
        return pool;
    }

    private static SessionFactory factory(DataSource target, DataSource readOnly) {
        LazyConnectionDataSourceProxy split = new LazyConnectionDataSourceProxy(target);
        split.setReadOnlyDataSource(readOnly);
        return Factories.build(
                split, Map.of(HandlerSocketSettings.CLIENT, client, HOLD, "DELAYED_ACQUISITION_AND_HOLD"), Coin.class);
    }

    @AfterAll
    static void stop() {
        factory.close();
        primary.close();
        reader.close();
        client.close();
        Coin.root(SERVER, "drop database " + OTHER);
    }

    @BeforeEach
    void isFast() {
        isFast(factory, loads);
    }

    private static void isFast(SessionFactory any, HandlerSocketLoads itsLoads) {
        itsLoads.prepare().toCompletableFuture().join();
        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            long before = itsLoads.count(Route.HANDLERSOCKET);
            assertThat(Coin.worth(any)).isEqualTo(10);
            assertThat(itsLoads.count(Route.HANDLERSOCKET))
                    .as("%s", itsLoads.counts())
                    .isGreaterThan(before);
        });
    }

    /** Loads coin 1, and asks SQL for it: both must see the same row. */
    private static void assertWorth(Session session, int worth, Route route) {
        assertLoads(session, worth, route);
        assertThat(session.createNativeQuery("select worth from ht_coin where id = 1", Integer.class)
                        .getSingleResult())
                .isEqualTo(worth);
        assertLoads(session, worth, route); // now its physical connection is known
    }

    private static void assertLoads(Session session, int worth, Route route) {
        assertThat(Routed.settled(loads, route, 1, () -> {
                    session.clear();
                    return Coin.worth(session);
                }))
                .isEqualTo(worth);
    }

    private static long refused() {
        return loads.counts().stream()
                .filter(count -> count.reason().equals(REASON))
                .mapToLong(LoadCount::count)
                .sum();
    }

    private static Connection connection(Session session) {
        return session.unwrap(SessionImplementor.class)
                .getJdbcCoordinator()
                .getLogicalConnection()
                .getPhysicalConnection();
    }

    @Test
    void otherSessionsAndTransactionsAreOfThePrimary() {
        factory.inSession(session -> assertWorth(session, 10, Route.HANDLERSOCKET));
        factory.inTransaction(session -> assertWorth(session, 10, Route.HANDLERSOCKET));
    }

    @Test
    void aReadOnlyTransactionIsOfTheReader() throws SQLException {
        long before = refused();
        try (Session session = factory.openSession()) {
            connection(session).setReadOnly(true); // as Spring does before it begins the transaction
            session.beginTransaction();
            assertWorth(session, 20, Route.JDBC);
            session.getTransaction().commit();
            connection(session).setReadOnly(false); // without effect: the session keeps its connection
            session.beginTransaction();
            assertWorth(session, 20, Route.JDBC);
            session.getTransaction().commit();
        }
        assertThat(refused() - before).isEqualTo(4);
        factory.inSession(session -> assertWorth(session, 10, Route.HANDLERSOCKET));
    }

    @Test
    void aReadOnlyTransactionThatFetchedNoConnectionLeavesNothingBehind() throws SQLException {
        try (Session session = factory.openSession()) {
            connection(session).setReadOnly(true);
            session.beginTransaction();
            session.getTransaction().commit();
            connection(session).setReadOnly(false);
            session.beginTransaction();
            assertWorth(session, 10, Route.HANDLERSOCKET);
            session.getTransaction().commit();
        }
    }

    @Test
    void aSessionThatHasReadFromThePrimaryStaysThere() throws SQLException {
        try (Session session = factory.openSession()) {
            assertWorth(session, 10, Route.HANDLERSOCKET);
            connection(session).setReadOnly(true); // without effect, too
            session.beginTransaction();
            assertWorth(session, 10, Route.HANDLERSOCKET);
            session.getTransaction().commit();
        }
    }

    @Test
    void aSessionStaysWhereSqlWouldHaveLeftIt() throws SQLException {
        try (Session session = factory.openSession()) {
            assertLoads(session, 10, Route.HANDLERSOCKET);
            connection(session).setReadOnly(true);
            session.beginTransaction();
            assertWorth(session, 10, Route.HANDLERSOCKET);
            session.getTransaction().commit();
        }
        try (Session session = factory.openSession()) {
            session.beginTransaction();
            assertLoads(session, 10, Route.HANDLERSOCKET);
            session.getTransaction().commit();
            connection(session).setReadOnly(true);
            session.beginTransaction();
            assertWorth(session, 10, Route.HANDLERSOCKET);
            session.getTransaction().commit();
        }
    }

    @Test
    void aLoadOfThePrimaryFetchesNoConnection() {
        int before = primary.getHikariPoolMXBean().getActiveConnections();
        factory.inTransaction(session -> {
            assertLoads(session, 10, Route.HANDLERSOCKET);
            assertThat(primary.getHikariPoolMXBean().getActiveConnections()).isEqualTo(before);
        });
    }

    @Test
    void aConnectionThatWasFetchedUnseenIsOfTheModeItHadThen() throws SQLException {
        try (Session session = factory.openSession()) {
            connection(session).setReadOnly(true);
            connection(session).isValid(1);
            connection(session).setReadOnly(false);
            assertWorth(session, 20, Route.JDBC);
        }
        try (Session session = factory.openSession()) {
            connection(session).isValid(1);
            connection(session).setReadOnly(true);
            assertWorth(session, 10, Route.HANDLERSOCKET);
        }
    }

    @Test
    void aReadOnlySessionIsOfTheReader() {
        long before = refused();
        try (Session session = factory.withOptions().readOnly(true).openSession()) {
            assertWorth(session, 20, Route.JDBC);
        }
        assertThat(refused() - before).isEqualTo(2);
        try (Session owner = factory.withOptions().readOnly(true).openSession();
                Session session = owner.sessionWithOptions().connection().openSession()) {
            assertWorth(session, 20, Route.JDBC);
        }
        try (Session owner = factory.openSession();
                Session session =
                        owner.sessionWithOptions().connection().readOnly(true).openSession()) {
            assertWorth(session, 10, Route.HANDLERSOCKET);
        }
    }

    @Test
    void whatReadOnlyTransactionsDoToASharedPoolIsSeen() {
        try (HikariDataSource shared = pool(SERVER.getDatabaseName(), 1);
                SessionFactory same = factory(shared, new DelegatingDataSource(shared))) {
            HandlerSocketLoads itsLoads = HandlerSocketLoads.of(same);
            isFast(same, itsLoads);
            try (Session session = same.withOptions().readOnly(true).openSession()) {
                session.doWork(Coin.sql(
                        "create temporary table ht_coin (id int primary key, worth int)",
                        "insert into ht_coin values (1, 99)"));
            }
            assertThat(Coin.worth(same)).isEqualTo(99);
            assertThat(itsLoads.counts())
                    .extracting(LoadCount::reason)
                    .anyMatch(reason -> reason.contains(Situation.TEMPORARY));
        }
    }

    static Stream<Situation> situations() {
        String split = "a LazyConnectionDataSourceProxy with a read-only DataSource";
        return Stream.of(
                fast("a transaction that may write, over " + split),
                jdbc("a read-only transaction over " + split, REASON),
                fast("a read-only transaction in a session that has read from the primary before"),
                jdbc("withOptions().readOnly(true) over " + split, REASON));
    }
}
