// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.TcpProxy;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Connections that the server has forgotten: they stay open and silent, as after a KILL of the workers. */
@Timeout(120)
class SilentConnectionsIT {

    private static final HandlerSocketMariaDB DB = HandlerSocketMariaDB.shared();
    private static final int CALLERS = 8;

    /** A machine that stands still for less is no silent connection. */
    private static final Duration REQUEST_TIMEOUT = Duration.ofMillis(2_500);

    private final ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
    private TcpProxy proxy;

    @BeforeEach
    void table() {
        DB.execute("CREATE OR REPLACE TABLE test.silent (id INT PRIMARY KEY)", "INSERT INTO test.silent VALUES (1)");
        proxy = new TcpProxy(DB.getHost(), DB.readPort());
    }

    @AfterEach
    void close() {
        callers.shutdownNow();
        proxy.close();
    }

    @Test
    void noneIsUsedOnceTheServerAnswersAgain() throws Exception {
        try (HandlerSocketClient client = HandlerSocketClient.builder()
                .name("silent")
                .dataSource(DB.dataSource())
                .host("127.0.0.1")
                .port(proxy.port())
                .connections(2)
                .maxDirectConnections(CALLERS)
                .requestTimeout(REQUEST_TIMEOUT)
                .build()) {
            client.awaitReady(Duration.ofSeconds(30));
            Index index = PatientClient.index(client, "silent");
            await().until(() -> {
                failures(CALLERS, index, Duration.ofMillis(50));
                return client.snapshot().connections() >= 2 + CALLERS - 1;
            });

            proxy.stall(true);
            await().until(() -> {
                failures(CALLERS / 2, index, Duration.ofMillis(1)); // the other connections stay open and silent
                return client.snapshot().circuit() == CircuitState.OPEN;
            });
            Thread.sleep(REQUEST_TIMEOUT.toMillis());
            proxy.abandonClients();
            proxy.stall(false);

            await().atMost(Duration.ofSeconds(30))
                    .pollInterval(Duration.ofMillis(10))
                    .ignoreExceptions()
                    .until(() -> index.findAsync(1) // on a shared connection: the direct ones wait for the callers
                            .toCompletableFuture()
                            .get(30, TimeUnit.SECONDS)
                            .isPresent());
            assertThat(failures(CALLERS, index, Duration.ofSeconds(1)))
                    .noneMatch(failure -> failure instanceof RequestTimeoutException);
        }
    }

    /** Several callers look a row up again and again; returns what failed. */
    private List<HandlerSocketException> failures(int count, Index index, Duration time) throws Exception {
        List<HandlerSocketException> failures = new CopyOnWriteArrayList<>();
        long end = System.nanoTime() + time.toNanos();
        Callable<Void> loop = () -> {
            while (System.nanoTime() < end) {
                failure(index).ifPresent(failures::add);
            }
            return null;
        };
        for (Future<Void> one : callers.invokeAll(Collections.nCopies(count, loop))) {
            one.get(30, TimeUnit.SECONDS);
        }
        return failures;
    }

    private static Optional<HandlerSocketException> failure(Index index) {
        try {
            index.find(1);
            return Optional.empty();
        } catch (HandlerSocketException e) {
            return Optional.of(e);
        }
    }
}
