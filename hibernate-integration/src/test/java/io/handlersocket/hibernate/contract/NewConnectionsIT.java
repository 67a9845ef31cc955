// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.contract;

import static io.handlersocket.hibernate.contract.Situation.LIMITED;
import static io.handlersocket.hibernate.contract.Situation.TEMPORARY;
import static io.handlersocket.hibernate.contract.Situation.jdbc;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.hibernate.HandlerSocketLoads;
import io.handlersocket.hibernate.HandlerSocketSettings;
import io.handlersocket.hibernate.Route;
import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.hibernate.fixture.Factories;
import io.handlersocket.hibernate.fixture.Routed;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.TcpProxy;
import java.sql.Connection;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is true of one connection of a pool need not be of the next. */
@Timeout(120)
class NewConnectionsIT {

    private static final HandlerSocketMariaDB SERVER = HandlerSocketMariaDB.shared();
    private static final String SERIALIZABLE = "isolation SERIALIZABLE";
    private static final long MOST_OF_ONE_NANOS = Duration.ofMillis(100).toNanos();

    private static HikariDataSource pool(String url) {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(url);
        pool.setUsername(SERVER.getUsername());
        pool.setPassword(SERVER.getPassword());
        pool.setMaximumPoolSize(1);
        return pool;
    }

    private static SessionFactory factory(HikariDataSource pool, HandlerSocketClient client) {
        return Factories.build(pool, Map.of(HandlerSocketSettings.CLIENT, client), Coin.class);
    }

