// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import io.handlersocket.client.spi.SqlAddress;
import io.handlersocket.testkit.GaleraMariaDB;
import io.handlersocket.testkit.TcpProxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.function.Function;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.mariadb.jdbc.MariaDbDataSource;

/** The drain lock in a cluster, in which each node has user locks of its own. */
@Timeout(300)
class ClusterDrainLockIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration WAIT = Duration.ofSeconds(30);
    private static final List<Integer> NODES = List.of(1, 2, 3);

    @RegisterExtension
    static final GaleraMariaDB DB = new GaleraMariaDB(3);

    private final List<HandlerSocketClient> clients = new ArrayList<>();

    @AfterEach
    void close() {
        clients.forEach(HandlerSocketClient::close);
    }

    private static String address(int node) {
        return SqlAddress.of(DB.node(node).getJdbcUrl());
    }

    private static DataSource at(String address) {
        return NODES.stream()
                .filter(node -> address(node).equals(address))
                .findFirst()
                .map(node -> DB.node(node).dataSource())
                .orElseThrow(() -> new IllegalArgumentException("no node " + address));
    }

    private static DrainLock acquire(int node) {
        return DrainLock.acquire(DB.node(node).dataSource(), ClusterDrainLockIT::at, WAIT);
    }

    /** Nodes whose lock a session holds. */
    private static List<Integer> locked() {
        return NODES.stream()
                .filter(node -> isLocked(DB.node(node).dataSource()))
                .toList();
    }

    private static boolean isLocked(DataSource node) {
        try (Connection connection = node.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT IS_USED_LOCK('" + DrainLock.NAME + "') IS NOT NULL")) {
            return row.next() && row.getBoolean(1);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** A client of each node, which has the table open. */
    private List<Index> opened(String table) {
        DB.node(1)
                .execute(
                        "CREATE TABLE test." + table + " (id INT PRIMARY KEY, v INT)",
                        "INSERT INTO test." + table + " SELECT seq, seq FROM seq_1_to_100");
        for (int node : NODES) {
            clients.add(HandlerSocketClient.builder()
                    .name("node " + node)
                    .dataSource(DB.node(node).dataSource())
                    .build());
        }
        return clients.stream()
                .map(client -> await().atMost(PATIENCE)
                        .ignoreExceptionsInstanceOf(HandlerSocketException.class)
                        .until(() -> client.index(table), index -> index.find(1).isPresent()))
                .toList();
    }

    private void awaitState(ClientState state, int node) {
        await().atMost(PATIENCE).until(() -> clients.get(node - 1).snapshot().state() == state);
    }

    @Test
    void clientsOfAllNodesMakeWayForDdlOfEachNode() {
        List<Index> indexes = opened("drained");
        try (Logs logs = new Logs();
                DrainLock lock = acquire(2)) {
            assertThat(lock.isHeld()).isTrue();
            assertThat(locked()).isEqualTo(NODES);
            assertThat(logs.lines(Level.WARN)).isEmpty();
            NODES.forEach(node -> awaitState(ClientState.DRAINED, node));
            for (int node : NODES) {
                DB.node(node).execute("ALTER TABLE test.drained ADD COLUMN c" + node + " INT NOT NULL DEFAULT " + node);
                assertThat(indexes)
                        .allSatisfy(index -> assertThatThrownBy(() -> index.find(1))
                                .isInstanceOfSatisfying(
                                        UnavailableException.class,
                                        e -> assertThat(e.reason()).isEqualTo(UnavailableException.Reason.DRAINED)));
            }
            assertThat(lock.isHeld()).isTrue();
            lock.close();
            assertThat(lock.isHeld()).isFalse();
            assertThat(logs.lines(Level.WARN)).noneMatch(line -> line.contains(DrainLock.NAME));
        }
        assertThat(locked()).isEmpty();
        for (Index index : indexes) {
            await().atMost(PATIENCE)
                    .ignoreExceptionsInstanceOf(HandlerSocketException.class)
                    .untilAsserted(() -> assertThat(index.find(1).orElseThrow().get("c3", Integer.class))
                            .isEqualTo(3));
        }
    }

    @Test
    void withoutAWayToTheOtherNodesOneIsDrainedAndTheLockIsNotHeld() {
        opened("partly_drained");
        try (Logs logs = new Logs();
                DrainLock lock = DrainLock.acquire(DB.node(1).dataSource())) {
            assertThat(lock.isHeld()).isFalse();
            assertThat(locked()).containsExactly(1);
            assertThat(logs.lines(Level.WARN))
                    .singleElement()
                    .asString()
                    .contains(address(2) + " (no DataSource is given for it)", address(3) + " (no DataSource")
                    .doesNotContain(address(1));
            awaitState(ClientState.DRAINED, 1);
            assertThat(clients.get(1).snapshot().state()).isEqualTo(ClientState.READY);
            DB.node(2).execute("ALTER TABLE test.partly_drained ADD COLUMN c INT");
        }
        assertThat(locked()).isEmpty();
        awaitState(ClientState.READY, 1);
    }

    @Test
    void aNodeThatDoesNotAnswerIsNamedAndTheOthersAreLocked() throws SQLException {
        try (TcpProxy silent = new TcpProxy(DB.node(3).getHost(), DB.node(3).getMappedPort(3306))) {
            silent.stall(true);
            DataSource stalled =
                    new MariaDbDataSource(DB.node(3).getJdbcUrl().replace(address(3), "127.0.0.1:" + silent.port()));
            try (Logs logs = new Logs();
                    DrainLock lock = DrainLock.acquire(
                            DB.node(1).dataSource(),
                            address -> address.equals(address(3)) ? stalled : at(address),
                            WAIT)) {
                assertThat(lock.isHeld()).isFalse();
                assertThat(locked()).containsExactly(1, 2);
                assertThat(logs.lines(Level.WARN))
                        .singleElement()
                        .asString()
                        .contains(address(3) + " (no connection within 5000 ms)")
                        .doesNotContain(address(1), address(2));
            }
        }
        assertThat(locked()).isEmpty();
    }

    @Test
    void aNodeThatEndsUnderTheLockIsNoLongerHeld() {
        try (Logs logs = new Logs();
                DrainLock lock = acquire(1)) {
            assertThat(lock.isHeld()).isTrue();
            DB.kill(2);
            assertThat(lock.isHeld()).isFalse();
            lock.close();
            assertThat(logs.lines(Level.WARN)).singleElement().asString().contains("was lost");
            try (DrainLock again = acquire(1)) {
                // It belongs to the cluster until the others leave it out, after some seconds.
                assertThat(again.isHeld() || logs.lines(Level.WARN).get(1).contains(address(2) + " ("))
                        .isTrue();
            }
        } finally {
            DB.restart(2);
            DB.awaitSize(3);
        }
        assertThat(locked()).isEmpty();
    }

    @Test
    void anotherSessionOnOneNodeKeepsTheLockFromBeingHeld() throws SQLException {
        try (Connection dba = DB.node(2).dataSource().getConnection();
                Statement statement = dba.createStatement()) {
            statement.execute("DO GET_LOCK('" + DrainLock.NAME + "', 0)");
            try (Logs logs = new Logs();
                    DrainLock lock =
                            DrainLock.acquire(DB.node(1).dataSource(), ClusterDrainLockIT::at, Duration.ZERO)) {
                assertThat(lock.isHeld()).isFalse();
                assertThat(locked()).isEqualTo(NODES);
                assertThat(logs.lines(Level.WARN))
                        .singleElement()
                        .asString()
                        .contains(address(2) + " (", "another session held the lock");
            }
            assertThat(locked()).containsExactly(2);
        }
    }

    @Test
    void oneServerAtTwoAddressesIsNotTwoNodes() {
        Function<String, DataSource> wrong = address -> DB.node(3).dataSource();
        try (DrainLock lock = DrainLock.acquire(DB.node(1).dataSource(), wrong, Duration.ZERO)) {
            assertThat(lock.isHeld()).isFalse();
            assertThat(locked()).containsExactly(1, 3);
        }
        assertThat(locked()).isEmpty();
    }

    /** Each locks the nodes in the same order, else each would have the node that the other waits for. */
    @Test
    void migrationsOnTwoNodesTakeTurns() {
        CyclicBarrier start = new CyclicBarrier(2);
        List<CompletableFuture<List<Boolean>>> migrations = IntStream.of(1, 3)
                .mapToObj(node ->
                        CompletableFuture.supplyAsync(() -> held(node, start), task -> new Thread(task).start()))
                .toList();
        assertThat(migrations)
                .allSatisfy(
                        migration -> assertThat(migration.join()).hasSize(10).containsOnly(true));
        assertThat(locked()).isEmpty();
    }

    private static List<Boolean> held(int node, CyclicBarrier start) {
        return IntStream.range(0, 10)
                .mapToObj(round -> {
                    try {
                        start.await();
                    } catch (Exception e) {
                        throw new AssertionError(e);
                    }
                    try (DrainLock lock = acquire(node)) {
                        return lock.isHeld();
                    }
                })
                .toList();
    }
}
