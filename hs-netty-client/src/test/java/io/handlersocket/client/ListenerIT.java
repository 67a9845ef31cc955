// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.catalog.TableName;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.TcpProxy;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a listener and a snapshot say is what happened. */
@Timeout(60)
class ListenerIT {

    private static final HandlerSocketMariaDB DB = HandlerSocketMariaDB.shared();

    private final Events events = new Events();
    private TcpProxy proxy;

    private static final class Events implements ClientListener {
        final List<String> rejected = new CopyOnWriteArrayList<>();
        final List<Boolean> completed = new CopyOnWriteArrayList<>();
        final List<String> drained = new CopyOnWriteArrayList<>();
        final List<Integer> attempts = new CopyOnWriteArrayList<>();
        final List<Duration> delays = new CopyOnWriteArrayList<>();

        final List<Endpoint> opened = new CopyOnWriteArrayList<>();
        final List<String> closed = new CopyOnWriteArrayList<>();
        final List<String> unannounced = new CopyOnWriteArrayList<>();

        /** Why connections were closed on request, and not because the machine kept the guard from looking. */
        List<String> ordered() {
            return drained.stream()
                    .filter(why -> !why.startsWith("no clean answer"))
                    .toList();
        }

        @Override
        public void opened(Endpoint endpoint) {
            opened.add(endpoint);
        }

        @Override
        public void closed(Endpoint endpoint, String reason) {
            closed.add(reason);
            if (closed.size() > opened.size()) {
                unannounced.add(reason);
            }
        }

        @Override
        public void rejected(IndexSpec index, String reason) {
            rejected.add(index + ": " + reason);
        }

        @Override
        public void completed(IndexSpec index, long nanos, int batch, boolean failed) {
            completed.add(failed);
        }

        @Override
        public void drained(String why) {
            drained.add(why);
        }

        @Override
        public void reconnecting(int attempt, Duration delay) {
            attempts.add(attempt);
            delays.add(delay);
        }
    }

    @BeforeEach
    void table() {
        DB.execute(
                "CREATE OR REPLACE TABLE test.heard (id INT PRIMARY KEY)",
                "INSERT INTO test.heard SELECT seq FROM seq_1_to_100");
        proxy = new TcpProxy(DB.getHost(), DB.readPort());
    }

    @AfterEach
    void close() {
        proxy.close();
    }

    /** One that counts, without a guard that closes all if the machine stands still. */
    private HandlerSocketClientBuilder unguarded() {
        return builder().requestTimeout(Duration.ofSeconds(5)).withoutGuard();
    }

    private HandlerSocketClientBuilder builder() {
        return HandlerSocketClient.builder()
                .name("heard")
                .connectTimeout(Duration.ofSeconds(10))
                .dataSource(DB.dataSource())
                .host("127.0.0.1")
                .port(proxy.port())
                .maxDirectConnections(0) // what is counted here are the shared ones
                .listener(events);
    }

