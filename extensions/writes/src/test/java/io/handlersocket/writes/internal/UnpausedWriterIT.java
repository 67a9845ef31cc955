// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.writes.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.ClientListener;
import io.handlersocket.client.Endpoint;
import io.handlersocket.client.Key;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.Options;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.writes.WritableServer;
import io.handlersocket.writes.Write;
import io.handlersocket.writes.WriteIndex;
import io.handlersocket.writes.WriteLoad;
import io.handlersocket.writes.WriteOptions;
import io.handlersocket.writes.WriteResult;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Without the pauses of all writers it is the guard that lets other sessions pass, or a writer that is idle. */
class UnpausedWriterIT {

    private static final HandlerSocketMariaDB DB = WritableServer.shared();

    private final List<String> closings = new CopyOnWriteArrayList<>();

    private WriteSide started(Duration idleTimeout) {
        DB.execute(
                "CREATE OR REPLACE TABLE test.unpaused (id INT PRIMARY KEY, n INT NOT NULL)",
                "INSERT INTO test.unpaused VALUES (1, 0)");
        ClientListener listener = new ClientListener() {
            @Override
            public void closed(Endpoint endpoint, String reason) {
                closings.add(reason);
            }
        };
        WriteSide side = new WriteSide(
                Options.of("unpaused", DB.dataSource(), listener),
                WriteOptions.DEFAULTS.withTimeout(Duration.ofSeconds(10)).withIdleTimeout(idleTimeout),
                TimeUnit.DAYS.toMillis(365_000));
        side.start();
        return side;
    }

    private static WriteIndex counter(WriteSide side) throws Exception {
        return side.open(new TableName("test", "unpaused"), "PRIMARY").get(30, TimeUnit.SECONDS);
    }

    private static void assertWrites(WriteIndex counter) {
        Awaitility.await()
                .until(() -> counter.write(Write.increment(Key.of(1), "n", 1)) instanceof WriteResult.Applied);
    }

    /** The listener may be told a moment later. */
    private void assertClosed(String why) {
        Awaitility.await().until(() -> !closings.isEmpty());
        assertThat(closings.get(0)).isEqualTo(why);
    }

    /** Nobody waits, so the guard has nothing to see. */
    @Test
    void anIdleWriterHoldsNothing() throws Exception {
        try (WriteSide side = started(Duration.ofMillis(200))) {
            WriteIndex counter = counter(side);
            assertWrites(counter);
            assertClosed("no write for PT0.2S");
            Awaitility.await() // the server's worker has to find that it has no connection
                    .ignoreExceptions()
                    .untilAsserted(() -> DB.execute(
                            "SET STATEMENT lock_wait_timeout=0 FOR ALTER TABLE test.unpaused COMMENT='1'",
                            "SET STATEMENT lock_wait_timeout=0 FOR FLUSH TABLES WITH READ LOCK",
                            "UNLOCK TABLES"));
            assertWrites(counter);
        }
    }

    @Test
    void anAlterPassesABusyWriter() throws Exception {
        assertPasses("ALTER TABLE test.unpaused COMMENT='1'");
    }

    @Test
    void aFlushWithReadLockPassesABusyWriter() throws Exception {
        assertPasses("FLUSH TABLES WITH READ LOCK");
    }

    private void assertPasses(String statement) throws Exception {
        try (WriteSide side = started(Duration.ofSeconds(10))) {
            WriteIndex counter = counter(side);
            try (WriteLoad load = new WriteLoad(counter)) {
                load.awaitProgress();
                DB.execute("SET STATEMENT lock_wait_timeout=30 FOR " + statement, "UNLOCK TABLES");
            }
            assertClosed("SQL sessions wait for locks on [test.unpaused]");
        }
    }
}
