// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.TcpProxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.mariadb.jdbc.MariaDbDataSource;

/** The DBA is never in the way of lookups for long, and lookups never in the way of the DBA. */
@Timeout(120)
class DdlGuardIT {

    /** Shorter than handlersocket_timeout, so that an idle connection that the guard keeps open is found. */
    private static final Duration LOCKED_WITHIN = Duration.ofSeconds(20);
    /** Quarantine lasts up to 7.5 s the first time. */
    private static final Duration BACK_WITHIN = Duration.ofSeconds(60);

    private static final HandlerSocketMariaDB DB = new HandlerSocketMariaDB();

    @BeforeAll
    static void start() {
        DB.start();
    }

    @AfterAll
    static void stop() {
        DB.stop();
    }

    private static void create(String table, int factor) {
        DB.execute(
                "CREATE TABLE " + table + " (id INT PRIMARY KEY, v INT NOT NULL, u INT NOT NULL, UNIQUE KEY uk (u))",
                "INSERT INTO " + table + " SELECT seq, seq * " + factor + ", seq FROM seq_1_to_" + LookupLoad.ROWS);
    }

    private static HandlerSocketClient client(String name) {
        HandlerSocketClient client =
                PatientClient.builder().name(name).dataSource(DB.dataSource()).build();
        client.awaitReady(BACK_WITHIN);
        return client;
    }

    /** Something a DBA does to a table, and what lookups must say afterwards. */
    private record Work(String table, String name, List<String> statements, Consumer<Index> afterwards) {}

    private static Work work(String table, Consumer<Index> afterwards, String... statements) {
        return new Work(table, statements[0], List.of(statements), afterwards);
    }

    private static Row row(Index index) {
        return index.find(10).orElseThrow();
    }

    private static final List<Work> WORKS = List.of(
            work(
                    "altered",
                    index -> assertThat(row(index).get("w", Integer.class)).isEqualTo(7),
                    "ALTER TABLE altered ADD COLUMN w INT NOT NULL DEFAULT 7 FIRST"),
            work(
                    "retyped",
                    index -> assertThat(row(index).get("v")).isEqualTo("30"),
                    "ALTER TABLE retyped MODIFY v VARCHAR(20) NOT NULL"),
            work(
                    "rekeyed",
                    index -> assertThatThrownBy(() -> index.find(10))
                            .isInstanceOf(RefusedException.class)
                            .hasMessageContaining("PRIMARY"),
                    "ALTER TABLE rekeyed DROP PRIMARY KEY, ADD PRIMARY KEY (u)"),
            work("truncated", index -> assertThat(index.find(10)).isEmpty(), "TRUNCATE TABLE truncated"),
            work(
                    "swapped",
                    index -> assertThat(row(index).intAt(1)).isEqualTo(50),
                    "RENAME TABLE swapped TO swapped_old, shadow TO swapped"),
            work("unindexed", index -> assertThat(index.table().index("uk")).isEmpty(), "DROP INDEX uk ON unindexed"),
            work(
                    "viewed",
                    index -> assertThatThrownBy(() -> index.find(10))
                            .isInstanceOf(RefusedException.class)
                            .hasMessageContaining("view"),
                    "RENAME TABLE viewed TO viewed_old",
                    "CREATE OR REPLACE VIEW viewed AS SELECT * FROM viewed_old"),
            work(
                    "locked",
                    index -> assertThat(row(index).intAt(1)).isEqualTo(30),
                    "LOCK TABLES locked WRITE",
                    "UPDATE locked SET u = u + 5000",
                    "UNLOCK TABLES"),
            work(
                    "flushed",
                    index -> assertThat(row(index).intAt(1)).isEqualTo(30),
                    "FLUSH TABLES WITH READ LOCK",
                    "UNLOCK TABLES"));

    @Test
    void everyKindOfDdlGetsItsLockUnderLoadOfTwoJvmsAndLookupsComeBack() throws Exception {
        List<String> tables = WORKS.stream().map(Work::table).toList();
        tables.forEach(table -> create(table, 3));
        create("shadow", 5);
        try (HandlerSocketClient client = client("guarded");
                LookupLoad.Child child =
                        new LookupLoad.Child(DB.getJdbcUrl(), DB.getUsername(), DB.getPassword(), tables);
                LookupLoad load = new LookupLoad(client, 2, tables)) {
            List<Index> indexes = tables.stream().map(client::index).toList();
            for (Work work : WORKS) {
                Index index = indexes.get(WORKS.indexOf(work));
                within(BACK_WITHIN, () -> assertThat(index.find(10)).isPresent());
                long before = load.right();
                Awaitility.await().until(() -> load.right() > before + 1_000);
                System.out.printf("DdlGuardIT: %4d ms %s%n", run(work).toMillis(), work.name());
            }
            for (Work work : WORKS) {
                Index index = indexes.get(WORKS.indexOf(work));
                within(BACK_WITHIN, () -> work.afterwards().accept(index));
            }
            load.close();
            String other = child.result();
            System.out.println("DdlGuardIT: " + load.right() + " right answers here; other JVM: " + other);
            assertThat(load.wrong()).isEmpty();
            assertThat(other).endsWith(" []");
            assertThat(load.right()).isGreaterThan(1_000);
        }
        assertThat(DB.isRunning()).isTrue();
    }

