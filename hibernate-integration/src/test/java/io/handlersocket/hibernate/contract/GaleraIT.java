// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.contract;

import static io.handlersocket.hibernate.contract.Situation.WRITTEN;
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
import io.handlersocket.testkit.GaleraMariaDB;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.mariadb.jdbc.MariaDbDataSource;

/** Sessions of a node of a Galera cluster, while other nodes write. */
@Timeout(180)
class GaleraIT {

    @RegisterExtension
    static final GaleraMariaDB CLUSTER = new GaleraMariaDB(3);

    private static final String SYNC = "the connections have wsrep_sync_wait";
    private static final String OTHER_PROCESS = "the application's pool reaches another server process than the client";
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static App app;

    @BeforeAll
    static void create() {
        Coin.create(node(1));
        // SUPER sets wsrep_on in a session.
        Coin.root(node(1), "grant super on *.* to '" + node(1).getUsername() + "'@'%'");
        app = app(Map.of());
    }

    @AfterAll
    static void close() {
        app.close();
    }

    /** Ten everywhere. */
    @BeforeEach
    void row() throws SQLException {
        write(1, 10);
        for (int i = 2; i <= 3; i++) {
            assertThat(synced(i)).isEqualTo(10);
        }
    }

    private static HandlerSocketMariaDB node(int i) {
        return CLUSTER.node(i);
    }

    private static App app(Map<String, Object> settings) {
        return App.fast(node(1), settings, Coin.class).ready(Coin.class);
    }

    private static void write(int node, int worth) {
        node(node).execute("update ht_coin set worth = " + worth + " where id = 1");
    }

    /** Changes the row on this node alone, so that the answers of two nodes differ. */
    private static void writeAlone(int node, int worth) {
        Coin.root(node(node), "set session wsrep_on = 0", "update test.ht_coin set worth = " + worth + " where id = 1");
    }

    private static int ask(int node, String before) throws SQLException {
        try (Connection connection = node(node).dataSource().getConnection()) {
            return ask(connection, before);
        }
    }

