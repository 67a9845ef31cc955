// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.TcpProxy;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The client follows its DataSource to another server, account or schema, although its connections to the old one work. */
@Timeout(60)
class MovedAddressIT {

    private static final HandlerSocketMariaDB OLD = new HandlerSocketMariaDB().withProcessControl();
    private static final HandlerSocketMariaDB NEW = new HandlerSocketMariaDB().withProcessControl();
    private static final Duration LIMIT = Duration.ofSeconds(2);

    @BeforeAll
    static void start() {
        OLD.start();
        NEW.start();
    }

    @AfterAll
    static void stop() {
        OLD.stop();
        NEW.stop();
    }

    @BeforeEach
    void tables() {
        OLD.execute(
                "CREATE OR REPLACE TABLE moved (id INT PRIMARY KEY, name VARCHAR(20))",
                "INSERT INTO moved VALUES (1, 'old')");
        NEW.execute(
                "CREATE OR REPLACE TABLE moved (id INT PRIMARY KEY, name VARCHAR(20))",
                "INSERT INTO moved VALUES (1, 'new')");
    }

    private interface Connector {
        Connection connect() throws SQLException;
    }

    private static DataSource dataSource(Connector connector) {
        return (DataSource) Proxy.newProxyInstance(
                DataSource.class.getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("getConnection")) {
                        return connector.connect();
                    }
                    throw new UnsupportedOperationException(method.getName());
                });
    }

    private static String name(Index index) {
        try {
            return String.valueOf(index.find(1).orElseThrow().stringAt(1));
        } catch (HandlerSocketException e) {
            return "";
        }
    }

    /** Looks up without a pause and without any SQL; says how long after the move a lookup began that got the old name. */
    private static Duration oldNameAfter(Index index, Runnable move) {
        assertThat(name(index)).as("control").isEqualTo("old");
        move.run();
        long moved = System.nanoTime();
        long last = moved;
        String name = "";
        while (!name.equals("new")) {
            assertThat(Duration.ofNanos(System.nanoTime() - moved)).isLessThan(Duration.ofSeconds(30));
            long begin = System.nanoTime();
            name = name(index);
            if (name.equals("old")) {
                last = begin;
            }
        }
        return Duration.ofNanos(last - moved);
    }

    @Test
    void noLookupIsAnsweredByTheOldServerTwoSecondsAfterTheMove() {
        try (TcpProxy proxy = new TcpProxy(OLD.getHost(), OLD.getMappedPort(3306));
                HandlerSocketClient client = HandlerSocketClient.builder()
                        .name("moved")
                        .dataSource(dataSource(() ->
                                DriverManager.getConnection(OLD.jdbcUrl(proxy.port(), "user=test&password=test"))))
                        .build()) {
            client.awaitReady(Duration.ofSeconds(30));
            Index index = PatientClient.index(client, "moved");
            for (int round = 0; round < 2; round++) {
                Duration after = oldNameAfter(index, () -> proxy.moveTo(NEW.getHost(), NEW.getMappedPort(3306)));
                System.out.printf("MovedAddressIT: the old server answered for %d ms more%n", after.toMillis());
                assertThat(after).isLessThan(LIMIT);
                proxy.moveTo(OLD.getHost(), OLD.getMappedPort(3306));
                Awaitility.await()
                        .atMost(Duration.ofSeconds(30))
                        .until(() -> name(index).equals("old"));
            }
        }
    }

    @Test
    void noLookupIsAnsweredByTheOldServerWhileTheNewOneDoesNotAnswer() {
        try (TcpProxy proxy = new TcpProxy(OLD.getHost(), OLD.getMappedPort(3306));
                HandlerSocketClient client = HandlerSocketClient.builder()
                        .name("moved")
                        .dataSource(dataSource(() ->
                                DriverManager.getConnection(OLD.jdbcUrl(proxy.port(), "user=test&password=test"))))
                        .build()) {
            client.awaitReady(Duration.ofSeconds(30));
            Index index = PatientClient.index(client, "moved");
            assertThat(name(index)).as("control").isEqualTo("old");
            NEW.pause();
            try {
                proxy.moveTo(NEW.getHost(), NEW.getMappedPort(3306));
                Awaitility.await()
                        .pollInterval(Duration.ofMillis(10))
                        .until(() -> name(index).isEmpty());
                Awaitility.await()
                        .during(Duration.ofMillis(500))
                        .until(() -> name(index).isEmpty());
            } finally {
                NEW.resume();
            }
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> name(index).equals("new"));
        }
    }

    /** A guard that could not look lets everything go first, and then nothing is noticed. */
    private static void followsTo(UnaryOperator<String> url, String before, String after, String reason, String now) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .pollInSameThread()
                .pollDelay(Duration.ZERO)
                .until(() -> firstReason(url, before, after, now), first -> {
                    boolean noticed = !first.contains("no clean answer");
                    if (noticed) {
                        assertThat(first).contains(reason);
                    }
                    return noticed;
                });
    }

    /** Connects with one URL, then with the other; says why the client has closed its first connections. */
    private static String firstReason(UnaryOperator<String> url, String before, String after, String now) {
        AtomicReference<String> value = new AtomicReference<>(before);
        List<String> reasons = new CopyOnWriteArrayList<>();
        ClientListener listener = new ClientListener() {
            @Override
            public void drained(String why) {
                reasons.add(why);
            }
        };
        try (HandlerSocketClient client = PatientClient.builder()
                .name("moved")
                .dataSource(dataSource(() -> DriverManager.getConnection(url.apply(value.get()))))
                .listener(listener)
                .build()) {
            assertThat(name(PatientClient.index(client, "moved"))).as("control").isEqualTo("old");
            value.set(after);
            Awaitility.await().until(() -> !reasons.isEmpty());
            Awaitility.await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
                assertThat(client.snapshot().state()).isEqualTo(ClientState.READY);
                ServerFacts facts = client.server().orElseThrow();
                assertThat(facts.account() + " in " + facts.schema()).isEqualTo(now);
            });
            return reasons.get(0);
        }
    }

    private static String url(String schema, String user) {
        return OLD.jdbcUrl("user=" + user + "&password=test").replaceFirst("/test", '/' + schema);
    }

    @Test
    void anotherAccountIsDiscoveredAnew() {
        OLD.execute("CREATE OR REPLACE USER other@'%' IDENTIFIED BY 'test'", "GRANT SELECT ON test.* TO other@'%'");
        followsTo(user -> url("test", user), "test", "other", "another account", "other@% in test");
    }

    @Test
    void anotherSchemaIsDiscoveredAnew() {
        OLD.execute("CREATE DATABASE IF NOT EXISTS aside", "GRANT SELECT ON aside.* TO test@'%'");
        followsTo(schema -> url(schema, "test"), "test", "aside", "another schema", "test@% in aside");
    }

    /** As in two containers: all that a server can be configured with is alike. */
    @Test
    void twoStartsOfServersThatAreAlikeInAllVariablesDiffer() throws SQLException {
        String first = identity();
        for (int i = 0; i < 100; i++) {
            assertThat(identity()).isEqualTo(first);
        }
        OLD.restart();
        String second = identity();
        assertThat(second).isNotEqualTo(first).isEqualTo(identity());
        String variables = first.substring(0, first.lastIndexOf('/') + 1);
        assertThat(second).startsWith(variables);
    }

    private static String identity() throws SQLException {
        try (Connection connection = OLD.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT " + ServerFacts.IDENTITY_SQL)) {
            row.next();
            return row.getString(1);
        }
    }

    @Test
    void aLookCostsAboutAConnection() throws SQLException {
        long connections = OLD.globalStatus("Connections");
        long start = System.nanoTime();
        try (HandlerSocketClient client = HandlerSocketClient.builder()
                .name("moved")
                .dataSource(OLD.dataSource())
                .build()) {
            assertThat(name(PatientClient.index(client, "moved"))).isEqualTo("old");
            Awaitility.await()
                    .pollDelay(Duration.ofSeconds(4))
                    .until(() -> client.snapshot().state() == ClientState.READY);
        }
        double seconds = (System.nanoTime() - start) / (double) TimeUnit.SECONDS.toNanos(1);
        assertThat(OLD.globalStatus("Connections") - connections)
                .as("one a second, and those of the start")
                .isBetween(4L, 5 + Math.round(seconds));
    }
}
