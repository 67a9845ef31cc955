// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.writes;

import static io.handlersocket.writes.WriteIT.applied;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.ClientListener;
import io.handlersocket.client.ConnectionLostException;
import io.handlersocket.client.DrainLock;
import io.handlersocket.client.Endpoint;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.Key;
import io.handlersocket.client.RequestTimeoutException;
import io.handlersocket.client.ServerErrorException;
import io.handlersocket.client.ServerLock;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.writes.internal.WriteSide;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Writes stand in nobody's way, and say when nobody knows what became of them. */
class WriteGuardIT {

    private static final HandlerSocketMariaDB DB = WritableServer.shared();
    private final List<String> closings = new CopyOnWriteArrayList<>();
    private final HandlerSocketClient client = HandlerSocketClient.builder()
            .name("guarded-writer")
            .connectTimeout(Duration.ofSeconds(30))
            .dataSource(DB.dataSource())
            .listener(new ClientListener() {
                @Override
                public void closed(Endpoint endpoint, String reason) {
                    if (endpoint.port() == DB.writePort()) {
                        closings.add(reason);
                    }
                }
            })
            .build();
    private final HandlerSocketWrites writes = writes(Duration.ofSeconds(10));

    @AfterEach
    void close() {
        client.close();
    }

    private HandlerSocketWrites writes(Duration timeout) {
        return writes(timeout, Duration.ofMillis(200), WritableServer.NO_PAUSE_MILLIS);
    }

    private HandlerSocketWrites writes(Duration timeout, Duration idleTimeout, long pauseEveryMillis) {
        return HandlerSocketWrites.of(
                client, WriteOptions.DEFAULTS.withTimeout(timeout).withIdleTimeout(idleTimeout), pauseEveryMillis);
    }

    private WriteIndex counter(String table) {
        return counter(writes, table);
    }

    private static WriteIndex counter(HandlerSocketWrites writes, String table) {
        DB.execute(
                "CREATE OR REPLACE TABLE test." + table + " (id INT PRIMARY KEY, n INT NOT NULL)",
                "INSERT INTO test." + table + " SELECT seq, 0 FROM seq_1_to_100");
        return writes.index(new TableName("test", table));
    }

    private static long sum(String table) throws SQLException {
        try (Connection connection = DB.rootDataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT SUM(n) FROM test." + table)) {
            row.next();
            return row.getLong(1);
        }
    }

    private static Write one(int id) {
        return Write.increment(Key.of(id), "n", 1);
    }

    /** Nobody waits, so the guard has nothing to see. */
    @Test
    void anIdleWriterHoldsNothing() {
        WriteIndex counter = counter("idle_writes");
        assertThat(applied(counter.write(one(1))).rows()).isEqualTo(1);
        assertFirstClosed("no write for PT0.2S");
        Awaitility.await() // the server's worker has to find that it has no connection
                .ignoreExceptions()
                .untilAsserted(() -> DB.execute(
                        "SET STATEMENT lock_wait_timeout=0 FOR ALTER TABLE test.idle_writes COMMENT='1'",
                        "SET STATEMENT lock_wait_timeout=0 FOR FLUSH TABLES WITH READ LOCK",
                        "UNLOCK TABLES"));
        assertThat(applied(counter.write(one(1))).rows()).isEqualTo(1);
    }

    /** The listener may be told a moment later. */
    private void assertFirstClosed(String why) {
        Awaitility.await().until(() -> !closings.isEmpty());
        assertThat(closings.get(0)).isEqualTo(why);
    }

    @Test
    void anAlterPassesABusyWriter() throws Exception {
        assertPassesByTheGuard("ALTER TABLE test.busy_writes COMMENT='1'");
    }

    @Test
    void aFlushWithReadLockPassesABusyWriter() throws Exception {
        assertPassesByTheGuard("FLUSH TABLES WITH READ LOCK");
    }

    private void assertPassesByTheGuard(String statement) throws Exception {
        assertPasses(statement, WritableServer.NO_PAUSE_MILLIS);
        assertFirstClosed("SQL sessions wait for locks on [test.busy_writes]");
    }

    /** What no probe sees waits for the breath. */
    @Test
    void aReadLockPassesABusyWriter() throws Exception {
        assertPasses("LOCK TABLES test.busy_writes READ", WriteSide.PAUSE_EVERY_MILLIS);
    }

    private void assertPasses(String statement, long pauseEveryMillis) throws Exception {
        HandlerSocketWrites busy = writes(Duration.ofSeconds(10), Duration.ofSeconds(10), pauseEveryMillis);
        WriteIndex counter = counter(busy, "busy_writes");
        WriteIndex other = counter(busy, "other_writes");
        try (Load load = new Load(counter)) {
            load.awaitProgress();
            DB.execute("SET STATEMENT lock_wait_timeout=30 FOR " + statement, "UNLOCK TABLES");
            Awaitility.await().until(() -> other.write(one(2)) instanceof WriteResult.Applied);
            load.close();
            assertThat(sum("busy_writes")).isBetween(load.applied, load.applied + load.unknown);
        }
    }