    private static void assertFast(SessionFactory factory) {
        HandlerSocketLoads loads = HandlerSocketLoads.of(factory);
        loads.prepare().toCompletableFuture().join();
        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            assertThat(Coin.worth(factory)).isEqualTo(10);
            assertThat(loads.count(Route.HANDLERSOCKET))
                    .as("%s", loads.counts())
                    .isPositive();
        });
    }

    private static void assertJdbc(SessionFactory factory, int worth, String reason) {
        for (int i = 0; i < 3; i++) {
            Routed.overJdbc(
                    HandlerSocketLoads.of(factory),
                    reason,
                    () -> assertThat(Coin.worth(factory)).isEqualTo(worth));
        }
    }

    @Test
    void connectionInitSql() {
        Coin.create(SERVER);
        try (HandlerSocketClient client = App.client(SERVER)) {
            for (String harmless : new String[] {"select 1", "set names utf8mb4"}) {
                try (HikariDataSource pool = pool(SERVER.getJdbcUrl())) {
                    pool.setConnectionInitSql(harmless);
                    try (SessionFactory factory = factory(pool, client)) {
                        assertFast(factory);
                    }
                }
            }
            try (HikariDataSource pool = pool(SERVER.getJdbcUrl())) {
                pool.setConnectionInitSql("create temporary table ht_coin as select 1 id, 99 worth");
                try (SessionFactory factory = factory(pool, client)) {
                    HandlerSocketLoads.of(factory)
                            .prepare()
                            .toCompletableFuture()
                            .join();
                    assertJdbc(factory, 99, TEMPORARY);
                }
            }
            for (String[] harmful : new String[][] {
                {"set session sql_select_limit = 5", LIMITED},
                {"set session character_set_connection = latin1", "another character_set_client"}
            }) {
                try (HikariDataSource pool = pool(SERVER.getJdbcUrl())) {
                    pool.setConnectionInitSql(harmful[0]);
                    try (SessionFactory factory = factory(pool, client)) {
                        HandlerSocketLoads.of(factory)
                                .prepare()
                                .toCompletableFuture()
                                .join();
                        assertJdbc(factory, 10, harmful[1]);
                    }
                }
            }
        }
    }

    @Test
    void setGlobalFollowedByNewConnections() {
        Coin.create(SERVER);
        try (HandlerSocketClient client = App.client(SERVER);
                HikariDataSource pool = pool(SERVER.getJdbcUrl());
                SessionFactory factory = factory(pool, client)) {
            assertFast(factory);
            Coin.root(SERVER, "set global sql_select_limit = 5");
            try {
                pool.getHikariPoolMXBean().softEvictConnections();
                factory.inTransaction(session -> session.doWork(Coin.sql("select 1")));
                assertJdbc(factory, 10, LIMITED);
            } finally {
                Coin.root(SERVER, "set global sql_select_limit = default");
            }
        }
    }

    /** What one session sets while it holds the only connection seen so far is not the pool's. */
    @Test
    void isolationOfAConnectionInUse() {
        Coin.create(SERVER);
        try (HandlerSocketClient client = App.client(SERVER);
                HikariDataSource pool = serializable(2);
                SessionFactory factory = Factories.build(
                        pool,
                        Map.of(
                                HandlerSocketSettings.CLIENT,
                                client,
                                "hibernate.connection.provider_disables_autocommit",
                                true),
                        Coin.class)) {
            assertFast(factory);
            factory.inTransaction(session -> {
                session.doWork(connection -> connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED));
                session.doWork(Coin.sql("do sleep(0.6)")); // the pool is judged anew twice a second
                assertJdbcInTransaction(factory);
            });
            assertJdbcInTransaction(factory);
        }
    }

    /** The pool sets it back without a word when the connection is given back. */
    @Test
    void isolationThatThePoolSetsBack() {
        Coin.create(SERVER);
        try (HandlerSocketClient client = App.client(SERVER);
                HikariDataSource pool = serializable(1);
                SessionFactory factory = factory(pool, client)) {
            assertFast(factory);
            factory.inTransaction(session -> session.doWork(
                    connection -> connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED)));
            assertJdbcInTransaction(factory);
        }
    }

    private static HikariDataSource serializable(int size) {
        HikariDataSource pool = pool(SERVER.getJdbcUrl());
        pool.setTransactionIsolation("TRANSACTION_SERIALIZABLE");
        pool.setMaximumPoolSize(size);
        pool.setMinimumIdle(0); // one connection after another, so that one is all that is known
        pool.setAutoCommit(size == 1);
        return pool;
    }

    private static void assertJdbcInTransaction(SessionFactory factory) {
        Routed.overJdbc(
                HandlerSocketLoads.of(factory),
                SERIALIZABLE,
                () -> assertThat(factory.<Integer>fromTransaction(Coin::worth)).isEqualTo(10));
    }

    /** The pool's address leads to another server now, and the application sends no SQL. */
    @Test
    void aPoolThatHasMoved() throws Exception {
        try (HandlerSocketMariaDB old = new HandlerSocketMariaDB();
                HandlerSocketMariaDB next = new HandlerSocketMariaDB()) {
            old.start();
            next.start();
            Coin.create(old);
            Coin.create(next);
            next.execute("update ht_coin set worth = 20");
            try (TcpProxy proxy = new TcpProxy("127.0.0.1", port(old))) {
                String url = old.getJdbcUrl().replace(":" + port(old) + "/", ":" + proxy.port() + "/");
                try (HikariDataSource pool = pool(old, url);
                        HikariDataSource clients = pool(old, url);
                        HandlerSocketClient client = HandlerSocketClient.builder()
                                .dataSource(clients)
                                .build();
                        SessionFactory factory = factory(pool, client)) {
                    assertFast(factory);
                    proxy.moveTo("127.0.0.1", port(next));
                    proxy.cutAll();
                    long spent = 0; // without the time in which this JVM stands still: then it asks nothing
                    long lastOfOld = 0;
                    while (spent < Duration.ofSeconds(4).toNanos()) {
                        long asked = System.nanoTime();
                        if (Coin.worth(factory) == 10) {
                            lastOfOld = spent;
                        }
                        spent += Math.min(System.nanoTime() - asked, MOST_OF_ONE_NANOS);
                    }
                    // Two seconds after the last clean check, which the client looks at four times a second.
                    assertThat(Duration.ofNanos(lastOfOld)).isLessThan(Duration.ofMillis(2_500));
                    assertThat(Coin.worth(factory)).isEqualTo(20);
                }
            }
        }
    }

    private static HikariDataSource pool(HandlerSocketMariaDB server, String url) {
        HikariDataSource pool = pool(url);
        pool.setUsername(server.getUsername());
        pool.setPassword(server.getPassword());
        return pool;
    }

    private static int port(HandlerSocketMariaDB server) {
        return Integer.parseInt(server.getJdbcUrl().replaceAll("jdbc:mariadb://[^:]+:(\\d+)/.*", "$1"));
    }

    /** A client whose URL names another address could stay with a server that the pool has left. */
    @Test
    void aClientOfAnotherAddress() throws Exception {
        Coin.create(SERVER);
        try (TcpProxy proxy = new TcpProxy("127.0.0.1", port(SERVER));
                HandlerSocketClient client = App.client(SERVER);
                HikariDataSource pool =
                        pool(SERVER.getJdbcUrl().replace(":" + port(SERVER) + "/", ":" + proxy.port() + "/"));
                SessionFactory factory = factory(pool, client)) {
            HandlerSocketLoads.of(factory).prepare().toCompletableFuture().join();
            assertJdbc(factory, 10, "the JDBC URL names another address");
        }
    }

    static Stream<Situation> situations() {
        return Stream.of(
                jdbc("connectionInitSql that creates a temporary table", TEMPORARY),
                jdbc("connectionInitSql that sets sql_select_limit", LIMITED),
                jdbc("SET GLOBAL sql_select_limit, then a new connection", LIMITED),
                jdbc(
                        "a pool that has moved to another server, after 2 s",
                        "the application's pool reaches another server process than the client"),
                jdbc(
                        "a SERIALIZABLE pool, of which another session has set one connection to READ COMMITTED",
                        SERIALIZABLE),
                jdbc("a SERIALIZABLE pool that has set the isolation of a connection back", SERIALIZABLE),
                jdbc("a client whose URL names another address than the pool's", "the JDBC URL names another address"));
    }
}