    private static int ask(Connection connection, String before) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(before + "select worth from ht_coin where id = 1")) {
            row.next();
            return row.getInt(1);
        }
    }

    /** What SQL says once the node has applied all writes of the others. */
    private static int synced(int node) throws SQLException {
        return ask(node, "set statement wsrep_sync_wait = 1 for ");
    }

    private static int load(Route route) {
        return app.<Integer>settled(route, 1, () -> Coin.worth(app.sessionFactory()));
    }

    private static Stream<Situation> sessions() {
        return Stream.of(
                jdbc("SET SESSION wsrep_sync_wait = 1", SYNC),
                jdbc("SET SESSION wsrep_sync_wait = 15", SYNC),
                fast("SET SESSION wsrep_sync_wait = 6"),
                fast("SET SESSION wsrep_dirty_reads = 1"),
                fast("SET SESSION wsrep_on = 0"),
                fast("SET SESSION wsrep_trx_fragment_size = 1"),
                fast("SET SESSION wsrep_OSU_method = RSU"));
    }

    /** A load takes the route of its session, and gives what SQL gives right after the write of another node. */
    @ParameterizedTest
    @MethodSource("sessions")
    void aSettingOfTheSession(Situation situation) throws SQLException {
        assertThat(load(Route.HANDLERSOCKET)).isEqualTo(10);
        Coin.run(app, situation.name());
        for (int i = 0; i < 20; i++) {
            write(2, 100 + i);
            if (situation.route() == Route.HANDLERSOCKET) {
                assertThat(synced(1)).isEqualTo(100 + i);
            }
            assertThat(load(situation.route())).isEqualTo(100 + i);
        }
        // Queries for single columns obey the same.
        assertThat(app.loads().refusal(null) == null).isEqualTo(situation.route() == Route.HANDLERSOCKET);
        assertThat(app.loads().counts())
                .extracting(LoadCount::reason)
                .anyMatch(reason -> reason.contains(situation.reason()));
        app.renewConnections();
        assertThat(load(Route.HANDLERSOCKET)).isEqualTo(synced(1));
    }

    @Test
    void aGlobalSettingOfNewSessions() {
        Coin.root(node(1), "set global wsrep_sync_wait = 1");
        try {
            app.renewConnections();
            for (int i = 0; i < 20; i++) {
                write(3, 200 + i);
                assertThat(load(Route.JDBC)).isEqualTo(200 + i);
            }
            assertThat(app.client().snapshot().state()).hasToString("READY");
        } finally {
            Coin.root(node(1), "set global wsrep_sync_wait = 0");
            app.renewConnections();
        }
        assertThat(load(Route.HANDLERSOCKET)).isEqualTo(219);
    }

    /** Whatever SQL of a session has seen, a load of it sees that or what came later. */
    @Test
    void noLoadIsOlderThanAnEarlierAnswerOfSql() throws Exception {
        AtomicBoolean stop = new AtomicBoolean();
        CompletableFuture<Void> writer = CompletableFuture.runAsync(
                () -> {
                    for (int worth = 11; !stop.get(); worth++) {
                        write(2 + worth % 2, worth);
                    }
                },
                task -> new Thread(task).start());
        try (App committed = app(Map.of(App.ISOLATION, "TRANSACTION_READ_COMMITTED"))) {
            long end = System.nanoTime() + PATIENCE.toNanos();
            while (committed.loads().count(Route.HANDLERSOCKET) < 500) {
                committed.sessionFactory().inSession(session -> {
                    int seen = session.doReturningWork(connection -> ask(connection, ""));
                    assertThat(Coin.worth(session)).isGreaterThanOrEqualTo(seen);
                });
                int seen = synced(1);
                assertThat(Coin.worth(committed.sessionFactory())).isGreaterThanOrEqualTo(seen);
                assertThat(System.nanoTime() - end)
                        .as("%s", committed.loads().counts())
                        .isNegative();
            }
        } finally {
            stop.set(true);
            writer.join();
        }
    }

    /** The fragments are on all nodes before the transaction ends, as rows that are not committed. */
    @Test
    void fragmentsOfOthersAreInvisible() throws SQLException {
        try (Connection other = node(2).dataSource().getConnection();
                Connection dirty = node(1).dataSource().getConnection()) {
            dirty.setTransactionIsolation(Connection.TRANSACTION_READ_UNCOMMITTED);
            other.setAutoCommit(false);
            Coin.sql(
                            "set session wsrep_trx_fragment_unit = 'statements', wsrep_trx_fragment_size = 1",
                            "update ht_coin set worth = 99 where id = 1")
                    .execute(other);
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(ask(dirty, "")).isEqualTo(99));
            assertThat(ask(1, "")).isEqualTo(10);
            assertThat(load(Route.HANDLERSOCKET)).isEqualTo(10);
            other.rollback();
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(ask(dirty, "")).isEqualTo(10));
            Coin.sql("update ht_coin set worth = 98 where id = 1").execute(other);
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(ask(dirty, "")).isEqualTo(98));
            assertThat(load(Route.HANDLERSOCKET)).isEqualTo(10);
            other.commit();
            assertThat(synced(1)).isEqualTo(98);
            assertThat(load(Route.HANDLERSOCKET)).isEqualTo(98);
        }
    }

    @ParameterizedTest
    @MethodSource("writers")
    void anOwnChangeIsSeenAndIsInvisibleToOthers(Situation situation, String setting) throws SQLException {
        app.sessionFactory().inTransaction(session -> {
            session.doWork(Coin.sql(setting));
            session.doWork(Coin.sql("update ht_coin set worth = 99 where id = 1"));
            assertThat(app.<Integer>routed(situation.route(), 1, () -> Coin.worth(session)))
                    .isEqualTo(99);
            try (App second = app(Map.of())) {
                assertThat(second.<Integer>settled(Route.HANDLERSOCKET, 1, () -> Coin.worth(second.sessionFactory())))
                        .isEqualTo(10);
            }
            session.doWork(Connection::rollback);
        });
        app.renewConnections();
        assertThat(load(Route.HANDLERSOCKET)).isEqualTo(10);
        assertThat(ask(1, "")).isEqualTo(10);
    }

    static Stream<Arguments> writers() {
        return Stream.of(
                Arguments.of(
                        jdbc("a change of the session's own, with wsrep_trx_fragment_size = 1", WRITTEN),
                        "set session wsrep_trx_fragment_unit = 'rows', wsrep_trx_fragment_size = 1"),
                Arguments.of(
                        jdbc("a change of the session's own, with wsrep_dirty_reads = 1", WRITTEN),
                        "set session wsrep_dirty_reads = 1"));
    }

    /** DDL of one node, which is out of step meanwhile, on the table that is read there. */
    @Test
    void ddlByRollingSchemaUpgrade() throws Exception {
        assertThat(load(Route.HANDLERSOCKET)).isEqualTo(10);
        try {
            CompletableFuture<Void> ddl = CompletableFuture.runAsync(() -> Coin.root(
                    node(1),
                    "set session wsrep_OSU_method = 'RSU'",
                    "alter table test.ht_coin add column extra int default 7, algorithm=copy",
                    "alter table test.ht_coin drop column extra, algorithm=copy"));
            while (!ddl.isDone()) {
                assertThat(Coin.worth(app.sessionFactory())).isEqualTo(10);
            }
            ddl.get();
        } finally {
            CLUSTER.awaitSize(3);
        }
        write(2, 11);
        assertThat(synced(1)).isEqualTo(11);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(load(Route.HANDLERSOCKET)).isEqualTo(11));
    }

    /**
     * The pool's address leads to another node. As long as the pool keeps a connection of the old one, SQL answers there;
     * then the client follows.
     */
    @Test
    void anAddressThatMoves() throws Exception {
        writeAlone(2, 20);
        try (HikariDataSource pool = pool(CLUSTER.addressUrl());
                HandlerSocketClient client = client(CLUSTER.addressUrl());
                SessionFactory factory =
                        Factories.build(pool, Map.of(HandlerSocketSettings.CLIENT, client), Coin.class)) {
            HandlerSocketLoads loads = HandlerSocketLoads.of(factory);
            loads.prepare().toCompletableFuture().join();
            awaitFast(factory, 10);
            CLUSTER.moveAddress(2);
            awaitClientOf(client, 2);
            for (int i = 0; i < 3; i++) {
                assertThat(Coin.worth(factory)).as("%s", loads.counts()).isEqualTo(10);
            }
            assertThat(loads.counts()).extracting(LoadCount::reason).contains(OTHER_PROCESS);
            CLUSTER.address().cutAll();
            awaitFast(factory, 20);

            CLUSTER.moveAddress(1);
            CLUSTER.address().cutAll();
            awaitClientOf(client, 1);
            for (int i = 0; i < 100; i++) {
                assertThat(Coin.worth(factory))
                        .as("not of the node that the address has left")
                        .isEqualTo(10);
            }
            awaitFast(factory, 10);
        } finally {
            CLUSTER.moveAddress(1);
            writeAlone(2, 10);
        }
    }

    private static void awaitClientOf(HandlerSocketClient client, int node) {
        await().atMost(PATIENCE)
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(client.server().orElseThrow().readPort())
                        .isEqualTo(node(node).readPort()));
    }

    /** The driver connects the pool's connection anew, to the next host, and neither pool nor Hibernate hears of it. */
    @Test
    void aSequenceOfHostsWhoseConnectionBreaks() throws Exception {
        writeAlone(3, 30);
        try (HikariDataSource pool = pool(sequence(3, 1));
                HandlerSocketClient client = client(sequence(3, 1));
                SessionFactory factory =
                        Factories.build(pool, Map.of(HandlerSocketSettings.CLIENT, client), Coin.class)) {
            awaitFast(factory, 30);
            assertThat(client.server().orElseThrow().readPort()).isEqualTo(node(3).readPort());
            long broken = factory.fromSession(session -> session.doReturningWork(connection ->
                    connection.unwrap(org.mariadb.jdbc.Connection.class).getThreadId()));
            Coin.root(node(3), "kill " + broken);
            int bySql = factory.fromSession(session -> session.doReturningWork(connection -> ask(connection, "")));
            assertThat(bySql).isEqualTo(10);
            for (int i = 0; i < 3; i++) {
                assertThat(Coin.worth(factory)).isEqualTo(10);
            }
            assertThat(HandlerSocketLoads.of(factory).counts())
                    .extracting(LoadCount::reason)
                    .contains(OTHER_PROCESS);
            awaitFast(factory, 10);
            assertThat(client.server().orElseThrow().readPort()).isEqualTo(node(1).readPort());
        } finally {
            writeAlone(3, 10);
        }
    }

    @Test
    void aSequenceOfHostsWhoseFirstDies() throws Exception {
        writeAlone(2, 20);
        try (HikariDataSource pool = pool(sequence(2, 1));
                HandlerSocketClient client = client(sequence(2, 1));
                SessionFactory factory =
                        Factories.build(pool, Map.of(HandlerSocketSettings.CLIENT, client), Coin.class)) {
            awaitFast(factory, 20);
            CLUSTER.kill(2);
            assertThat(Coin.worth(factory)).isEqualTo(10);
            awaitFast(factory, 10);
            assertThat(client.server().orElseThrow().readPort()).isEqualTo(node(1).readPort());
        } finally {
            CLUSTER.restart(2);
            CLUSTER.awaitSize(3);
            writeAlone(2, 10);
        }
    }

    private static String sequence(int first, int second) {
        return node(first).getJdbcUrl().replaceFirst("//([^/]*)/", "sequential://$1," + address(second) + "/");
    }

    private static String address(int node) {
        return node(node).getJdbcUrl().replaceFirst(".*//([^/]*)/.*", "$1");
    }

    private static HandlerSocketClient client(String url) throws SQLException {
        MariaDbDataSource dataSource = new MariaDbDataSource(url);
        dataSource.setUser(node(1).getUsername());
        dataSource.setPassword(node(1).getPassword());
        return HandlerSocketClient.builder().dataSource(dataSource).build();
    }

    private static void awaitFast(SessionFactory factory, int worth) {
        HandlerSocketLoads loads = HandlerSocketLoads.of(factory);
        await().atMost(PATIENCE).untilAsserted(() -> {
            long before = loads.count(Route.HANDLERSOCKET);
            assertThat(Coin.worth(factory)).isEqualTo(worth);
            assertThat(loads.count(Route.HANDLERSOCKET))
                    .as("%s", loads.counts())
                    .isGreaterThan(before);
        });
    }

    private static HikariDataSource pool(String url) {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(url);
        pool.setUsername(node(1).getUsername());
        pool.setPassword(node(1).getPassword());
        pool.setMaximumPoolSize(1);
        return pool;
    }

    static Stream<Situation> situations() {
        return Stream.of(
                        sessions(),
                        Stream.of(
                                jdbc("SET GLOBAL wsrep_sync_wait = 1, then a new connection", SYNC),
                                fast("uncommitted fragments of a transaction of another node"),
                                fast("DDL of the node by RSU"),
                                fast("a `sequential:` URL whose first node has died")),
                        writers().map(each -> (Situation) each.get()[0]),
                        Stream.of(
                                jdbc(
                                        "an address that has moved to another node, while the pool has connections of the"
                                                + " old one",
                                        OTHER_PROCESS),
                                jdbc(
                                        "a connection of a `sequential:` URL that the driver has connected anew to"
                                                + " another node",
                                        OTHER_PROCESS)))
                .flatMap(each -> each);
    }
}