    /** Runs all statements on one connection; the time of the slowest. */
    private static Duration run(Work work) throws SQLException {
        long slowest = 0;
        try (Connection dba = DB.rootDataSource().getConnection();
                Statement statement = dba.createStatement()) {
            statement.execute("SET lock_wait_timeout=" + LOCKED_WITHIN.toSeconds());
            for (String sql : work.statements()) {
                long start = System.nanoTime();
                statement.execute(sql);
                slowest = Math.max(slowest, System.nanoTime() - start);
            }
        }
        return Duration.ofNanos(slowest);
    }

    private static void within(Duration limit, ThrowingRunnable check) {
        Awaitility.await()
                .atMost(limit)
                .pollInterval(Duration.ofMillis(20))
                .ignoreExceptions()
                .untilAsserted(check);
    }

    @Test
    void withoutTheGuardTheSameAlterWaitsInVain() throws SQLException {
        create("unguarded", 3);
        try (HandlerSocketClient client = HandlerSocketClient.builder()
                        .name("unguarded")
                        .dataSource(DB.dataSource())
                        .withoutGuard()
                        .build();
                LookupLoad load = new LookupLoad(client, 1, List.of("unguarded"))) {
            Awaitility.await().until(() -> load.right() > 0);
            assertThatThrownBy(() ->
                            DB.execute("SET STATEMENT lock_wait_timeout=3 FOR ALTER TABLE unguarded ADD COLUMN w INT"))
                    .hasMessageContaining("Lock wait timeout");
        }
    }

    @Test
    void aDdlStuckBehindALongReaderQuarantinesOnlyItsTable() throws Exception {
        create("stuck", 3);
        create("free", 3);
        try (HandlerSocketClient client = client("stuck");
                Connection reader = DB.rootDataSource().getConnection();
                Statement reading = reader.createStatement()) {
            Index stuck = PatientClient.index(client, "stuck");
            Index free = PatientClient.index(client, "free");
            reading.execute("START TRANSACTION");
            reading.execute("SELECT COUNT(*) FROM stuck");
            CompletableFuture<Void> ddl =
                    CompletableFuture.runAsync(() -> DB.execute("ALTER TABLE stuck ADD COLUMN w INT DEFAULT 7"));

            within(
                    LOCKED_WITHIN,
                    () -> assertThat(client.snapshot().quarantined().keySet())
                            .extracting(name -> name.table())
                            .containsExactly("stuck"));
            within(BACK_WITHIN, () -> assertThat(free.find(1)).isPresent());
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(3);
            while (System.nanoTime() < end) {
                assertThat(connected(client, () -> free.find(2))).isPresent();
                long before = client.snapshot().reconnects();
                Patience.awaitFailure(() -> stuck.find(2), e -> {
                    boolean quarantined = e instanceof UnavailableException away
                            && away.reason() == UnavailableException.Reason.QUARANTINED;
                    if (!quarantined) {
                        awaitReconnect(client, before);
                    }
                    return quarantined;
                });
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            }
            assertThat(ddl).isNotDone();
            reading.execute("COMMIT");
            assertThat(ddl).succeedsWithin(LOCKED_WITHIN);
            within(BACK_WITHIN, () -> assertThat(row(stuck).get("w")).isEqualTo(7));
        }
    }

    /** The answer of a call, which has none only where the guard could not look, and so let all connections go. */
    private static <T> T connected(HandlerSocketClient client, Callable<T> call) {
        return Patience.answer(() -> {
            long before = client.snapshot().reconnects();
            try {
                return call.call();
            } catch (UnavailableException e) {
                awaitReconnect(client, before);
                throw e;
            }
        });
    }

    private static void awaitReconnect(HandlerSocketClient client, long before) {
        Awaitility.await().atMost(BACK_WITHIN).until(() -> client.snapshot().reconnects() > before);
    }

