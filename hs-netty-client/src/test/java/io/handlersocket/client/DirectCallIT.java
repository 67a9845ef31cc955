// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.TcpProxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Answers, timeouts, interrupts and closes of callers that use direct connections. */
@Timeout(120)
class DirectCallIT {

    private static final HandlerSocketMariaDB DB = new HandlerSocketMariaDB().withProcessControl();
    private static final Duration REQUEST_TIMEOUT = Duration.ofMillis(1_500);
    private static final int SHARED = 2;

    private HandlerSocketClient client;
    private Index items;

    @BeforeAll
    static void start() {
        DB.start();
        DB.execute(
                "CREATE OR REPLACE TABLE test.called (id INT PRIMARY KEY, v LONGBLOB)",
                "INSERT INTO test.called SELECT seq, REPEAT('x', seq) FROM seq_1_to_1000",
                "INSERT INTO test.called VALUES (2000, REPEAT('large', 600000))");
    }

    @AfterAll
    static void stop() {
        DB.stop();
    }

    @BeforeEach
    void connect() {
        client = PatientClient.builder()
                .name("direct")
                .dataSource(DB.dataSource())
                .connections(SHARED)
                .requestTimeout(REQUEST_TIMEOUT)
                .build();
        items = PatientClient.index(client, "called");
        Awaitility.await()
                .ignoreExceptionsInstanceOf(HandlerSocketException.class)
                .until(() -> {
                    items.find(1);
                    return client.snapshot().connections() > SHARED;
                });
    }

    @AfterEach
    void close() {
        client.close();
    }

    private int length(int key) {
        return requireNonNull(items.find(key).orElseThrow().get("v", byte[].class)).length;
    }

    private static <T> CompletableFuture<T> onThread(java.util.function.Supplier<T> work) {
        return CompletableFuture.supplyAsync(work, task -> new Thread(task).start());
    }

    @Test
    void oneCallerAndManyCallersGetTheirRows() {
        for (int key = 1; key <= 1_000; key++) {
            assertThat(length(key)).isEqualTo(key);
        }
        assertThat(items.find(1_500)).isEmpty();
        assertThat(length(2_000)).as("a reply of many packets").isEqualTo(3_000_000);
        assertThat(items.findAll(List.of(3, 1_500, 5))).hasSize(3);

        List<CompletableFuture<Boolean>> callers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            int first = i * 100;
            callers.add(onThread(() -> {
                for (int key = first + 1; key <= first + 200; key++) {
                    if (length(key) != key) {
                        return false;
                    }
                }
                return true;
            }));
        }
        assertThat(callers)
                .allSatisfy(
                        caller -> assertThat(caller.get(30, TimeUnit.SECONDS)).isTrue());
        assertThat(client.snapshot().failed()).isZero();
    }

    @Test
    void aServerThatDoesNotAnswerMeansATimeoutAndTheNextCallAnotherConnection() throws Exception {
        try (TcpProxy port = new TcpProxy(DB.getHost(), DB.readPort());
                HandlerSocketClient silent = PatientClient.builder()
                        .name("silent")
                        .dataSource(DB.dataSource())
                        .host("127.0.0.1")
                        .port(port.port())
                        .connections(SHARED)
                        .requestTimeout(REQUEST_TIMEOUT)
                        .build()) {
            Index called = silent.index("called");
            Awaitility.await()
                    .ignoreExceptionsInstanceOf(HandlerSocketException.class)
                    .until(() -> {
                        called.find(1);
                        return silent.snapshot().connections() > SHARED;
                    });
            port.stall(true);
            long start = System.nanoTime();
            assertThatThrownBy(() -> called.find(1)).isInstanceOf(RequestTimeoutException.class);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(REQUEST_TIMEOUT.minusMillis(10));
            port.stall(false);
            Awaitility.await().ignoreExceptions().until(() -> called.find(2).isPresent());
        }
    }

    @Test
    void anInterruptIsKeptAndTheAnswerReturned() throws Exception {
        AtomicBoolean kept = new AtomicBoolean();
        CompletableFuture<Integer> found = new CompletableFuture<>();
        Thread caller = new Thread(() -> {
            try {
                found.complete(length(7));
            } catch (RuntimeException e) {
                found.completeExceptionally(e);
            }
            kept.set(Thread.currentThread().isInterrupted());
        });
        DB.pause();
        try {
            caller.start();
            Awaitility.await().until(() -> client.snapshot().inFlight() > 0);
            caller.interrupt();
        } finally {
            DB.resume();
        }
        assertThat(found.get(10, TimeUnit.SECONDS)).isEqualTo(7);
        caller.join();
        assertThat(kept).isTrue();
    }

    @Test
    void anInterruptWhileLookupsRunDisturbsNone() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        CompletableFuture<Boolean> right = new CompletableFuture<>();
        Thread caller = new Thread(() -> {
            try {
                for (int i = 0; !over.get(); i++) {
                    int key = 1 + i % 1_000;
                    if (length(key) != key) {
                        throw new AssertionError("another row");
                    }
                    Thread.interrupted();
                }
                right.complete(true);
            } catch (RuntimeException | AssertionError e) {
                right.completeExceptionally(e);
            }
        });
        caller.start();
        for (int i = 0; i < 30; i++) {
            TimeUnit.MILLISECONDS.sleep(5);
            caller.interrupt();
        }
        over.set(true);
        assertThat(right.get(10, TimeUnit.SECONDS)).isTrue();
        caller.join();
    }

    @Test
    void closingTheClientEndsTheWait() throws Exception {
        DB.pause();
        try {
            CompletableFuture<Integer> waiting = onThread(() -> length(7));
            Awaitility.await().until(() -> client.snapshot().inFlight() > 0);
            CompletableFuture<Void> closing = onThread(() -> {
                client.close();
                return null;
            });
            assertThat(waiting)
                    .failsWithin(Duration.ofSeconds(5))
                    .withThrowableThat()
                    .withCauseInstanceOf(HandlerSocketException.class);
            DB.resume();
            closing.get(20, TimeUnit.SECONDS);
        } finally {
            DB.resume();
        }
    }
}
