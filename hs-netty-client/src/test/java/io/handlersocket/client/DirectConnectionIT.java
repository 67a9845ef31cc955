// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Blocking platform threads have sockets of their own: how these come, go and fail. */
class DirectConnectionIT {

    private static final HandlerSocketMariaDB DB = new HandlerSocketMariaDB().withProcessControl();
    private static final int SHARED = 2;

    /** On one or two processors so many that callers who find none free queue, if answers are fast. */
    private static final int DIRECT = Math.min(8, 4 * Runtime.getRuntime().availableProcessors());

    private final AtomicInteger closed = new AtomicInteger();
    private HandlerSocketClient client;
    private Index items;

    @BeforeAll
    static void start() {
        DB.start();
        DB.execute(
                "CREATE OR REPLACE TABLE test.direct (id INT PRIMARY KEY, v INT)",
                "CREATE OR REPLACE TABLE test.direct_later (id INT PRIMARY KEY, v INT)",
                "INSERT INTO test.direct SELECT seq, seq * 7 FROM seq_1_to_1000",
                "INSERT INTO test.direct_later SELECT seq, seq * 3 FROM seq_1_to_1000");
    }

    @AfterAll
    static void stop() {
        DB.stop();
    }

    @BeforeEach
    void connect() {
        client = connect(DIRECT, Duration.ofSeconds(3));
        items = PatientClient.index(client, "direct");
    }

    private HandlerSocketClient connect(int direct, Duration requestTimeout) {
        return connect(PatientClient.unguarded(), direct, requestTimeout);
    }

    private HandlerSocketClient connect(HandlerSocketClientBuilder builder, int direct, Duration requestTimeout) {
        return builder.name("direct")
                .dataSource(DB.dataSource())
                .connections(SHARED)
                .maxDirectConnections(direct)
                .requestTimeout(requestTimeout)
                .listener(new ClientListener() {
                    @Override
                    public void closed(Endpoint endpoint, String reason) {
                        closed.incrementAndGet();
                    }
                })
                .build();
    }

    @AfterEach
    void close() {
        client.close();
    }

    private void lookUpFromManyThreads(int threads, int each) throws InterruptedException {
        AtomicInteger wrong = new AtomicInteger();
        Index patient = items.withTimeout(Duration.ofSeconds(10));
        CountDownLatch go = new CountDownLatch(1);
        List<Thread> all = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            int first = t;
            Thread thread = new Thread(() -> {
                try {
                    go.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                for (int i = 0; i < each; i++) {
                    int key = 1 + (first * 31 + i) % 1000;
                    if (patient.find(key).orElseThrow().intAt(1) != key * 7) {
                        wrong.incrementAndGet();
                    }
                }
            });
            thread.setUncaughtExceptionHandler((dead, failure) -> wrong.incrementAndGet());
            thread.start();
            all.add(thread);
        }
        go.countDown();
        for (Thread thread : all) {
            thread.join();
        }
        assertThat(wrong).hasValue(0);
    }

    private void awaitDirect(int count) {
        Awaitility.await().atMost(Duration.ofSeconds(30)).ignoreExceptions().untilAsserted(() -> {
            items.find(1);
            assertThat(client.snapshot().connections()).isEqualTo(SHARED + count);
        });
    }

    /** One lookup at a time, so that nothing is ever sent together. */
    @Test
    void oneWaitingThreadGetsOneSocket() {
        awaitDirect(1);
        for (int i = 1; i <= 1000; i++) {
            assertThat(items.find(i).orElseThrow().intAt(1)).isEqualTo(i * 7);
        }
        assertThat(client.snapshot().connections()).isEqualTo(SHARED + 1);
    }

    @Test
    void manyWaitingThreadsGetSocketsUpToTheLimitAndShareTheOthers() throws InterruptedException {
        for (int round = 0; client.snapshot().connections() < SHARED + DIRECT; round++) {
            assertThat(round).as("rounds of many threads").isLessThan(50);
            lookUpFromManyThreads(16, 200);
        }
        lookUpFromManyThreads(16, 500);
        assertThat(client.snapshot().connections()).isEqualTo(SHARED + DIRECT);
    }

    /** Callers that queue at a connection of a stopped server fail; later ones succeed. */
    @Test
    void queuedCallersFailAndGoOnAfterwards() throws InterruptedException {
        manyWaitingThreadsGetSocketsUpToTheLimitAndShareTheOthers();
        Index hasty = items.withTimeout(Duration.ofMillis(100));
        List<CompletableFuture<Void>> waiting = new ArrayList<>();
        DB.pause();
        try {
            for (int i = 0; i < 16; i++) {
                Index index = i % 2 == 0 ? items : hasty;
                waiting.add(CompletableFuture.runAsync(
                        () -> assertThatThrownBy(() -> index.find(1)).isInstanceOf(HandlerSocketException.class),
                        task -> new Thread(task).start()));
            }
            waiting.forEach(CompletableFuture::join);
        } finally {
            DB.resume();
        }
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .ignoreExceptions()
                .until(() -> items.find(2).orElseThrow().intAt(1) == 14);
        lookUpFromManyThreads(16, 200);
    }

