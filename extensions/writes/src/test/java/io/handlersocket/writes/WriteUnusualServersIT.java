// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.writes;

import static io.handlersocket.writes.WriteIT.PATIENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.HandlerSocketClientBuilder;
import io.handlersocket.client.Key;
import io.handlersocket.client.PatientClient;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.testkit.GaleraMariaDB;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Writes on servers that are set up in another way; each is its test's own. */
@Timeout(120)
class WriteUnusualServersIT {

    private static HandlerSocketClientBuilder builder(HandlerSocketMariaDB db) {
        return PatientClient.builder().name("unusual").dataSource(db.dataSource());
    }

    private static void assertRefused(HandlerSocketClient client, WriteOptions options, String why) {
        HandlerSocketWrites writes = HandlerSocketWrites.of(client, options);
        assertThatThrownBy(() -> writes.index(new TableName("test", "t")))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining(why);
    }

    @Test
    void galeraIsReadAndNotWrittenToWhateverTheEndpoint() {
        try (GaleraMariaDB cluster = new GaleraMariaDB(1)) {
            HandlerSocketMariaDB node = cluster.node(1).withWritePort();
            cluster.start();
            node.execute("CREATE TABLE test.t (id INT PRIMARY KEY)");
            try (HandlerSocketClient client =
                    builder(node).host(node.getHost()).port(node.readPort()).build()) {
                assertRefused(client, WriteOptions.DEFAULTS.unreplicated(true).withPort(node.writePort()), "Galera");
                assertThat(node.globalStatus("Handlersocket_hs_table_lock")).isZero();
                assertThat(client.index("t").find(1)).isEmpty();
                assertThat(node.globalStatus("Handlersocket_hs_table_lock")).isPositive();
            }
        }
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void writesOverAFileAreRefused(@TempDir(cleanup = CleanupMode.ALWAYS) Path folder) {
        Path file = folder.resolve("hs.sock");
        HandlerSocketMariaDB db = new HandlerSocketMariaDB()
                .withProcessControl()
                .withPluginNotListening()
                .withServerArguments(
                        "--handlersocket-address=/",
                        "--handlersocket-port=" + file,
                        "--handlersocket-plain-secret=of-the-file");
        db.start();
        try {
            db.execute("CREATE TABLE test.t (id INT PRIMARY KEY)", "INSERT INTO test.t VALUES (1)");
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> Files.exists(file));
            try (HandlerSocketClient client = builder(db).build()) {
                client.awaitReady(Duration.ofSeconds(30));
                assertThat(client.index("t").find(1)).isPresent();
                assertRefused(client, WriteOptions.DEFAULTS, "unix-domain socket");
            }
        } finally {
            db.kill(); // no caller wakes the plugin's thread that waits for connections
            db.stop();
        }
    }

    @Test
    void aTableIsWrittenToByEverySpellingOfItsName() {
        HandlerSocketMariaDB db =
                new HandlerSocketMariaDB().withWritePort().withServerArguments("--lower-case-table-names=1");
        db.start();
        try {
            db.execute(
                    "CREATE TABLE Player (id INT PRIMARY KEY, Name VARCHAR(20))",
                    "INSERT INTO Player VALUES (1, 'eins')");
            try (HandlerSocketClient client = builder(db).build()) {
                WriteIndex index = HandlerSocketWrites.of(client, PATIENT).index(new TableName("test", "PLAYER"));
                assertThat(index.write(Write.update(Key.of(1), Map.of("Name", "zwei"))))
                        .isInstanceOf(WriteResult.Applied.class);
                assertThat(client.index("Player").find(1).orElseThrow().stringAt(1))
                        .isEqualTo("zwei");
            }
        } finally {
            db.stop();
        }
    }
}
