// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.handlersocket.testkit.GaleraMariaDB;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.TcpProxy;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One node of a cluster is read; DDL, faults and writes come from every node. */
@Timeout(300)
class GaleraIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int SWAPS = 20;
    private static final int COUNTS = 500;

    @RegisterExtension
    static final GaleraMariaDB DB = new GaleraMariaDB(3);

    /** What a client tells its listener, in the order it happens. */
    private static final class Events implements ClientListener {
        final List<String> list = new CopyOnWriteArrayList<>();

        @Override
        public void stateChanged(ClientState before, ClientState now, String reason) {
            list.add(before + " " + now + " " + reason);
        }

        @Override
        public void drained(String reason) {
            list.add("drained " + reason);
        }
    }

    private static HandlerSocketClient client(int node) {
        return client(node, new Events());
    }

    private static HandlerSocketClient client(int node, Events events) {
        return HandlerSocketClient.builder()
                .name("node " + node)
                .dataSource(DB.node(node).dataSource())
                .listener(events)
                .build();
    }

    private static void create(String table) {
        DB.node(1)
                .execute(
                        "CREATE TABLE " + table + " (id INT PRIMARY KEY, v INT NOT NULL)",
                        "INSERT INTO " + table + " SELECT seq, 3 * seq FROM seq_1_to_" + LookupLoad.ROWS);
    }

    /** On a node that has applied everything that the others have committed before. */
    private static int sql(int node, String query) {
        return first(node, "SET SESSION wsrep_sync_wait = 1", query);
    }

    private static int first(int node, String... statements) {
        try (Connection connection = DB.node(node).rootDataSource().getConnection();
                Statement statement = connection.createStatement()) {
            for (String before : List.of(statements).subList(0, statements.length - 1)) {
                statement.execute(before);
            }
            try (ResultSet row = statement.executeQuery(statements[statements.length - 1])) {
                row.next();
                return row.getInt(1);
            }
        } catch (SQLException e) {
            throw new AssertionError(List.of(statements).toString(), e);
        }
    }

    private static void eventually(ThrowingRunnable check) {
        await().atMost(PATIENCE).ignoreExceptions().untilAsserted(check);
    }

    private static Index opened(HandlerSocketClient client, String table) {
        return await().atMost(PATIENCE)
                .ignoreExceptionsInstanceOf(HandlerSocketException.class)
                .until(() -> client.index(table), Index::isOpen);
    }

    @Test
    void eachNodeIsReadByItsOwnClient() {
        create("test.everywhere");
        for (int node = 1; node <= 3; node++) {
            int id = 10_000 + node;
            DB.node(node).execute("INSERT INTO test.everywhere VALUES (" + id + ", " + node + ")");
            for (int reader = 1; reader <= 3; reader++) {
                assertThat(sql(reader, "SELECT v FROM test.everywhere WHERE id = " + id))
                        .isEqualTo(node);
                try (HandlerSocketClient client = client(reader)) {
                    assertThat(opened(client, "everywhere")
                                    .find(id)
                                    .orElseThrow()
                                    .intAt(1))
                            .isEqualTo(node);
                }
            }
        }
    }

    /** Nodes lag behind each other: what counts is what the same node has answered, and what was committed there. */
    @Test
    void aLookupIsNotOlderThanSqlOfTheSameNode() throws Exception {
        create("test.counted");
        try (HandlerSocketClient client = client(3);
                CountedRow elsewhere = new CountedRow(DB.node(1), "test.counted", 1);
                CountedRow here = new CountedRow(DB.node(3), "test.counted", 1);
                CountedRow own = new CountedRow(DB.node(3), "test.counted", 2)) {
            Index index = opened(client, "counted");
            int newest = here.value();
            for (int i = 0; i < COUNTS; i++) {
                elsewhere.increment();
                int overSql = here.value();
                int lookup = v(index, 1);
                assertThat(newest).isLessThanOrEqualTo(overSql);
                assertThat(overSql).isLessThanOrEqualTo(lookup);
                newest = lookup;
                own.increment();
                assertThat(v(index, 2)).isEqualTo(6 + i + 1);
            }
            eventually(() -> assertThat(index.find(1).orElseThrow().intAt(1)).isEqualTo(3 + COUNTS));
        }
    }

    /** The first answer, also of a node that stands still for a moment. */
    private static int v(Index index, int id) {
        while (true) {
            try {
                return index.find(id).orElseThrow().intAt(1);
            } catch (HandlerSocketException e) {
                assertThat(e.retryable()).as("%s", e).isTrue();
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            }
        }
    }

    @Test
    void ddlOfEveryNodeGetsItsLockAndLookupsComeBack() {
        List<String> tables = List.of("altered1", "altered2", "altered3");
        tables.forEach(table -> create("test." + table));
        try (HandlerSocketClient client = client(1);
                LookupLoad load = new LookupLoad(client, 1, tables)) {
            for (int node = 1; node <= 3; node++) {
                String table = tables.get(node - 1);
                DB.node(node).execute("ALTER TABLE test." + table + " ADD COLUMN c INT NOT NULL DEFAULT " + node);
                // Node 1 applies the DDL only when no client has the table open.
                assertThat(sql(1, "SELECT c FROM test." + table + " WHERE id = 1"))
                        .isEqualTo(node);
            }
            for (int node = 1; node <= 3; node++) {
                Index index = opened(client, tables.get(node - 1));
                int expected = node;
                eventually(() -> assertThat(index.find(10).orElseThrow().get("c", Integer.class))
                        .isEqualTo(expected));
            }
            assertThat(load.wrong()).isEmpty();
        }
    }

    /** The server would crash if it opened the view. Meanwhile the DataSource gives no other session. */
    @Test
    void anOpeningThatArrivesAfterTheRenameFindsNoView() {
        DB.node(1)
                .execute(
                        "CREATE TABLE test.held (id INT PRIMARY KEY, v INT)",
                        "CREATE TABLE test.beside_held (id INT PRIMARY KEY)",
                        "CREATE VIEW test.held_view AS SELECT 1 AS id, 2 AS v");
        long pid = DB.node(1).pid();
        DataSource node = DB.node(1).dataSource();
        AtomicBoolean empty = new AtomicBoolean();
        DataSource pool = (DataSource) Proxy.newProxyInstance(
                DataSource.class.getClassLoader(), new Class<?>[] {DataSource.class}, (self, method, none) -> {
                    if (empty.get()) {
                        throw new SQLTransientConnectionException("the pool is empty");
                    }
                    return node.getConnection();
                });
        try (Logs logs = new Logs();
                TcpProxy proxy = new TcpProxy(DB.node(1).getHost(), DB.node(1).readPort());
                HandlerSocketClient client = HandlerSocketClient.builder()
                        .dataSource(pool)
                        .host("127.0.0.1")
                        .port(proxy.port())
                        .secret(DB.node(1).readSecret())
                        .build()) {
            opened(client, "beside_held");
            proxy.stall(true);
            CompletableFuture<?> opening =
                    client.openIndex(IndexSpec.primary("test", "held")).toCompletableFuture();
            await().until(() -> proxy.heldBack() > 0);
            empty.set(true);
            DB.node(2).execute("RENAME TABLE test.held TO test.held_table, test.held_view TO test.held");
            await("node 1 waits with the RENAME, or has run it")
                    .until(() -> first(
                                    1,
                                    "SELECT EXISTS (SELECT 1 FROM information_schema.PROCESSLIST WHERE INFO LIKE"
                                            + " 'RENAME%' AND STATE LIKE 'Waiting for table metadata lock%') OR"
                                            + " EXISTS (SELECT 1 FROM information_schema.VIEWS WHERE TABLE_NAME ="
                                            + " 'held')")
                            == 1);
            await("the hold is kept")
                    .until(() -> logs.lines(Level.WARN).stream()
                            .anyMatch(line -> line.contains("has not answered the opening of [test.held]")));
            proxy.stall(false);
            assertThat(opening)
                    .failsWithin(PATIENCE)
                    .withThrowableOfType(ExecutionException.class)
                    .withCauseInstanceOf(HandlerSocketException.class);
        }
        assertThat(sql(1, "SELECT v FROM test.held")).isEqualTo(2);
        assertThat(DB.node(1).pid()).isEqualTo(pid);
    }

    @Test
    void theNodeSurvivesViewsThatTakeTheTablesPlace() {
        DB.node(1)
                .execute(
                        "CREATE TABLE test.other (id INT PRIMARY KEY, v INT)",
                        "CREATE TABLE test.swapped (id INT PRIMARY KEY, v INT)",
                        "CREATE VIEW test.swapped_view AS SELECT * FROM test.other");
        long pid = DB.node(1).pid();
        AtomicBoolean done = new AtomicBoolean();
        AtomicInteger opened = new AtomicInteger();
        CompletableFuture<Void> opening = CompletableFuture.runAsync(() -> openAgainAndAgain(done, opened));
        try {
            for (int swap = 0; swap < SWAPS; swap++) {
                int before = opened.get();
                if (swap % 2 == 0) { // a table now: it is opened at least once
                    await().atMost(PATIENCE).until(() -> opened.get() > before);
                }
                DB.node(2)
                        .execute(
                                swap % 2 == 0
                                        ? "RENAME TABLE test.swapped TO test.swapped_table, test.swapped_view TO test.swapped"
                                        : "RENAME TABLE test.swapped TO test.swapped_view, test.swapped_table TO test.swapped");
            }
        } finally {
            done.set(true);
            opening.join();
        }
        assertThat(sql(1, "SELECT COUNT(*) FROM test.swapped")).isZero();
        assertThat(DB.node(1).pid()).isEqualTo(pid);
    }

    private static void openAgainAndAgain(AtomicBoolean done, AtomicInteger opened) {
        while (!done.get()) {
            try (HandlerSocketClient client = client(1)) {
                client.index("swapped");
                opened.incrementAndGet();
            } catch (HandlerSocketException e) {
                // It is a view, or the RENAME waits.
            }
        }
    }

    @Test
    @Tag("exhaustive") // Galera takes its time to notice
    void aNodeWithoutTheOthersAnswersNoLongerThanItsSql() throws Exception {
        create("test.alone");
        Events events = new Events();
        try (HandlerSocketClient client = client(3, events)) {
            Index index = opened(client, "alone");
            events.list.clear();
            DB.node(3).execute("SET GLOBAL wsrep_dirty_reads = ON"); // the guard's SELECT does not fail
            DB.isolate(3);
            eventually(() -> assertThatThrownBy(() -> select(3)).hasMessageContaining("WSREP"));
            eventually(() -> assertThatThrownBy(() -> index.find(1)).isInstanceOf(UnavailableException.class));
            eventually(() -> assertThat(events.list) // lookups fail before listeners are told
                    .first()
                    .asString()
                    .startsWith("READY UNREACHABLE SQL: the Galera node is not ready"));
            assertThat(client.snapshot().quarantined()).isEmpty();
            DB.node(1).execute("UPDATE test.alone SET v = 7 WHERE id = 1");
            CompletableFuture<Integer> first = CompletableFuture.supplyAsync(() -> firstAnswer(index));
            DB.rejoin(3);
            assertThat(first.get()).as("the first answer after the rejoin").isEqualTo(7);
            DB.node(3).execute("SET GLOBAL wsrep_dirty_reads = DEFAULT");
        }
    }

    private static void select(int node) throws SQLException {
        try (Connection connection = DB.node(node).dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION wsrep_dirty_reads = OFF");
            statement.execute("SELECT v FROM test.alone WHERE id = 1");
        }
    }

    private static int firstAnswer(Index index) {
        return await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(2))
                .ignoreExceptions()
                .until(() -> index.find(1).orElseThrow().intAt(1), value -> true);
    }

    @Test
    @Tag("exhaustive")
    void aNodeThatJoinsIsReadWhenItHasCaughtUp() throws Exception {
        create("test.joined");
        try (HandlerSocketClient client = client(2)) {
            Index index = opened(client, "joined");
            DB.kill(2);
            eventually(() -> DB.node(1).execute("UPDATE test.joined SET v = 7 WHERE id = 1"));
            CompletableFuture<Integer> first = CompletableFuture.supplyAsync(() -> firstAnswer(index));
            DB.restart(2);
            assertThat(first.get()).as("the first answer after the join").isEqualTo(7);
        }
    }

    @Test
    void aGlobalWaitForOtherNodesDoesNotSilenceTheGuard() {
        create("test.waiting");
        create("test.bystander");
        HandlerSocketMariaDB node = DB.node(1);
        node.execute("SET GLOBAL wsrep_sync_wait = 15");
        Events events = new Events();
        try (HandlerSocketClient client = client(1, events)) {
            Index index = opened(client, "waiting");
            Index bystander = opened(client, "bystander");
            DB.node(2).execute("ALTER TABLE test.waiting ADD COLUMN c INT NOT NULL DEFAULT 5");
            assertThat(sql(1, "SELECT c FROM test.waiting WHERE id = 1")).isEqualTo(5);
            eventually(() -> assertThat(bystander.find(1)).isPresent());
            eventually(() -> assertThat(index.find(1).orElseThrow().get("c", Integer.class))
                    .isEqualTo(5));
            assertThat(events.list).contains("drained SQL sessions wait for locks on [test.waiting]");
        } finally {
            node.execute("SET GLOBAL wsrep_sync_wait = DEFAULT");
        }
    }

    @Test
    void aPoolOfOneConnectionIsNotEnoughAndTheApplicationGetsIt() throws Exception {
        create("test.pooled");
        HikariConfig config = new HikariConfig();
        config.setDataSource(DB.node(1).dataSource());
        config.setMaximumPoolSize(1);
        try (HikariDataSource pool = new HikariDataSource(config);
                HandlerSocketClient client =
                        HandlerSocketClient.builder().dataSource(pool).build()) {
            assertThatThrownBy(() -> client.index("pooled")).isInstanceOf(UnavailableException.class);
            assertThat(client.snapshot().state()).isEqualTo(ClientState.READY);
            for (int i = 0; i < 20; i++) {
                pool.getConnection().close();
            }
            client.close();
            await("what the client asked for goes back")
                    .until(() -> pool.getHikariPoolMXBean().getActiveConnections() == 0);
        }
    }

    @Test
    void aClientWithoutGuardIsRefused() throws Exception {
        try (HandlerSocketClient client = HandlerSocketClient.builder()
                .dataSource(DB.node(1).dataSource())
                .withoutGuard()
                .build()) {
            ClientSnapshot snapshot =
                    client.firstAttempt().toCompletableFuture().get();
            assertThat(snapshot.state()).isEqualTo(ClientState.NOT_USABLE);
            assertThat(snapshot.reason()).contains("Galera", "withoutGuard()");
        }
    }

    @Test
    void aLongLockWaitOfTheWorkersIsRefused() throws Exception {
        DB.node(3).execute("SET GLOBAL lock_wait_timeout = 60");
        try (HandlerSocketClient client = client(3)) {
            ClientSnapshot snapshot =
                    client.firstAttempt().toCompletableFuture().get();
            assertThat(snapshot.state()).isEqualTo(ClientState.NOT_USABLE);
            assertThat(snapshot.reason()).contains("lock_wait_timeout is 60", "10 or less");
        } finally {
            DB.restart(3);
        }
    }
}
