// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What Java Flight Recorder hears of a client. */
@Timeout(120)
class FlightIT {

    private static final HandlerSocketMariaDB DB = HandlerSocketMariaDB.shared();
    private static final String PREFIX = "io.handlersocket.";

    /** So long that no time or address holds it. */
    private static final int SECRET_KEY = 1_987_654_321;

    private final List<RecordedEvent> events = new CopyOnWriteArrayList<>();
    private RecordingStream recording = new RecordingStream();

    @BeforeAll
    static void table() {
        DB.execute(
                "CREATE OR REPLACE TABLE test.flight (id INT PRIMARY KEY, v INT)",
                "INSERT INTO test.flight SELECT seq, seq FROM seq_1_to_1000",
                "INSERT INTO test.flight VALUES (" + SECRET_KEY + ", 1)");
    }

    @BeforeEach
    void record() {
        recording = new RecordingStream();
        recording.setReuse(false);
        recording.enable(PREFIX + "Client").withPeriod(Duration.ofMillis(200));
        recording.onEvent(event -> {
            if (event.getEventType().getName().startsWith(PREFIX)) {
                events.add(event);
            }
        });
        recording.startAsync();
    }

    @AfterEach
    void stop() {
        recording.close();
    }

    private static HandlerSocketClientBuilder builder() {
        return PatientClient.builder().name("flight").dataSource(DB.dataSource());
    }

    private List<RecordedEvent> of(String name, Predicate<RecordedEvent> which) {
        return events.stream()
                .filter(event -> event.getEventType().getName().equals(PREFIX + name))
                .filter(event -> "flight".equals(event.getString("client")))
                .filter(which)
                .toList();
    }

    private void awaitEvent(String name, Predicate<RecordedEvent> which) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(of(name, which)).as(name).isNotEmpty());
    }

    @Test
    void connectionsSlowLookupsAndDrainsAreEvents() {
        try (HandlerSocketClient client = builder()
                .withoutGuard() // which would close them if the machine stood still
                .connections(3)
                .maxDirectConnections(0)
                .slowLookup(Duration.ZERO)
                .build()) {
            assertThat(PatientClient.index(client, "flight").find(SECRET_KEY)).isPresent();
            awaitEvent(
                    "Client",
                    event -> "READY".equals(event.getString("state"))
                            && event.getInt("connections") >= 3
                            && event.getInt("openIndexes") == 1
                            && event.getLong("found") == 1);
            client.drain();
        }
        awaitEvent("StateChanged", event -> "READY".equals(event.getString("now")));
        Awaitility.await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            assertThat(of("ConnectionOpened", e -> e.getString("endpoint").endsWith(":" + DB.readPort())))
                    .hasSize(3);
            assertThat(of("ConnectionClosed", e -> "by the application".equals(e.getString("reason"))))
                    .hasSize(3);
        });
        awaitEvent("Drained", event -> "by the application".equals(event.getString("reason")));
        awaitEvent(
                "SlowLookup",
                event -> "test.flight.PRIMARY".equals(event.getString("index"))
                        && event.getDuration("took").toNanos() > 0
                        && !event.getBoolean("failed"));
        assertThat(events).noneMatch(event -> event.toString().contains("" + SECRET_KEY));
    }

    @Test
    void aTableThatSomebodyWaitsForIsQuarantined() {
        try (HandlerSocketClient client = builder().build()) {
            assertThat(PatientClient.index(client, "flight").find(1)).isPresent();
            DB.execute("ALTER TABLE test.flight COMMENT = 'changed'");
            awaitEvent("Quarantined", event -> "test.flight".equals(event.getString("table")));
            awaitEvent("Drained", event -> event.getString("reason").contains("test.flight"));
        }
    }

    @Test
    void fastLookupsAreNoEventsAndRejectedOnesAre() {
        try (HandlerSocketClient client = builder()
                .connections(1)
                .maxInFlight(1)
                .maxWaiting(1)
                .slowLookup(Duration.ofHours(1))
                .build()) {
            Index index = PatientClient.index(client, "flight");
            List<CompletableFuture<?>> all = new ArrayList<>();
            for (int i = 0; i < 1000; i++) {
                all.add(index.findAsync(i).toCompletableFuture());
            }
            assertThat(all).anyMatch(CompletableFuture::isCompletedExceptionally);
            all.forEach(each -> each.handle((row, failure) -> row).join());
        }
        awaitEvent(
                "RejectedLookup",
                event -> "test.flight.PRIMARY".equals(event.getString("index"))
                        && !event.getString("reason").isEmpty());
        assertThat(of("SlowLookup", event -> true)).isEmpty();
    }

    @Test
    void aClientAndItsSnapshotSayWhatTheyAre() {
        try (HandlerSocketClient client = builder().build()) {
            assertThat(PatientClient.index(client, "flight").find(1)).isPresent();
            assertThat(client.toString())
                    .startsWith("HandlerSocketClient[name=flight, state=READY, reason=")
                    .contains(
                            "endpoint=" + DB.getHost() + ':' + DB.readPort(),
                            "connections=",
                            "found=1",
                            "openIndexes=[test.flight.PRIMARY",
                            "quarantined={}")
                    .doesNotContain(DB.readSecret());
        }
    }
}