    @Test
    void whatFindsNoPlaceAndWhatWaitsTooLongIsRejected() {
        try (HandlerSocketClient client = unguarded()
                .connections(1)
                .maxInFlight(1)
                .maxWaiting(10)
                .requestTimeout(Duration.ofSeconds(1))
                .build()) {
            Index index = PatientClient.index(client, "heard");
            Index patient = index.withTimeout(Duration.ofSeconds(10));
            proxy.stall(true);
            List<CompletableFuture<?>> lookups = new ArrayList<>();
            for (int i = 1; i <= 50; i++) {
                lookups.add(index.findAsync(i).toCompletableFuture());
            }
            List<Throwable> failures = new ArrayList<>();
            for (CompletableFuture<?> lookup : lookups) {
                try {
                    lookup.join();
                } catch (CompletionException e) {
                    failures.add(e.getCause());
                }
            }
            proxy.stall(false);

            assertThat(failures).hasSize(50);
            // The answer that came too late is nobody's any more; this one comes after it, once the circuit lets one
            // pass.
            Awaitility.await()
                    .pollDelay(Duration.ofMillis(1_200))
                    .until(() -> patient.find(1).isPresent());
            Awaitility.await() // told after the caller is
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> events.completed.size() >= 51);
            long notSent = failures.stream()
                    .filter(e -> ((HandlerSocketException) e).fate() == HandlerSocketException.Fate.NOT_SENT)
                    .count();
            assertThat(notSent).isEqualTo(49);
            assertThat(events.rejected).hasSize(49).allMatch(line -> line.contains("test.heard"));
            assertThat(events.rejected)
                    .filteredOn(line -> line.contains("maxWaiting"))
                    .hasSizeBetween(39, 40);
            assertThat(events.rejected)
                    .filteredOn(line -> line.contains("request timeout"))
                    .hasSizeBetween(9, 10);
            assertThat(events.completed).hasSize(51).containsOnlyOnce(false);
            assertThat(client.snapshot().failed()).isEqualTo(50);
            assertThat(client.snapshot().found()).isEqualTo(1);
        }
    }

    /** Those since the last one that was a first one. */
    private List<Integer> attemptsOfTheLastRow() {
        List<Integer> all = List.copyOf(events.attempts);
        return all.subList(all.lastIndexOf(1), all.size());
    }

    @Test
    void eachAttemptToConnectAgainIsAnnouncedOnce() {
        try (HandlerSocketClient client = builder().build()) {
            assertThat(PatientClient.index(client, "heard").find(1)).isPresent();
            assertThat(events.attempts).isEmpty();

            proxy.acceptNoMore();
            proxy.cutAll();

            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> events.attempts.size() >= 4
                            && attemptsOfTheLastRow().size() >= 2);
            assertThat(events.delays.get(0)).isZero();
            assertThat(attemptsOfTheLastRow()).startsWith(1, 2).doesNotHaveDuplicates();
            assertThat(events.delays).anyMatch(delay -> delay.compareTo(Duration.ofMillis(50)) >= 0);
        }
    }

    @Test
    void everyConnectionThatOpensClosesAndNoOther() {
        try (HandlerSocketClient client =
                builder().connections(3).maxDirectConnections(4).build()) {
            Index index = PatientClient.index(client, "heard");
            for (int round = 0; round < 3; round++) {
                awaitLookups(index);
                Awaitility.await()
                        .until(() -> index.find(1).isPresent()
                                && client.snapshot().connections() > 3); // one of them is a direct one
                int ended = events.closed.size() + client.snapshot().connections();
                if (round == 1) {
                    client.drain();
                    client.resume();
                } else {
                    proxy.cutAll();
                }
                Awaitility.await().until(() -> events.closed.size() >= ended);
            }
        }
        assertThat(events.opened).hasSizeGreaterThanOrEqualTo(12);
        Awaitility.await().untilAsserted(() -> assertThat(events.closed).hasSameSizeAs(events.opened));
        assertThat(events.unannounced).isEmpty();
    }

    @Test
    void connectionsThatAreNotLetInAreNotAnnounced() {
        try (HandlerSocketClient client = builder().secret("wrong").build()) {
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> events.attempts.size() >= 3);
        }
        assertThat(events.opened).isEmpty();
        assertThat(events.closed).isEmpty();
    }

    @Test
    void aDrainSaysWhy() throws Exception {
        try (HandlerSocketClient client = builder().build();
                Connection dba = DB.dataSource().getConnection();
                Statement statement = dba.createStatement()) {
            Index index = PatientClient.index(client, "heard");
            client.drain();
            assertThat(events.ordered()).containsExactly("by the application");
            client.resume();
            awaitLookups(index);

            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(
                            () -> { // a client that is away has nothing to drain
                                statement.execute("SELECT GET_LOCK('handlersocket_drain', 5)");
                                Awaitility.await()
                                        .atMost(Duration.ofSeconds(30))
                                        .until(() -> client.snapshot().state() == ClientState.DRAINED);
                                statement.execute("SELECT RELEASE_LOCK('handlersocket_drain')");
                                awaitLookups(index);
                                return events.ordered().size() == 2;
                            });
            assertThat(events.ordered().get(1)).contains("handlersocket_drain");

            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> {
                statement.execute("SET STATEMENT lock_wait_timeout=30 FOR ALTER TABLE test.heard FORCE");
                boolean heard = events.ordered().size() == 3;
                if (!heard) {
                    awaitLookups(index);
                }
                return heard;
            });
            assertThat(events.ordered().get(2)).contains("test.heard");
            Awaitility.await() // the connections are closed first, so that the ALTER may be faster
                    .untilAsserted(() -> assertThat(client.snapshot().quarantined())
                            .containsOnlyKeys(new TableName("test", "heard")));
        }
    }

    private static void awaitLookups(Index index) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(10))
                .ignoreExceptions()
                .until(() -> index.find(1).isPresent());
    }

    @Test
    void anOpeningThatIsNotAnsweredQuarantinesNoTableThatNobodyWaitsFor() {
        DB.execute("CREATE OR REPLACE TABLE test.late (id INT PRIMARY KEY)", "INSERT INTO test.late VALUES (1)");
        try (HandlerSocketClient client = builder().build()) {
            Index heard = PatientClient.index(client, "heard");
            assertThat(heard.find(1)).isPresent();

            proxy.stall(true);
            assertThatThrownBy(() -> client.index("late").find(1)).isInstanceOf(UnavailableException.class);
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> client.snapshot().state() == ClientState.UNREACHABLE);
            proxy.stall(false);

            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .pollInterval(Duration.ofMillis(10))
                    .ignoreExceptions()
                    .until(() -> heard.find(1).isPresent()
                            && PatientClient.index(client, "late").find(1).isPresent());
            assertThat(events.drained).noneMatch(why -> why.contains("test."));
            assertThat(client.snapshot().quarantined()).isEmpty();
        }
    }

    @Test
    void aSnapshotCountsLookupsByOutcomeAndBatchesBySize() {
        try (HandlerSocketClient client = unguarded().connections(2).build()) {
            Index index = PatientClient.index(client, "heard");
            for (int i = 1; i <= 10; i++) {
                assertThat(index.find(i)).isPresent();
            }
            assertThat(index.find(1_000)).isEmpty();
            assertThat(index.find(Long.MAX_VALUE))
                    .as("no row could have this key")
                    .isEmpty();

            // The I/O thread counts down and tells the listener after it has answered the caller.
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> client.snapshot().inFlight() == 0 && events.completed.size() >= 11);
            ClientSnapshot snapshot = client.snapshot();

            assertThat(snapshot.connections()).isEqualTo(2);
            assertThat(snapshot.found()).isEqualTo(10);
            assertThat(snapshot.missed()).isEqualTo(2);
            assertThat(snapshot.failed()).isZero();
            assertThat(snapshot.batches()).hasSize(9);
            assertThat(snapshot.batches().get(0)).as("alone").isGreaterThanOrEqualTo(11);
            assertThat(snapshot.quarantined()).isEmpty();
            assertThat(snapshot.openIndexes()).containsExactly(index.spec());
            assertThat(events.completed).hasSize(11).containsOnly(false);
        }
    }
}
