// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.awaitility.Awaitility.await;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A client that is closed, at whatever moment and with whatever in flight, leaves no connection in the server. */
class NothingLeftIT {

    private static final HandlerSocketMariaDB DB = HandlerSocketMariaDB.shared();
    private static final int CLIENTS = 20;

    @BeforeAll
    static void table() {
        DB.execute("CREATE OR REPLACE TABLE test.briefly (id INT PRIMARY KEY)", "INSERT INTO test.briefly VALUES (1)");
    }

    private static HandlerSocketClientBuilder builder() {
        return PatientClient.builder().name("brief").dataSource(DB.dataSource());
    }

    private static void awaitNone() {
        await().pollDelay(Duration.ofMillis(100)) // one that comes late is seen, too
                .atMost(Duration.ofSeconds(30))
                .until(() -> Workers.connections(DB) == 0);
    }

    @Test
    void ofOneThatWasStarting() {
        for (int i = 0; i < CLIENTS; i++) {
            try (HandlerSocketClient client = builder().build()) {
                client.openIndex(IndexSpec.primary("test", "briefly"));
                LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(40_000_000));
            }
        }
        awaitNone();
    }

    @Test
    void ofOneThatWasAskedMuch() {
        for (int i = 0; i < CLIENTS; i++) {
            try (HandlerSocketClient client = builder().build()) {
                Index index = client.index(IndexSpec.primary("test", "briefly"));
                for (int j = 0; j < 1 << i % 10; j++) {
                    index.findAsync(1);
                }
            }
        }
        awaitNone();
    }

    @Test
    void ofOneWithThreadsThatWait() throws Exception {
        for (int i = 0; i < CLIENTS / 4; i++) {
            List<Thread> callers = new ArrayList<>();
            try (HandlerSocketClient client = builder().build()) {
                Index index = client.index(IndexSpec.primary("test", "briefly"));
                for (int j = 0; j < 4; j++) {
                    Thread caller = new Thread(() -> findUntilClosed(index));
                    caller.start();
                    callers.add(caller);
                }
                LockSupport.parkNanos(20_000_000);
            }
            for (Thread caller : callers) {
                caller.join();
            }
        }
        awaitNone();
    }

    private static void findUntilClosed(Index index) {
        try {
            while (true) {
                index.find(1);
            }
        } catch (HandlerSocketException closed) {
            // as it should be
        }
    }
}
