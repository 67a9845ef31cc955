// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.TcpProxy;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever the client is doing when the server closes its connections, it soon closes them too. */
@Timeout(60)
class CloseWaitIT {

    private static final HandlerSocketMariaDB DB = HandlerSocketMariaDB.shared();
    private static final int CALLERS = 8;
    /** Before the server ends idle connections itself. */
    private static final Duration SOON = Duration.ofSeconds(20);

    private TcpProxy proxy;

    @BeforeAll
    static void table() {
        CloseWait.assumeKnown();
        DB.execute(
                "CREATE OR REPLACE TABLE test.closed (id INT PRIMARY KEY, n INT NOT NULL)",
                "INSERT INTO test.closed SELECT seq, seq FROM seq_1_to_100");
    }

    @BeforeEach
    void listen() {
        proxy = new TcpProxy(DB.getHost(), DB.readPort());
    }

    @AfterEach
    void close() {
        proxy.close();
    }

    private HandlerSocketClientBuilder builder() {
        return HandlerSocketClient.builder()
                .name("closed")
                .dataSource(DB.dataSource())
                .host("127.0.0.1")
                .port(proxy.port());
    }

    /** A client with shared and direct connections, none of them in use. */
    private static Index warm(HandlerSocketClient client) throws InterruptedException {
        client.awaitReady(Duration.ofSeconds(30));
        Index index = PatientClient.index(client, "closed");
        int shared = client.snapshot().connections();
        while (client.snapshot().connections() < shared + 2) {
            List<Thread> callers = start(CALLERS, () -> lookUp(index, 200));
            for (Thread caller : callers) {
                caller.join();
            }
        }
        return index;
    }

    private static List<Thread> start(int count, Runnable task) {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        }
        return threads;
    }

    private static void lookUp(Index index, int times) {
        for (int i = 0; i < times; i++) {
            try {
                index.find(1 + i % 100);
            } catch (HandlerSocketException e) {
                assertThat(e.retryable()).as(e.toString()).isTrue();
            }
        }
    }

    /** Not at once: the ends of the connections are on their way. */
    private void awaitNone(Duration atMost) {
        await().pollDelay(Duration.ofMillis(100)).atMost(atMost).until(() -> CloseWait.towards(proxy.port()) == 0);
    }

    @Test
    void ofAnIdleClient() throws Exception {
        try (HandlerSocketClient client = builder().build()) {
            warm(client);
            proxy.cutAll();
            awaitNone(SOON);
        }
    }

    @Test
    void ofABusyClient() throws Exception {
        try (HandlerSocketClient client = builder().build()) {
            Index index = warm(client);
            List<Thread> callers = start(CALLERS, () -> lookUp(index, 5_000));
            while (callers.stream().anyMatch(Thread::isAlive)) {
                proxy.cutAll();
                LockSupport.parkNanos(50_000_000);
            }
            proxy.cutAll();
            awaitNone(SOON);
        }
    }

    @Test
    void ofAClientThatConnects() {
        proxy.stall(true);
        try (HandlerSocketClient client = builder().build()) {
            for (int i = 0; i < 20; i++) { // before, during and after the authentication
                proxy.stall(i % 2 == 0);
                LockSupport.parkNanos(30_000_000L + i * 5_000_000L);
                proxy.cutAll();
            }
            awaitNone(SOON);
            assertThat(client.snapshot().state()).isNotEqualTo(ClientState.CLOSED);
        }
    }

    @Test
    void ofAClientWhoseCircuitIsOpen() throws Exception {
        try (HandlerSocketClient client =
                builder().requestTimeout(Duration.ofMillis(200)).build()) {
            Index index = warm(client);
            proxy.stall(true);
            for (Thread caller : start(CALLERS, () -> lookUp(index, 3))) {
                caller.join();
            }
            assertThat(client.snapshot().circuit()).isEqualTo(CircuitState.OPEN);
            proxy.cutAll();
            awaitNone(SOON);
        } finally {
            proxy.stall(false);
        }
    }

    @Test
    void ofAClientThatIsDrainedOrClosed() throws Exception {
        try (HandlerSocketClient client = builder().build()) {
            warm(client);
            client.drain();
            proxy.cutAll();
            awaitNone(SOON);
            client.resume();
            await().ignoreExceptions()
                    .until(() -> client.index("closed").find(1).isPresent());
            warm(client);
        }
        proxy.cutAll();
        awaitNone(SOON);
    }

    /** The guard waits for an SQL session for ever, so nothing but the dead man's switch closes idle connections. */
    @Test
    void ofAClientWhoseControlThreadIsBlocked() throws Exception {
        AtomicBoolean blocked = new AtomicBoolean();
        try (HandlerSocketClient client =
                builder().dataSource(blocking(DB.dataSource(), blocked)).build()) {
            warm(client);
            blocked.set(true);
            LockSupport.parkNanos(1_100_000_000L); // the guard asks once a second
            proxy.cutAll();
            awaitNone(SOON);
            blocked.set(false); // or the end of the client waits for its control thread
        } finally {
            blocked.set(false);
        }
    }

    private static DataSource blocking(DataSource sql, AtomicBoolean blocked) {
        return (DataSource) Proxy.newProxyInstance(
                CloseWaitIT.class.getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, given) -> {
                    while (blocked.get()) {
                        LockSupport.parkNanos(1_000_000);
                    }
                    return method.invoke(sql, given);
                });
    }

    /** The I/O thread serves the shared connections: while a stage blocks it, it sees no end of a connection. */
    @Test
    void ofAClientWhoseIoThreadWasBlocked() {
        CountDownLatch blocked = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        try (HandlerSocketClient client = builder().build()) {
            Index index = PatientClient.index(client, "closed");
            proxy.stall(true);
            CompletableFuture<Void> stage = index.findAsync(1)
                    .thenAccept(row -> {
                        blocked.countDown();
                        await().forever().until(() -> over.getCount() == 0);
                    })
                    .toCompletableFuture();
            proxy.stall(false);
            await().until(() -> blocked.getCount() == 0);
            proxy.cutAll();
            await().until(() -> CloseWait.towards(proxy.port()) > 0);
            over.countDown();
            assertThat(stage).succeedsWithin(SOON);
            awaitNone(SOON);
        } finally {
            over.countDown();
        }
    }
}
