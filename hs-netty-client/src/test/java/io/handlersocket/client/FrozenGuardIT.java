// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A driver that hangs for longer than any timeout says, and the guard's thread with it. */
@Timeout(60)
class FrozenGuardIT {

    private static final HandlerSocketMariaDB DB = HandlerSocketMariaDB.shared();

    private volatile CountDownLatch thaw = new CountDownLatch(0);

    @Test
    void tablesAreLetGoWithinThreeSecondsThoughTheGuardsThreadHangs() {
        DB.execute(
                "CREATE OR REPLACE TABLE test.frozen (id INT PRIMARY KEY)",
                "INSERT INTO test.frozen VALUES (1), (2)",
                "CREATE OR REPLACE TABLE test.opened_after (id INT PRIMARY KEY)",
                "INSERT INTO test.opened_after VALUES (1)");
        try (HandlerSocketClient client = PatientClient.builder()
                .name("frozen")
                .dataSource(proxy(DataSource.class, DB.dataSource()))
                .maxDirectConnections(
                        0) // else the thread may freeze while SQL holds the table, to open it on one of these
                .build()) {
            Index index = PatientClient.index(client, "frozen");
            assertThat(index.find(1)).isPresent();
            // Comes after SQL has let the first table go, which it holds while it is opened.
            assertThat(PatientClient.index(client, "opened_after").find(1)).isPresent();
            thaw = new CountDownLatch(1);
            try {
                Awaitility.await()
                        .atMost(Duration.ofSeconds(30)) // up to one between two looks, and three
                        .until(() -> client.snapshot().connections() == 0);
                DB.execute("SET STATEMENT lock_wait_timeout=30 FOR ALTER TABLE test.frozen ADD COLUMN w INT");
            } finally {
                thaw.countDown();
            }
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .ignoreExceptions()
                    .until(() -> index.find(2).isPresent());
        }
    }

    private <T> T proxy(Class<T> type, Object target) {
        return type.cast(Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    // Not while a session is opened: the guard does not wait for the thread that opens it.
                    if (method.getName().endsWith("Statement")) {
                        thaw.await();
                    }
                    try {
                        Object answer = method.invoke(target, arguments);
                        return answer instanceof Connection ? proxy(Connection.class, answer) : answer;
                    } catch (InvocationTargetException e) {
                        throw e.getTargetException();
                    }
                }));
    }
}
