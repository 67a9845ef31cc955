// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** A server whose plugin listens on a file. */
@Timeout(120)
@DisabledOnOs(OS.WINDOWS)
class UnixSocketIT {

    @TempDir(cleanup = CleanupMode.ALWAYS)
    static Path folder;

    private static HandlerSocketMariaDB db;
    private static String file;

    @BeforeAll
    static void start() {
        file = folder.resolve("hs.sock").toString();
        db = new HandlerSocketMariaDB()
                .withProcessControl()
                .withPluginNotListening()
                .withServerArguments(
                        "--handlersocket-address=/",
                        "--handlersocket-port=" + file,
                        "--handlersocket-plain-secret=of-the-file");
        db.start();
        db.execute(
                "CREATE OR REPLACE TABLE test.filed (id INT PRIMARY KEY, v LONGBLOB)",
                "INSERT INTO test.filed SELECT seq, REPEAT('x', seq) FROM seq_1_to_1000",
                "INSERT INTO test.filed VALUES (2000, REPEAT('large', 600000))");
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> Files.exists(Path.of(file)));
    }

    @AfterAll
    static void stop() {
        db.kill(); // nobody wakes the plugin's thread that waits for connections
        db.stop();
    }

    private static HandlerSocketClientBuilder builder() {
        return PatientClient.builder()
                .name("unix")
                .dataSource(db.dataSource())
                .connections(2)
                .requestTimeout(Duration.ofSeconds(10));
    }

    @Test
    void theServerTellsOfItAndBothKindsOfConnectionsRead() {
        try (HandlerSocketClient client = builder().build()) {
            Index rows = PatientClient.index(client, "filed");
            assertThat(client.snapshot().endpoint()).hasToString("Optional[" + file + ']');
            List<CompletableFuture<Optional<Row>>> found = new ArrayList<>();
            for (int key = 1; key <= 1000; key++) {
                found.add(rows.findAsync(key).toCompletableFuture());
            }
            for (int key = 1; key <= 1000; key++) {
                assertThat(found.get(key - 1).join().orElseThrow().get("v", byte[].class))
                        .hasSize(key);
            }
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> {
                assertThat(rows.find(7)).isPresent();
                return client.snapshot().connections() > 2;
            });
            for (int key = 1; key <= 500; key++) {
                assertThat(rows.find(key).orElseThrow().get("v", byte[].class)).hasSize(key);
            }
            assertThat(rows.find(2000).orElseThrow().get("v", byte[].class)).hasSize(3_000_000);
            assertThat(client.snapshot().reconnects()).isZero();
        }
    }

    @Test
    void itCanBeNamed() {
        try (HandlerSocketClient client =
                builder().unixSocket(file).secret("of-the-file").build()) {
            assertThat(PatientClient.index(client, "filed").find(1)).isPresent();
        }
    }

    @Test
    void aFileThatIsNotThereIsAnOutage() throws Exception {
        try (HandlerSocketClient client = builder().unixSocket(file + ".none").build()) {
            ClientSnapshot snapshot =
                    client.firstAttempt().toCompletableFuture().get(30, TimeUnit.SECONDS);
            assertThat(snapshot.state()).isEqualTo(ClientState.UNREACHABLE);
            assertThat(snapshot.reason()).contains("hs.sock.none");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder().unixSocket("hs.sock"))
                .withMessageContaining("absolute");
    }
}