    /** One thread that increments, one by one. */
    private static final class Load implements AutoCloseable {
        private final WriteIndex index;
        private final Thread thread = new Thread(this::run);
        private volatile boolean stopped;
        private volatile long applied;
        private volatile long unknown;

        Load(WriteIndex index) {
            this.index = index;
            thread.start();
        }

        private void run() {
            long done = 0;
            long lost = 0;
            while (!stopped) {
                WriteResult result = index.write(one(1));
                done += result instanceof WriteResult.Applied ? 1 : 0;
                lost += result instanceof WriteResult.Unknown ? 1 : 0;
                applied = done;
                unknown = lost;
            }
        }

        void awaitProgress() {
            long before = applied;
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> applied > before + 20);
        }

        @Override
        public void close() throws InterruptedException {
            stopped = true;
            thread.join();
        }
    }

    @Test
    void aWriteThatWaitsForARowThatSqlHasLockedIsUnknownInItsTimeAndDoneLater() throws Exception {
        WriteIndex counter = counter(writes(Duration.ofSeconds(2)), "locked_writes");
        try (Connection sql = DB.rootDataSource().getConnection();
                Statement statement = sql.createStatement()) {
            statement.execute("START TRANSACTION");
            statement.execute("SELECT * FROM test.locked_writes WHERE id = 2 FOR UPDATE");

            List<WriteResult> results = counter.writeAll(List.of(one(1), one(2), one(3)));

            assertThat(results)
                    .allSatisfy(one -> assertThat(one)
                            .isInstanceOfSatisfying(
                                    WriteResult.Unknown.class,
                                    unknown -> assertThat(unknown.why())
                                            .isInstanceOfAny(
                                                    RequestTimeoutException.class,
                                                    // the guard may be silent for as long
                                                    ConnectionLostException.class)));
            statement.execute("ROLLBACK");
        }
        // The server had them, and goes on.
        Awaitility.await().until(() -> sum("locked_writes") == 3);
        assertThat(applied(counter.write(one(4))).rows()).isEqualTo(1);
    }

    @Test
    void afterADeadlockNoWriteOfTheBatchIsCalledApplied() throws Exception {
        WriteIndex counter = counter("deadlocked");
        try (Connection sql = DB.rootDataSource().getConnection();
                Statement statement = sql.createStatement()) {
            statement.execute("START TRANSACTION");
            // Heavier than the writes, so that they are the victim.
            statement.execute("UPDATE test.deadlocked SET n = n + 100 WHERE id BETWEEN 10 AND 49");
            CompletableFuture<List<WriteResult>> writes = counter.writeAllAsync(
                            List.of(one(60), one(1), one(10), one(61)))
                    .toCompletableFuture();
            awaitLockWait();
            statement.execute("UPDATE test.deadlocked SET n = n + 100 WHERE id = 1");
            List<WriteResult> results = writes.get(30, TimeUnit.SECONDS);
            statement.execute("ROLLBACK");

            assertThat(results)
                    .allSatisfy(one -> assertThat(one)
                            .isInstanceOfSatisfying(
                                    WriteResult.Unknown.class,
                                    unknown -> assertThat(unknown.why())
                                            .isInstanceOfSatisfying(
                                                    ServerErrorException.class,
                                                    e -> assertThat(e.error()).isEqualTo("149"))));
            assertThat(sum("deadlocked")).isBetween(0L, 1L); // two of the four were acknowledged by the server
        }
    }

    private static void awaitLockWait() {
        // The server gathers these rows anew only if nobody has asked for 100 ms.
        Awaitility.await().pollInterval(Duration.ofMillis(150)).until(() -> {
            try (Connection connection = DB.rootDataSource().getConnection();
                    Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(
                            "SELECT COUNT(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'")) {
                return row.next() && row.getInt(1) > 0;
            }
        });
    }

    @Test
    void aFenceKeepsEveryWriteOutOfASectionOfSql() throws Exception {
        WriteIndex counter = counter("fenced");
        try (Load load = new Load(counter)) {
            load.awaitProgress();
            for (int i = 0; i < 3; i++) {
                try (ServerLock fence = HandlerSocketWrites.fence(DB.dataSource(), Duration.ofSeconds(5))) {
                    long before = sum("fenced");
                    Thread.sleep(200); // what is not fenced in would write meanwhile
                    assertThat(sum("fenced")).isEqualTo(before);
                    assertThat(fence.isHeld()).isTrue();
                    assertThatThrownBy(() -> HandlerSocketWrites.fence(DB.dataSource(), Duration.ofMillis(50)))
                            .isInstanceOfSatisfying(RequestTimeoutException.class, late -> {
                                assertThat(late.fate()).isEqualTo(HandlerSocketException.Fate.NOT_SENT);
                                assertThat(late.retryable()).isTrue();
                            });
                }
                load.awaitProgress();
            }
            load.close();
            assertThat(load.unknown).isZero();
            assertThat(sum("fenced")).isEqualTo(load.applied);
        }
    }

    @Test
    void aLongFenceIsTold() throws Exception {
        WriteIndex counter = counter(writes(Duration.ofSeconds(2)), "fenced_long");
        assertThat(applied(counter.write(one(1))).rows()).isEqualTo(1);
        try (ServerLock fence = HandlerSocketWrites.fence(DB.dataSource(), Duration.ofSeconds(5))) {
            assertThat(counter.write(one(1))).isInstanceOf(WriteResult.Unknown.class);
            // Nothing more is sent into the fence.
            assertThat(counter.write(one(1)))
                    .isInstanceOfSatisfying(
                            WriteResult.Refused.class,
                            refused -> assertThat(refused.why().retryable()).isTrue());
        }
        Awaitility.await().until(() -> sum("fenced_long") == 2);
        assertThat(applied(counter.write(one(1))).rows()).isEqualTo(1);
    }

    @Test
    void aFenceThatFellTooEarlySaysSoWhenItIsClosed() throws Exception {
        ServerLock fence = HandlerSocketWrites.fence(DB.dataSource(), Duration.ofSeconds(5));
        try (Connection sql = DB.rootDataSource().getConnection();
                Statement statement = sql.createStatement()) {
            String holder;
            try (ResultSet row = statement.executeQuery("SELECT IS_USED_LOCK('" + HandlerSocketWrites.FENCE + "')")) {
                row.next();
                holder = row.getString(1);
            }
            statement.execute("KILL " + holder);
        }
        assertThat(fence.isHeld()).isFalse();
        assertThatThrownBy(fence::close)
                .isInstanceOfSatisfying(
                        ConnectionLostException.class,
                        lost -> assertThat(lost.fate()).isEqualTo(HandlerSocketException.Fate.UNKNOWN))
                .hasMessageContaining("others were not kept out");
        fence.close(); // told once

        try (ServerLock next = HandlerSocketWrites.fence(DB.dataSource(), Duration.ofSeconds(5))) {
            next.close();
        }
    }

    @Test
    void theSnapshotTellsOfTheWriteSide() throws Exception {
        WriteIndex counter = counter("snapshot_writes");
        assertThat(writes.snapshot()).isEqualTo(new WriteSnapshot(false, 0, false, List.of()));
        try (Connection sql = DB.rootDataSource().getConnection();
                Statement statement = sql.createStatement()) {
            statement.execute("START TRANSACTION");
            statement.execute("SELECT * FROM test.snapshot_writes WHERE id = 2 FOR UPDATE");
            CompletableFuture<WriteResult> stuck = counter.writeAsync(one(2)).toCompletableFuture();
            Awaitility.await()
                    .pollInterval(Duration.ofMillis(10))
                    .until(() -> writes.snapshot().equals(new WriteSnapshot(true, 0, true, List.of())));
            CompletableFuture<WriteResult> behind = counter.writeAsync(one(3)).toCompletableFuture();
            assertThat(writes).asString().contains("[connected=", "busy=", "quarantined=[]");
            statement.execute("ROLLBACK");
            CompletableFuture.allOf(stuck, behind).join();
        }
        Awaitility.await().until(() -> writes.snapshot().equals(new WriteSnapshot(false, 0, false, List.of())));
    }

    @Test
    void whoeverHoldsTheDrainLockKeepsWritersAway() {
        WriteIndex counter = counter("drained_writes");
        assertThat(applied(counter.write(one(1))).rows()).isEqualTo(1);
        try (DrainLock lock = DrainLock.acquire(DB.dataSource())) {
            assertThat(lock.isHeld()).isTrue();
            Awaitility.await()
                    .untilAsserted(() -> assertThat(counter.write(one(1)))
                            .isInstanceOfSatisfying(
                                    WriteResult.Refused.class,
                                    refused -> assertThat(refused.why()).hasMessageContaining("handlersocket_drain")));
        }
        Awaitility.await().until(() -> counter.write(one(1)) instanceof WriteResult.Applied);
    }

    @Test
    void aDrainedOrClosedClientWritesNothing() throws SQLException {
        WriteIndex counter = counter("stopped");
        client.drain();
        assertThat(reason(counter.write(one(1)))).isEqualTo(UnavailableException.Reason.DRAINED);
        client.resume();
        assertThat(applied(counter.write(one(1))).rows()).isEqualTo(1);
        client.close();
        assertThat(reason(counter.write(one(1)))).isEqualTo(UnavailableException.Reason.CLOSED);
        assertThat(sum("stopped")).isEqualTo(1);
        assertThatThrownBy(() -> writes.index(new TableName("test", "stopped")))
                .isInstanceOf(UnavailableException.class);
    }

    private static UnavailableException.Reason reason(WriteResult result) {
        return ((UnavailableException) ((WriteResult.Refused) result).why()).reason();
    }
}
