// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.writes;

import static io.handlersocket.writes.WriteIT.PATIENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.Index;
import io.handlersocket.client.Key;
import io.handlersocket.client.PatientClient;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Code of users runs beside the work of writes, and never keeps it from being done. */
@Timeout(60)
class WriteThreadsIT {

    private static final HandlerSocketMariaDB DB = WritableServer.shared();
    private static final TableName TABLE = new TableName("test", "bounded");
    private static final Write WRITE = Write.increment(Key.of(1), "n", 1);

    private HandlerSocketClient client;
    private HandlerSocketWrites writes;

    @BeforeEach
    void connect() {
        DB.execute(
                "CREATE OR REPLACE TABLE test.bounded (id INT PRIMARY KEY, n INT NOT NULL)",
                "INSERT INTO test.bounded SELECT seq, 0 FROM seq_1_to_10");
        client = PatientClient.builder()
                .name("bounded")
                .dataSource(DB.dataSource())
                .maxDirectConnections(0)
                .build();
        writes = HandlerSocketWrites.of(client, PATIENT);
        client.index("bounded");
    }

    @AfterEach
    void close() {
        client.close();
    }

    /** Returns what code throws as a stage of a write on a thread of the client: tried until it is added in time. */
    private static @Nullable Throwable onDriverThread(WriteIndex writer, Runnable code) {
        Throwable notThere = new AssertionError("not on a thread of the client");
        for (int attempt = 0; attempt < 1_000; attempt++) {
            CompletableFuture<Optional<Throwable>> ran = new CompletableFuture<>();
            writer.writeAsync(WRITE).whenComplete((result, failure) -> {
                boolean driver = Thread.currentThread().getName().contains("bounded-");
                ran.complete(Optional.ofNullable(driver ? catchThrowable(code::run) : notThere));
            });
            Throwable thrown = ran.orTimeout(30, TimeUnit.SECONDS).join().orElse(null);
            if (thrown != notThere) {
                return thrown;
            }
        }
        throw new AssertionError("every stage was complete before code was added to it");
    }

    @Test
    void aStageOfAWriteCannotWaitAndWritesGoOn() {
        Index index = client.index("bounded");
        WriteIndex writer = writes.index(TABLE);
        Map<Runnable, String> waiting = new LinkedHashMap<>();
        waiting.put(() -> index.find(1), "findAsync");
        waiting.put(() -> writes.index(TABLE), "openIndex");
        waiting.put(() -> writer.write(WRITE), "writeAsync");
        waiting.put(() -> writer.writeAll(List.of(WRITE)), "writeAllAsync");
        waiting.put(
                () -> HandlerSocketWrites.fence(DB.dataSource(), Duration.ofSeconds(1)), "a thread of the application");
        waiting.forEach((method, instead) -> assertThat(onDriverThread(writer, method))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("must not wait", instead));
        assertThat(writer.write(WRITE)).isInstanceOf(WriteResult.Applied.class);
    }

    private static void assertOnNoControlThread(Supplier<CompletionStage<?>> source) {
        for (int i = 0; i < 20; i++) {
            assertThat(source.get()
                            .handle((result, failure) -> Thread.currentThread().getName())
                            .toCompletableFuture()
                            .join())
                    .doesNotContain("-control");
        }
    }

    @Test
    void noStageRunsOnTheControlThread() {
        assertOnNoControlThread(() -> writes.openIndex(TABLE, "PRIMARY"));
    }

    @Test
    void writesThatAreRefusedByTheControlThreadAreToldElsewhere() {
        WriteIndex writer = writes.index(TABLE);
        client.drain();
        assertOnNoControlThread(() -> writer.writeAsync(WRITE).thenApply(result -> {
            assertThat(result).isInstanceOf(WriteResult.Refused.class);
            return result;
        }));
    }

    @Test
    void whatTheCallbackExecutorRejectsIsCompletedNevertheless() throws Exception {
        AtomicInteger rejected = new AtomicInteger();
        try (HandlerSocketClient rejecting = HandlerSocketClient.builder()
                .name("rejecting")
                .dataSource(DB.dataSource())
                .callbackExecutor(task -> {
                    rejected.incrementAndGet();
                    throw new RejectedExecutionException("full");
                })
                .build()) {
            WriteIndex writer = HandlerSocketWrites.of(rejecting, PATIENT).index(TABLE);
            assertThat(writer.writeAsync(WRITE).toCompletableFuture().get(30, TimeUnit.SECONDS))
                    .isInstanceOf(WriteResult.Applied.class);
            assertThat(rejected).hasValue(1);
        }
    }
}
