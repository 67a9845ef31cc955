// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import ch.qos.logback.classic.Level;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of lookups when the server goes away, and that they come back without a new client. */
@Timeout(60)
class FaultIT {

    private static final Duration RECOVERY = Duration.ofSeconds(30);
    private static final HandlerSocketMariaDB DB = new HandlerSocketMariaDB().withProcessControl();

    private Logs logs;
    private HandlerSocketClient client;
    private Index items;

    @BeforeAll
    static void start() {
        DB.start();
        DB.execute(
                "CREATE TABLE item (id INT PRIMARY KEY, name VARCHAR(20))",
                "INSERT INTO item VALUES (1, 'eins'), (2, 'zwei')");
    }

    @AfterAll
    static void stop() {
        DB.stop();
    }

    @BeforeEach
    void connect() {
        logs = new Logs();
        client = HandlerSocketClient.builder()
                .name("fault")
                .dataSource(DB.dataSource())
                .build();
        client.awaitReady(RECOVERY);
        items = PatientClient.index(client, "item");
        assertThat(items.find(1)).isPresent();
    }

    @AfterEach
    void close() {
        client.close();
        logs.assertNothingOf(DB.readSecret());
        logs.assertNothingOf(DB.getPassword() + '@');
        logs.close();
    }

    private void awaitRecovery(Duration limit) {
        long start = System.nanoTime();
        Awaitility.await().pollInterval(Duration.ofMillis(10)).atMost(limit).until(() -> {
            try {
                return items.find(2).isPresent();
            } catch (HandlerSocketException e) {
                assertThat(e.retryable()).as(e.toString()).isTrue();
                return false;
            }
        });
        System.out.printf("FaultIT: back after %d ms%n", TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
        assertThat(client.snapshot().state()).isEqualTo(ClientState.READY);
    }

    /** A lookup now fails, and says that it may be sent again. */
    private void assertOutage() {
        assertThatThrownBy(() -> items.find(1))
                .isInstanceOfAny(
                        UnavailableException.class, ConnectionLostException.class, RequestTimeoutException.class)
                .matches(e -> ((HandlerSocketException) e).retryable())
                .hasMessageNotContaining(DB.readSecret());
    }

    @Test
    void aKilledServerIsAnOutageUntilItIsBack() {
        DB.kill();
        for (int i = 0; i < 50; i++) {
            assertOutage();
        }
        assertThatThrownBy(() -> client.index(IndexSpec.primary("test", "item").select("name")))
                .isInstanceOf(UnavailableException.class);

        DB.start();

        awaitRecovery(RECOVERY);
        assertThat(logs.lines(Level.WARN))
                .filteredOn(line -> !line.contains("no clean answer of the DDL guard")) // of a machine that stood still
                .as("one line a minute for each kind of trouble")
                .hasSize(1);
    }

    @Test
    void aRestartWithOtherSecretsNeedsNoNewClient() {
        String secret = DB.readSecret();
        DB.restartWithNewSecrets();
        assertThat(DB.readSecret()).isNotEqualTo(secret);
        awaitRecovery(RECOVERY);
        logs.assertNothingOf(secret);
    }

    @Test
    void aRestartUnderLoadFailsLookupsButNeverLies() {
        CompletableFuture<List<Object>> wrong = CompletableFuture.supplyAsync(() -> {
            List<Object> lies = new ArrayList<>();
            for (long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(4); System.nanoTime() < end; ) {
                try {
                    Optional<String> found = items.find(1).map(row -> row.stringAt(1));
                    if (!found.equals(Optional.of("eins"))) {
                        lies.add(found);
                    }
                } catch (HandlerSocketException e) {
                    if (!e.retryable()) {
                        lies.add(e);
                    }
                }
            }
            return lies;
        });
        DB.restart();
        assertThat(wrong.join()).isEmpty();
        awaitRecovery(RECOVERY);
    }

    @Test
    void aFrozenServerHoldsNobodyBeyondHisDeadline() {
        DB.pause();
        try {
            for (int round = 0; round < 3; round++) {
                List<CompletableFuture<?>> lookups = new ArrayList<>();
                for (int i = 0; i < 2_000; i++) {
                    lookups.add(items.findAsync(i).toCompletableFuture());
                }
                assertOutage();
                for (CompletableFuture<?> lookup : lookups) {
                    assertThat(lookup).failsWithin(RECOVERY);
                }
                if (round == 0) { // long before the guard closes the connections, which ends lookups too
                    assertThat(lookups)
                            .extracting(lookup -> catchThrowable(lookup::join).getCause())
                            .anyMatch(RequestTimeoutException.class::isInstance);
                }
            }
            Awaitility.await()
                    .atMost(RECOVERY)
                    .untilAsserted(() -> assertThat(client.snapshot().connections())
                            .as("a guard that sees nothing lets all tables go")
                            .isZero());
        } finally {
            DB.resume();
        }
        awaitRecovery(RECOVERY);
    }

    private void connectHasty() {
        client.close();
        client = PatientClient.unguarded() // the guard misses a silent server, too
                .name("fault")
                .dataSource(DB.dataSource())
                .requestTimeout(Duration.ofMillis(100))
                .build();
        client.awaitReady(RECOVERY);
        items = PatientClient.index(client, "item");
    }

    @Test
    void aSilentServerIsNotWaitedForAgainAndAgain() {
        connectHasty();
        DB.pause();
        try {
            // One after the other: what is late together is one failure. One may meet a connection that is being
            // closed.
            for (int i = 0; i < 5 && client.snapshot().circuit() == CircuitState.CLOSED; i++) {
                assertThat(items.findAsync(1)).failsWithin(RECOVERY);
            }
            assertThat(items.isOpen()).isFalse();
            assertThatThrownBy(() -> items.find(1))
                    .isInstanceOfSatisfying(
                            UnavailableException.class,
                            e -> assertThat(e.reason()).isEqualTo(UnavailableException.Reason.CIRCUIT_OPEN));
            assertThat(client.snapshot().circuit()).isEqualTo(CircuitState.OPEN);
        } finally {
            DB.resume();
        }
        awaitRecovery(RECOVERY);
        assertThat(client.snapshot().circuit()).isEqualTo(CircuitState.CLOSED);
    }

    /** The server was not even asked. */
    @Test
    void lookupsThatABusyIoThreadSendsTooLateDoNotOpenTheCircuit() throws InterruptedException {
        connectHasty();
        CountDownLatch busy = new CountDownLatch(1);
        DB.pause(); // so that the I/O thread answers, and not this one
        try {
            items.findAsync(1).whenComplete((row, failure) -> {
                busy.countDown();
                pause();
            });
        } finally {
            DB.resume();
        }
        assertThat(busy.await(RECOVERY.toSeconds(), TimeUnit.SECONDS)).isTrue();
        List<CompletableFuture<Optional<Row>>> late = Collections.synchronizedList(new ArrayList<>());
        for (int i = 0; i < 8; i++) { // a connection belongs to a thread
            Thread caller = new Thread(() -> late.add(items.findAsync(1).toCompletableFuture()));
            caller.start();
            caller.join();
        }
        assertThat(late)
                .hasSize(8)
                .allSatisfy(lookup -> assertThat(lookup)
                        .failsWithin(RECOVERY)
                        .withThrowableThat()
                        .havingCause()
                        .isInstanceOfSatisfying(
                                RequestTimeoutException.class,
                                e -> assertThat(e.fate()).isEqualTo(HandlerSocketException.Fate.NOT_SENT)));
        assertThat(client.snapshot().circuit()).isEqualTo(CircuitState.CLOSED);
        assertThat(Patience.answer(() -> items.find(1))).isPresent();
    }

    private static void pause() {
        try {
            Thread.sleep(500);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void readsOfSeveralIndexesAloneCloseTheCircuitAgain() {
        connectHasty();
        Index sameItems = client.index(IndexSpec.primary("test", "item").select("name"));
        List<Read> reads = List.of(
                new Read(items, List.of(Key.of(1)), List.of(), 10),
                new Read(sameItems, List.of(Key.of(2)), List.of(), 10));
        assertThat(client.readTogether(reads)).hasSize(2);
        DB.pause();
        try {
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> client.readTogether(reads)).isInstanceOf(HandlerSocketException.class);
            }
            assertThat(client.snapshot().circuit()).isEqualTo(CircuitState.OPEN);
        } finally {
            DB.resume();
        }
        Awaitility.await()
                .atMost(RECOVERY)
                .ignoreExceptions()
                .until(() -> client.readTogether(reads).size() == 2);
        assertThat(client.snapshot().circuit()).isEqualTo(CircuitState.CLOSED);
    }

    @Test
    void closingWhileTheServerIsFrozenEnds() {
        DB.pause();
        try {
            CompletableFuture<?> lookup = items.findAsync(1).toCompletableFuture();
            client.close();
            assertThatThrownBy(lookup::join).isInstanceOf(CompletionException.class);
            assertThatThrownBy(() -> items.find(1))
                    .isInstanceOfSatisfying(
                            UnavailableException.class,
                            e -> assertThat(e.reason()).isEqualTo(UnavailableException.Reason.CLOSED));
        } finally {
            DB.resume();
        }
    }

    @Test
    void aWaitingThreadKeepsItsInterruptFlag() {
        Thread.currentThread().interrupt();
        assertThat(items.find(1)).isPresent();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void findRefusesToWaitForTheThreadItRunsOn() {
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        DB.pause(); // so that the answer comes after the stage was added, which then runs on the I/O thread
        try {
            items.findAsync(1).thenAccept(row -> {
                try {
                    items.find(2);
                    thrown.complete(new AssertionError("waited"));
                } catch (RuntimeException e) {
                    thrown.complete(e);
                }
            });
        } finally {
            DB.resume();
        }
        assertThat(thrown.join()).isInstanceOf(IllegalStateException.class).hasMessageContaining("asynchronous");
    }

    @Test
    void nothingThatCanBePrintedShowsTheSecret() {
        assertThat(client.toString() + client.snapshot() + client.server() + items + items.spec() + items.find(1))
                .contains("fault", "READY", "item")
                .doesNotContain(DB.readSecret())
                .doesNotContain("eins");
    }
}
