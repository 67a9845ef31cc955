// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Standing back on demand: by the application, by the DBA, and for good. */
@Timeout(60)
class DrainIT {

    private static final HandlerSocketMariaDB DB = HandlerSocketMariaDB.shared();

    private HandlerSocketClient client;
    private Index items;

    @BeforeEach
    void connect() {
        DB.execute(
                "CREATE OR REPLACE TABLE test.drained (id INT PRIMARY KEY, v INT)",
                "INSERT INTO test.drained SELECT seq, seq FROM seq_1_to_100");
        Workers.awaitNoConnection(DB); // of earlier tests
        client = PatientClient.builder()
                .name("drainable")
                .dataSource(DB.dataSource())
                .build();
        items = PatientClient.index(client, "drained");
        assertThat(items.find(1)).isPresent();
        Awaitility.await("the shared connections; there may be some for threads that wait")
                .atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(Workers.connections(DB)).isGreaterThanOrEqualTo(4));
    }

    @AfterEach
    void close() {
        client.close();
    }

    private static void assertUnavailable(Index index, UnavailableException.Reason reason) {
        assertThatThrownBy(() -> index.find(1))
                .isInstanceOfSatisfying(
                        UnavailableException.class, e -> assertThat(e.reason()).isEqualTo(reason));
    }

    private void awaitLookups() {
        Awaitility.await()
                .pollInterval(Duration.ofMillis(10))
                .ignoreExceptions()
                .until(() -> items.find(1).isPresent());
    }

    @Test
    void drainClosesEverythingAndResumeBringsTheSameHandleBack() {
        List<CompletableFuture<?>> inFlight = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            inFlight.add(items.findAsync(i).toCompletableFuture());
        }
        client.drain();

        assertThat(client.snapshot().state()).isEqualTo(ClientState.DRAINED);
        assertThat(client.snapshot().connections()).isZero();
        assertThat(inFlight).allMatch(CompletableFuture::isDone);
        assertUnavailable(items, UnavailableException.Reason.DRAINED);
        assertThatThrownBy(() -> client.index("drained")).isInstanceOf(UnavailableException.class);
        Workers.awaitNoConnection(DB);
        DB.execute("SET STATEMENT lock_wait_timeout=30 FOR ALTER TABLE test.drained ADD COLUMN w INT DEFAULT 7");

        client.resume();
        awaitLookups();
        assertThat(items.find(1).orElseThrow().intAt(2)).isEqualTo(7);
    }

    @Test
    void drainAndResumeMayBeRepeatedAndCrossed() {
        for (int i = 0; i < 5; i++) {
            client.drain();
            client.drain();
            client.resume();
            client.resume();
        }
        awaitLookups();
        assertThat(client.snapshot().connections())
                .as("four shared ones, and some for threads that wait")
                .isBetween(4, 8);
    }

    @Test
    void aDbaDrainsEveryClientByALock() throws SQLException {
        try (HandlerSocketClient second = PatientClient.builder()
                        .name("second")
                        .dataSource(DB.dataSource())
                        .build();
                Connection dba = DB.dataSource().getConnection();
                Statement statement = dba.createStatement()) {
            assertThat(second.index("drained").find(1)).isPresent();
            statement.execute("SELECT GET_LOCK('handlersocket_drain', 5)");
            for (HandlerSocketClient one : List.of(client, second)) {
                Awaitility.await()
                        .atMost(Duration.ofSeconds(30))
                        .untilAsserted(() -> assertThat(one.snapshot().state()).isEqualTo(ClientState.DRAINED));
                assertThat(one.snapshot().reason()).contains("handlersocket_drain");
            }
            Workers.awaitNoConnection(DB);
            assertUnavailable(items, UnavailableException.Reason.DRAINED);
            statement.execute("SET STATEMENT lock_wait_timeout=30 FOR ALTER TABLE test.drained ADD COLUMN w INT");
            Awaitility.await()
                    .during(Duration.ofMillis(1_500))
                    .until(() -> client.snapshot().connections() == 0);

            statement.execute("SELECT RELEASE_LOCK('handlersocket_drain')");
            awaitLookups();
        }
    }

    @Test
    void closeLeavesNoThreadAndNoConnectionBehind() {
        assertThat(threads()).isNotEmpty();

        client.close();
        client.close();

        assertThat(client.snapshot().state()).isEqualTo(ClientState.CLOSED);
        assertUnavailable(items, UnavailableException.Reason.CLOSED);
        assertThatThrownBy(() -> client.index("drained")).isInstanceOf(UnavailableException.class);
        client.resume();
        Workers.awaitNoConnection(DB);
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(threads()).isEmpty());
        assertThat(client.snapshot().state()).isEqualTo(ClientState.CLOSED);
    }

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("drainable"))
                .toList();
    }
}