    /** As by a job that fills a table for minutes: it has its lock and waits for no client. */
    @Test
    void aTableThatIsBeingMadeCostsNoConnection() throws Exception {
        create("beside", 3);
        try (Logs logs = new Logs();
                Connection root = DB.rootDataSource().getConnection();
                Statement statement = root.createStatement()) {
            statement.execute("SELECT GET_LOCK('go_on', 0)");
            CompletableFuture<Void> job =
                    CompletableFuture.runAsync(() -> DB.execute("CREATE TABLE made AS SELECT GET_LOCK('go_on', 100)"));
            within(
                    LOCKED_WITHIN,
                    () -> assertThatThrownBy(() -> statement.execute(
                                    "SET STATEMENT lock_wait_timeout=0 FOR SELECT 1 FROM made LIMIT 0"))
                            .hasMessageContaining("Lock wait timeout"));
            try (HandlerSocketClient client = client("beside")) {
                assertThat(PatientClient.index(client, "beside").find(1)).isPresent();
                within(
                        LOCKED_WITHIN,
                        () -> assertThat(logs.lines(Level.DEBUG))
                                .anyMatch(line -> line.contains("test.made") && line.contains("1205")));
                GuardCheck.awaitNext(client);
                assertThat(client.snapshot().reconnects() == 0 || logs.tellOfAStandstill())
                        .as("reconnects: %s", logs.lines(Level.DEBUG))
                        .isTrue();
                assertThat(client.snapshot().quarantined()).isEmpty();
                assertThat(logs.lines(Level.INFO)).noneMatch(line -> line.contains("made"));
            } finally {
                statement.execute("SELECT RELEASE_LOCK('go_on')");
            }
            assertThat(job).succeedsWithin(LOCKED_WITHIN);
        }
    }

    @Test
    void aKilledGuardConnectionComesBackAndNeverBlocks() throws SQLException {
        create("killed", 3);
        // Open before: the guard's session lives for 100 ms, and a driver that encrypts takes longer to connect.
        try (Connection root = DB.rootDataSource().getConnection();
                Statement statement = root.createStatement();
                HandlerSocketClient client = client("killed")) {
            List<Long> before = sessions(statement);
            Index index = PatientClient.index(client, "killed");
            within(
                    BACK_WITHIN,
                    () -> { // the guard opens a session each second
                        List<Long> guard = sessions(statement);
                        guard.removeAll(before);
                        assertThat(guard).hasSize(1);
                        statement.execute("KILL " + guard.get(0));
                    });
            // Whether or not the guard has noticed by now.
            run(work("killed", i -> {}, "ALTER TABLE killed ADD COLUMN w INT NOT NULL DEFAULT 7"));
            within(BACK_WITHIN, () -> assertThat(row(index).get("w")).isEqualTo(7));
        }
    }

    /** SQL silent, HandlerSocket alive: a guard that cannot see lets all tables go. */
    @Test
    void aSilentGuardClosesEveryConnection() throws SQLException {
        create("silent", 3);
        create("opened_after", 1);
        try (TcpProxy sql = new TcpProxy(DB.getHost(), DB.getMappedPort(3306));
                HandlerSocketClient client = HandlerSocketClient.builder()
                        .name("silent")
                        .dataSource(new MariaDbDataSource(
                                DB.jdbcUrl(sql.port(), "user=" + DB.getUsername() + "&password=" + DB.getPassword())))
                        .build()) {
            client.awaitReady(BACK_WITHIN);
            Index index = PatientClient.index(client, "silent");
            assertThat(index.find(1)).isPresent();
            awaitTheEndOfItsOpening(client);
            sql.stall(true);
            try {
                within(
                        LOCKED_WITHIN,
                        () -> assertThat(client.snapshot().connections()).isZero());
                DB.execute("SET STATEMENT lock_wait_timeout=30 FOR ALTER TABLE silent ADD COLUMN w INT");
            } finally {
                sql.stall(false);
            }
            within(BACK_WITHIN, () -> assertThat(index.find(1)).isPresent());
        }
    }

    /** The first answer comes while SQL still holds the table that is opened. The next table waits for the end of that. */
    private static void awaitTheEndOfItsOpening(HandlerSocketClient client) {
        assertThat(PatientClient.index(client, "opened_after").find(1)).isPresent();
    }

    private static List<Long> sessions(Statement statement) throws SQLException {
        List<Long> ids = new ArrayList<>();
        try (var rows = statement.executeQuery(
                "SELECT id FROM information_schema.processlist WHERE user = '" + DB.getUsername() + "'")) {
            while (rows.next()) {
                ids.add(rows.getLong(1));
            }
        }
        return ids;
    }
}
