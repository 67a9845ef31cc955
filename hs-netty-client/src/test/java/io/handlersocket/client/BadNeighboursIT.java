// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What one table, one listener or one callback does wrong, the others must not feel. */
@Timeout(60)
class BadNeighboursIT {

    private static final HandlerSocketMariaDB DB = HandlerSocketMariaDB.shared();

    @BeforeAll
    static void table() {
        DB.execute(
                "CREATE OR REPLACE TABLE test.good (id INT PRIMARY KEY, v INT)",
                "INSERT INTO test.good SELECT seq, seq FROM seq_1_to_10");
    }

    @Test
    void anInvalidViewIsRefusedAndOtherTablesStayOpen() {
        DB.execute(
                "CREATE OR REPLACE TABLE test.basis (id INT PRIMARY KEY)",
                "CREATE OR REPLACE VIEW test.broken AS SELECT id FROM test.basis",
                "DROP TABLE test.basis");
        try (HandlerSocketClient client =
                PatientClient.builder().dataSource(DB.dataSource()).build()) {
            Index good = PatientClient.index(client, "good");
            int connections = client.snapshot().connections();

            assertThatThrownBy(() -> client.index("broken")).isInstanceOf(RefusedException.class);

            assertThat(good.find(3)).isPresent();
            assertThat(client.snapshot().state()).isEqualTo(ClientState.READY);
            assertThat(client.snapshot().connections()).isEqualTo(connections);
            assertThat(client.snapshot().reconnects()).isZero();
        } finally {
            DB.execute("DROP VIEW test.broken");
        }
    }

    @Test
    void aListenerThatThrowsHoldsNobodyUp() {
        ClientListener throwing = (ClientListener) Proxy.newProxyInstance(
                ClientListener.class.getClassLoader(),
                new Class<?>[] {ClientListener.class},
                (proxy, method, arguments) -> {
                    throw method.getName().equals("completed")
                            ? new IllegalStateException("thrown by the test")
                            : new AssertionError("thrown by the test");
                });
        try (HandlerSocketClient client = PatientClient.builder()
                .dataSource(DB.dataSource())
                .listener(throwing)
                .build()) {
            Index good = PatientClient.index(client, "good");

            for (int i = 1; i <= 10; i++) {
                assertThat(good.find(i)).isPresent();
            }
            client.drain();
            client.resume();
            Awaitility.await().ignoreExceptions().until(() -> good.find(1).isPresent());
        }
    }

    @Test
    void aBlockingLookupEndsInTimeThoughAStageBlocksTheEventLoop() {
        CountDownLatch blocked = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        try (HandlerSocketClient client = PatientClient.builder()
                .dataSource(DB.dataSource())
                .requestTimeout(Duration.ofMillis(200))
                .withoutGuard()
                .build()) {
            Index good = PatientClient.index(client, "good");
            while (blocked.getCount() > 0) { // a stage added too late runs on this thread, and blocks nothing
                good.findAsync(1).thenAccept(row -> {
                    if (Thread.currentThread().getName().contains("-io")) {
                        blocked.countDown();
                        awaitQuietly(release);
                    }
                });
            }
            try {
                assertThatThrownBy(() -> good.find(2)).isInstanceOf(RequestTimeoutException.class);
            } finally {
                release.countDown();
            }
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void whatIsAskedForWhileTheClientClosesIsAnswered() {
        for (int round = 0; round < 5; round++) {
            HandlerSocketClient client =
                    PatientClient.builder().dataSource(DB.dataSource()).build();
            PatientClient.index(client, "good");
            List<CompletableFuture<?>> asked = new ArrayList<>();
            Thread closing = new Thread(client::close);
            closing.start();
            for (int i = 0; i < 300; i++) {
                asked.add(client.table(new TableName("test", "good")).toCompletableFuture());
                asked.add(client.openIndex(IndexSpec.primary("test", "good").select("id"))
                        .toCompletableFuture());
            }
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> asked.stream().allMatch(CompletableFuture::isDone));
        }
    }

    @Test
    void yearsOfTwoDigitsAreNotRead() {
        DB.execute("CREATE OR REPLACE TABLE test.years (y YEAR(4) PRIMARY KEY, z YEAR(2) NOT NULL)");
        try (HandlerSocketClient client =
                PatientClient.builder().dataSource(DB.dataSource()).build()) {
            Index years = PatientClient.index(client, "years");
            assertThat(years.columns()).extracting("name").containsExactly("y");
            assertThat(years.definition().name()).isEqualTo(IndexDefinition.PRIMARY);
        }
    }
}