    @Test
    void anInterruptedCallerHarmsNoOther() throws InterruptedException {
        manyWaitingThreadsGetSocketsUpToTheLimitAndShareTheOthers();
        Thread interrupted = new Thread(() -> {
            for (int i = 0; i < 300; i++) {
                Thread.currentThread().interrupt();
                assertThat(items.find(2).orElseThrow().intAt(1)).isEqualTo(14);
            }
        });
        AtomicInteger failures = new AtomicInteger();
        Thread victim = new Thread(() -> {
            for (int i = 0; i < 3_000; i++) {
                items.find(3);
            }
        });
        List.of(interrupted, victim).forEach(one -> {
            one.setUncaughtExceptionHandler((dead, failure) -> failures.incrementAndGet());
            one.start();
        });
        while (victim.isAlive()) {
            victim.interrupt(); // at any moment: it may be waiting, or sending the requests of others
            lookUpFromManyThreads(8, 20);
        }
        interrupted.join();
        assertThat(failures).hasValue(0);
        assertThat(client.snapshot().failed()).isZero();
    }

    @Test
    void nobodyWhoDoesNotWaitMakesOne() {
        for (int i = 1; i <= 100; i++) {
            items.findAsync(i).toCompletableFuture().join();
        }
        assertThat(client.snapshot().connections()).isEqualTo(SHARED);
    }

    @Test
    void zeroSwitchesThemOff() throws InterruptedException {
        client.close();
        client = connect(0, Duration.ofSeconds(3));
        items = PatientClient.index(client, "direct");
        lookUpFromManyThreads(16, 100);
        assertThat(client.snapshot().connections()).isEqualTo(SHARED);
    }

    @Test
    void aNumberOutOfBoundsIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HandlerSocketClient.builder().maxDirectConnections(-1))
                .withMessage("maxDirectConnections: -1 (expected 0 to 256)");
    }

    @Test
    void anIndexOpenedLaterIsOpenOnThemToo() {
        awaitDirect(1);
        Index later = PatientClient.index(client, "direct_later");
        for (int i = 1; i <= 100; i++) {
            assertThat(later.find(i).orElseThrow().intAt(1)).isEqualTo(i * 3);
            assertThat(items.find(i).orElseThrow().intAt(1)).isEqualTo(i * 7);
        }
        assertThat(later.findAll(List.of(3, 2000, 3)).get(2).orElseThrow().intAt(1))
                .isEqualTo(9);
        assertThat(later.range(Range.all(Comparison.GREATER_OR_EQUAL, 1).limit(5)))
                .hasSize(5);
        assertThat(client.snapshot().failed()).isZero();
    }

    @Test
    void aTimeoutClosesOnlyThatSocketAndTheNextLookupGoesOn() {
        client.close();
        client = connect(DIRECT, Duration.ofMillis(300));
        items = PatientClient.index(client, "direct");
        awaitDirect(1);
        int before = closed.get();
        DB.pause();
        try {
            long start = System.nanoTime();
            assertThatThrownBy(() -> items.find(1)).isInstanceOf(RequestTimeoutException.class);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(290));
        } finally {
            DB.resume();
        }
        assertThat(closed.get()).isGreaterThan(before);
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .ignoreExceptions()
                .until(() -> items.find(2).orElseThrow().intAt(1) == 14);
    }

    @Test
    void theirTimeoutsOpenTheCircuitAndTheFirstAnswerClosesIt() throws InterruptedException {
        client.close();
        client = connect(DIRECT, Duration.ofMillis(300));
        items = PatientClient.index(client, "direct");
        for (int round = 0; client.snapshot().connections() < SHARED + DIRECT; round++) {
            assertThat(round).as("rounds of many threads").isLessThan(50);
            lookUpFromManyThreads(16, 200);
        }
        int before = closed.get();
        DB.pause();
        try {
            List<CompletableFuture<Optional<Row>>> waiting = new ArrayList<>();
            for (int i = 0; i < DIRECT; i++) {
                waiting.add(CompletableFuture.supplyAsync(() -> items.find(1), task -> new Thread(task).start()));
            }
            for (CompletableFuture<Optional<Row>> lookup : waiting) {
                assertThat(lookup)
                        .failsWithin(Duration.ofSeconds(30))
                        .withThrowableThat()
                        .withCauseInstanceOf(RequestTimeoutException.class);
            }
            // Two may share a socket: a caller queues rather than take one of the last free ones.
            assertThat(closed.get() - before).isBetween(DIRECT / 2, DIRECT);
            assertThat(client.snapshot().circuit()).isEqualTo(CircuitState.OPEN);
            assertThat(items.isOpen()).isFalse();
            assertThatThrownBy(() -> items.find(1))
                    .isInstanceOfSatisfying(
                            UnavailableException.class,
                            e -> assertThat(e.reason()).isEqualTo(UnavailableException.Reason.CIRCUIT_OPEN));
        } finally {
            DB.resume();
        }
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .ignoreExceptions()
                .until(() -> items.find(2).orElseThrow().intAt(1) == 14);
        assertThat(client.snapshot().circuit()).isEqualTo(CircuitState.CLOSED);
    }

    @Test
    void ddlGetsItsLockAlthoughSomebodyAlwaysWaitsThere() throws InterruptedException {
        client.close();
        client = connect(PatientClient.builder(), DIRECT, Duration.ofSeconds(5));
        items = PatientClient.index(client, "direct");
        awaitDirect(1);
        Thread reader = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                try {
                    items.find(1);
                } catch (HandlerSocketException e) {
                    Thread.onSpinWait(); // while the table is let go
                }
            }
        });
        reader.start();
        try {
            DB.execute("SET STATEMENT lock_wait_timeout=30 FOR ALTER TABLE test.direct COMMENT = 'changed'");
        } finally {
            reader.interrupt();
            reader.join();
        }
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .ignoreExceptions()
                .until(() -> items.find(2).orElseThrow().intAt(1) == 14);
    }
}
