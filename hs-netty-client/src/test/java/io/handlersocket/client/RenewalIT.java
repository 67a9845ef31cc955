// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.TcpProxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Connections that have become old make room for new ones, and nobody notices. */
@Timeout(90)
class RenewalIT {

    private static final HandlerSocketMariaDB DB = HandlerSocketMariaDB.shared();
    private static final int ROWS = 500;

    private final Queue<String> endings = new ConcurrentLinkedQueue<>();
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final AtomicLong right = new AtomicLong();
    private volatile boolean running = true;

    @BeforeAll
    static void tables() {
        for (String table : List.of("renewed", "renewed_too")) {
            DB.execute(
                    "CREATE OR REPLACE TABLE test." + table + " (id INT PRIMARY KEY, v INT NOT NULL, KEY k (v))",
                    "INSERT INTO test." + table + " SELECT seq, seq * 3 FROM seq_1_to_" + ROWS);
        }
    }

    private HandlerSocketClientBuilder builder() {
        return PatientClient.builder()
                .name("renewed")
                .dataSource(DB.dataSource())
                .maxAge(Duration.ofMillis(300))
                .listener(new ClientListener() {
                    @Override
                    public void closed(Endpoint endpoint, String reason) {
                        endings.add(reason);
                    }
                });
    }

    private static void awaitRenewals(HandlerSocketClient client, int connections) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> client.snapshot().reconnects() >= connections);
    }

    @Test
    void noLookupFailsWhileConnectionsAreRenewedUnderLoad() throws InterruptedException {
        // Without the guard, which closes everything if the machine keeps it from looking for two seconds.
        try (HandlerSocketClient client = builder().withoutGuard().build()) {
            List<Index> indexes =
                    List.of(PatientClient.index(client, "renewed"), PatientClient.index(client, "renewed_too"));
            List<Thread> threads = new ArrayList<>();
            for (Index index : indexes) {
                threads.add(new Thread(() -> loop(i -> check(index.find(i), i))));
                threads.add(new Thread(() -> loop(i ->
                        index.findAll(List.of(i, i + 1)).forEach(row -> right.addAndGet(row.isPresent() ? 1 : 0)))));
                threads.add(new Thread(() -> loop(i -> index.findAsync(i)
                        .thenAccept(row -> check(row, i))
                        .toCompletableFuture()
                        .join())));
            }
            threads.forEach(Thread::start);
            List<CompletableFuture<Void>> chains = new ArrayList<>();
            for (Index index : indexes) {
                chains.add(new CompletableFuture<>());
                chain(index, 1, chains.get(chains.size() - 1));
            }

            awaitRenewals(client, 8);
            running = false;
            for (Thread thread : threads) {
                thread.join();
            }
            chains.forEach(CompletableFuture::join);

            System.out.printf("RenewalIT: %d lookups, %d connections ended%n", right.get(), endings.size());
            assertThat(failures).isEmpty();
            assertThat(client.snapshot().failed()).isZero();
            assertThat(right.get()).isGreaterThan(1_000);
            assertThat(client.snapshot().state()).isEqualTo(ClientState.READY);
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(endings)
                            .filteredOn(reason -> reason.contains("maxAge"))
                            .as("the old ones end")
                            .hasSizeGreaterThanOrEqualTo(4));
        }
    }

    private interface Lookup {
        void of(int key);
    }

    private void loop(Lookup lookup) {
        for (int i = 0; running; i++) {
            try {
                lookup.of(1 + i % (ROWS - 1));
            } catch (RuntimeException e) {
                failures.add(e.toString());
            }
        }
    }

    private void check(Optional<Row> row, int key) {
        if (row.isPresent() && row.get().intAt(1) == key * 3) {
            right.incrementAndGet();
        } else {
            failures.add(key + " gave " + row.map(r -> r.get("v")));
        }
    }

    /** Lookups that callbacks of others send: on the I/O thread, where the connection being read is taken first. */
    private void chain(Index index, int key, CompletableFuture<Void> done) {
        index.findAsync(key).whenComplete((row, failure) -> {
            if (failure != null) {
                failures.add(failure.toString());
            } else {
                check(row, key);
            }
            if (running) {
                chain(index, 1 + key % (ROWS - 1), done);
            } else {
                done.complete(null);
            }
        });
    }

    @Test
    void ddlGetsItsLockThoughConnectionsAreBeingRenewed() {
        try (HandlerSocketClient client = builder().build()) {
            Index index = PatientClient.index(client, "renewed_too");
            awaitRenewals(client, 4);
            assertThat(index.find(7)).isPresent();

            DB.execute(
                    "SET STATEMENT lock_wait_timeout=30 FOR ALTER TABLE test.renewed_too ADD COLUMN w INT DEFAULT 7");
        } finally {
            DB.execute("ALTER TABLE test.renewed_too DROP COLUMN w");
        }
    }

    @Test
    void onlyAsManyConnectionsAreLeftAsWereAskedFor() {
        try (HandlerSocketClient client = builder()
                .connections(2)
                .maxAge(Duration.ofSeconds(1))
                .requestTimeout(Duration.ofMillis(500)) // for so long, those that were replaced may stay
                .build()) {
            assertThat(PatientClient.index(client, "renewed").find(1)).isPresent();
            awaitRenewals(client, 2);
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> client.snapshot().connections() == 2);
        }
    }

    @Test
    void connectionsThatCannotBeReplacedServeOn() {
        try (Logs logs = new Logs();
                TcpProxy proxy = new TcpProxy(DB.getHost(), DB.readPort());
                HandlerSocketClient client =
                        builder().host("127.0.0.1").port(proxy.port()).build()) {
            Index index = PatientClient.index(client, "renewed");
            proxy.acceptNoMore();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> logs.lines(Level.DEBUG).stream().anyMatch(line -> line.contains("not renewed")));

            for (int i = 1; i <= 100; i++) {
                assertThat(index.find(i)).isPresent();
            }
            assertThat(client.snapshot().failed()).isZero();
            assertThat(client.snapshot().connections()).isEqualTo(4);
        }
    }

    @Test
    void zeroIsForEver() {
        try (HandlerSocketClient client =
                builder().maxAge(Duration.ZERO).withoutGuard().build()) {
            Index index = PatientClient.index(client, "renewed");
            Awaitility.await()
                    .during(Duration.ofMillis(1_500))
                    .until(() -> index.find(1).isPresent() && client.snapshot().reconnects() == 0);
            assertThat(endings).isEmpty();
        }
    }
}
