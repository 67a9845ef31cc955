// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A client without lookups lets everything go, and comes back when somebody asks. */
@Timeout(60)
class IdleIT {

    /** Less than the idle time, which is 400 ms. */
    private static final Duration MOST_BETWEEN_LOOKUPS = Duration.ofMillis(300);

    private static final HandlerSocketMariaDB DB = HandlerSocketMariaDB.shared();

    private final Queue<String> drains = new ConcurrentLinkedQueue<>();
    private volatile boolean sqlRefuses;
    private HandlerSocketClient client;
    private Index items;

    @BeforeEach
    void connect() {
        DB.execute(
                "CREATE OR REPLACE TABLE test.idle (id INT PRIMARY KEY, v INT)",
                "INSERT INTO test.idle SELECT seq, seq FROM seq_1_to_100");
        client = PatientClient.builder()
                .name("idle")
                .dataSource(moody(DB.dataSource()))
                .idleTimeout(Duration.ofMillis(400))
                .withoutGuard() // which would let DDL pass by itself
                .listener(new ClientListener() {
                    @Override
                    public void drained(String why) {
                        drains.add(why);
                    }
                })
                .build();
        items = PatientClient.index(client, "idle");
        assertThat(items.find(1)).isPresent();
    }

    @AfterEach
    void close() {
        client.close();
    }

    private DataSource moody(DataSource real) {
        return (DataSource) Proxy.newProxyInstance(
                DataSource.class.getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> {
                    if (sqlRefuses) {
                        throw new SQLException("refused by the test");
                    }
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private void awaitState(ClientState state) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(10))
                .until(() -> client.snapshot().state() == state);
    }

    private void awaitLookups() {
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(10))
                .ignoreExceptionsMatching(e -> e instanceof UnavailableException known && known.retryable())
                .until(() -> items.find(1).isPresent());
    }

    private void assertRefused(UnavailableException.Reason reason) {
        assertThatThrownBy(() -> items.find(1))
                .isInstanceOfSatisfying(
                        UnavailableException.class, e -> assertThat(e.reason()).isEqualTo(reason))
                .matches(e -> ((HandlerSocketException) e).retryable());
    }

    @Test
    void withoutLookupsAllIsClosedAndTheNextLookupIsRefusedButBringsItBack() {
        awaitState(ClientState.IDLE);
        assertThat(client.snapshot().connections()).isZero();
        assertThat(client.snapshot().openIndexes()).isEmpty();
        Awaitility.await().until(() -> !drains.isEmpty()); // told after the state is shown
        assertThat(drains).hasSize(1).first().asString().contains("no lookup for");
        DB.execute("SET STATEMENT lock_wait_timeout=30 FOR ALTER TABLE test.idle ADD COLUMN w INT DEFAULT 7");
        assertThat(client.snapshot().state()).as("looking at it is no lookup").isEqualTo(ClientState.IDLE);

        assertRefused(UnavailableException.Reason.IDLE);

        awaitLookups();
        assertThat(items.find(1).orElseThrow().get("w")).isEqualTo(7);
        assertThat(client.snapshot().state()).isEqualTo(ClientState.READY);
    }

    @Test
    void everyKindOfLookupKeepsTheClientAwake() {
        List<Runnable> kinds = List.of(
                () -> items.find(1),
                () -> items.findAll(List.of(1, 2)),
                () -> items.range(Range.all(Comparison.GREATER_OR_EQUAL, 1).limit(2)));
        for (Runnable kind : kinds) {
            while (!staysAwake(kind)) {
                // The machine stood still for nearly the idle time, so the client was idle by right.
            }
        }
    }

    /** Returns false if there was a longer pause between two lookups than the test wants. */
    private boolean staysAwake(Runnable kind) {
        awaitLookups();
        int before = drains.size();
        long start = System.nanoTime();
        long last = start;
        while (System.nanoTime() - start < Duration.ofMillis(1_500).toNanos()) {
            try {
                kind.run();
                assertThat(client.snapshot().state()).isEqualTo(ClientState.READY);
                assertThat(drains).hasSize(before);
            } catch (UnavailableException | AssertionError e) {
                if (System.nanoTime() - last > MOST_BETWEEN_LOOKUPS.toNanos()) {
                    return false;
                }
                throw e;
            }
            last = System.nanoTime();
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
        }
        return true;
    }

    @Test
    void askingWhetherAnIndexIsOpenOnlyLooksAndTryingToOpenItBringsItBack() throws InterruptedException {
        awaitState(ClientState.IDLE);
        assertThat(items.isOpen()).isFalse();
        Thread.sleep(500); // nothing is to happen
        assertThat(client.snapshot().state()).isEqualTo(ClientState.IDLE);
        assertThat(items.tryOpen()).isFalse();
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(items::tryOpen);
        assertThat(items.find(1)).isPresent();
    }

    @Test
    void openingAnIndexAndReadingTheCatalogueWaitForTheConnection() throws Exception {
        awaitState(ClientState.IDLE);
        assertThat(PatientClient.index(client, "idle").find(1)).isPresent();
        awaitState(ClientState.IDLE);
        assertThat(client.table(items.spec().table())
                        .toCompletableFuture()
                        .get()
                        .indexes())
                .hasSize(1);
    }

    @Test
    void drainResumeAndCloseDoTheirsWhileIdle() {
        awaitState(ClientState.IDLE);
        client.drain();
        assertThat(client.snapshot().state()).isEqualTo(ClientState.DRAINED);
        assertRefused(UnavailableException.Reason.DRAINED);
        client.resume();
        awaitLookups();

        awaitState(ClientState.IDLE);
        client.close();
        assertThatThrownBy(() -> items.find(1))
                .isInstanceOfSatisfying(
                        UnavailableException.class,
                        e -> assertThat(e.reason()).isEqualTo(UnavailableException.Reason.CLOSED));
    }

    @Test
    void whoCannotComeBackSaysSoAndTriesOn() {
        awaitState(ClientState.IDLE);
        sqlRefuses = true;
        assertRefused(UnavailableException.Reason.IDLE);
        awaitState(ClientState.UNREACHABLE);
        assertRefused(UnavailableException.Reason.NOT_CONNECTED);

        sqlRefuses = false;

        awaitState(ClientState.READY); // though nobody asks
        assertThat(items.find(1)).isPresent();
    }
}
