// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.handlersocket.client.catalog.TableName;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.TcpProxy;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Code of users runs beside the client's own work, and never keeps it from being done. */
@Timeout(60)
class ThreadBoundaryIT {

    private static final HandlerSocketMariaDB DB = HandlerSocketMariaDB.shared();
    private static final TableName TABLE = new TableName("test", "bounded");
    private static final IndexSpec SPEC = IndexSpec.primary("test", "bounded");

    private final Queue<String> drained = new ConcurrentLinkedQueue<>();
    private HandlerSocketClient client;

    @BeforeEach
    void connect() {
        DB.execute(
                "CREATE OR REPLACE TABLE test.bounded (id INT PRIMARY KEY, n INT NOT NULL, m INT, KEY (n))",
                "INSERT INTO test.bounded SELECT seq, 0, 0 FROM seq_1_to_10");
        client = PatientClient.builder()
                .name("bounded")
                .dataSource(DB.dataSource())
                .maxDirectConnections(0)
                .listener(new ClientListener() {
                    @Override
                    public void drained(String why) {
                        drained.add(why);
                    }
                })
                .build();
        PatientClient.index(client, "bounded");
    }

    @AfterEach
    void close() {
        client.close();
    }

    /** What code throws when it runs as a stage on a thread of the client: tried until it is added in time. */
    private static @Nullable Throwable onDriverThread(Supplier<? extends CompletionStage<?>> source, Runnable code) {
        Throwable notThere = new AssertionError("not on a thread of the client");
        for (int attempt = 0; attempt < 1_000; attempt++) {
            CompletableFuture<Optional<Throwable>> ran = new CompletableFuture<>();
            source.get().whenComplete((result, failure) -> {
                boolean driver = Thread.currentThread().getName().contains("bounded-");
                ran.complete(Optional.ofNullable(driver ? catchThrowable(code::run) : notThere));
            });
            Throwable thrown = ran.orTimeout(20, TimeUnit.SECONDS).join().orElse(null);
            if (thrown != notThere) {
                return thrown;
            }
        }
        throw new AssertionError("every stage was complete before code was added to it");
    }

    private static void assertRefused(@Nullable Throwable thrown, String method, String instead) {
        assertThat(thrown).isInstanceOf(IllegalStateException.class).hasMessageContainingAll(method, instead);
    }

    @Test
    void anIndexCannotBeWaitedForWhereAnotherWasOpened() {
        String[] columns = {"id", "n", "m"};
        int[] round = {0};
        Throwable thrown = onDriverThread(
                () -> client.openIndex(new IndexSpec(TABLE, "n", List.of(columns[round[0]++ % 3]))),
                () -> client.index(SPEC.select("n", "m")));

        assertRefused(thrown, "HandlerSocketClient.index", "openIndex");
        Awaitility.await().during(Duration.ofSeconds(3)).until(drained::isEmpty);
        assertThat(client.index(SPEC).find(1)).isPresent();
    }

    @Test
    void everyMethodThatWaitsRefusesToOnTheIoThread() {
        Index index = client.index(SPEC);
        Index byN = client.index(new IndexSpec(TABLE, "n", List.of()));
        Range range = Range.equal(0).limit(2);
        Map<Runnable, String> waiting = new LinkedHashMap<>();
        waiting.put(() -> client.index("bounded"), "openIndex");
        waiting.put(() -> client.index(SPEC), "openIndex");
        waiting.put(() -> client.readTogether(List.of()), "readTogetherAsync");
        waiting.put(() -> index.find(1), "findAsync");
        waiting.put(() -> index.findAll(List.of(1, 2)), "findAllAsync");
        waiting.put(() -> byN.range(range), "rangeAsync");
        waiting.put(() -> byN.ranges(List.of(range)), "rangesAsync");
        waiting.put(() -> byN.stream(range).forEach(row -> {}), "rangeAsync");
        waiting.put(client::drain, "a thread of the application");
        waiting.put(client::close, "closeAsync");
        waiting.put(() -> DrainLock.acquire(DB.dataSource()), "a thread of the application");
        waiting.put(() -> index.findAsync(1).toCompletableFuture().join(), "thenCompose");
        waiting.forEach((method, instead) ->
                assertRefused(onDriverThread(() -> index.findAsync(1), method), "must not wait", instead));
        assertThat(index.find(1)).isPresent();
    }

    @Test
    void noStageRunsOnAControlThread() {
        int[] round = {0};
        for (Supplier<CompletionStage<?>> source : List.<Supplier<CompletionStage<?>>>of(
                () -> client.openIndex(SPEC.select("id", round[0]++ % 2 == 0 ? "n" : "m")),
                () -> client.table(TABLE),
                () -> client.table(new TableName("test", "no_such_table")))) {
            for (int i = 0; i < 20; i++) {
                assertThat(source.get()
                                .handle((result, failure) ->
                                        Thread.currentThread().getName())
                                .toCompletableFuture()
                                .join())
                        .doesNotContain("-control");
            }
        }
    }

    @Test
    void aStageClosesTheClientWithoutWaiting() throws Exception {
        Index index = client.index(SPEC);
        assertRefused(onDriverThread(() -> index.findAsync(1), client::close), "close", "closeAsync");

        index.findAsync(1)
                .thenCompose(row -> client.closeAsync())
                .toCompletableFuture()
                .get(5, TimeUnit.SECONDS);

        assertThat(client.snapshot().state()).isEqualTo(ClientState.CLOSED);
        client.closeAsync().toCompletableFuture().get(5, TimeUnit.SECONDS);
    }

    @Test
    void whoWaitsGetsAnExceptionWithItsOwnFrames() {
        assertThatThrownBy(() -> client.index(IndexSpec.primary("test", "no_such_table")))
                .isInstanceOf(RefusedException.class)
                .hasCauseInstanceOf(RefusedException.class);
        Throwable thrown;
        try (TcpProxy port = new TcpProxy(DB.getHost(), DB.readPort());
                HandlerSocketClient waiting = PatientClient.builder()
                        .name("waiting")
                        .dataSource(DB.dataSource())
                        .host("127.0.0.1")
                        .port(port.port())
                        .maxDirectConnections(0)
                        .requestTimeout(Duration.ofMinutes(1))
                        .build()) {
            Index index = waiting.index(SPEC);
            port.stall(true);
            CompletableFuture<Void> cut = CompletableFuture.runAsync(() -> {
                Awaitility.await().until(() -> waiting.snapshot().inFlight() == 1);
                port.cutAll();
            });
            thrown = catchThrowable(() -> index.find(1));
            cut.join();
        }
        assertThat(thrown)
                .isInstanceOfSatisfying(
                        ConnectionLostException.class,
                        e -> assertThat(e.fate()).isEqualTo(HandlerSocketException.Fate.UNKNOWN))
                .hasCauseInstanceOf(ConnectionLostException.class)
                .hasMessage(Objects.requireNonNull(thrown.getCause()).getMessage());
        assertThat(Stream.of(thrown.getStackTrace()).map(StackTraceElement::getMethodName))
                .contains("find")
                .anyMatch(name -> name.contains("whoWaitsGetsAnExceptionWithItsOwnFrames"));
    }

    @Test
    void cancellingAStageEndsNoOtherLookup() {
        Index index = client.index(SPEC);
        for (int i = 0; i < 100; i++) {
            CompletableFuture<?> cancelled = index.findAsync(1).toCompletableFuture();
            CompletableFuture<?> kept = index.findAsync(2).toCompletableFuture();
            cancelled.cancel(true);
            assertThat(kept.join()).isNotNull();
            assertThat(catchThrowable(cancelled::join))
                    .satisfiesAnyOf(
                            e -> assertThat(e).isNull(),
                            e -> assertThat(e)
                                    .isInstanceOfAny(
                                            java.util.concurrent.CancellationException.class,
                                            CompletionException.class));
        }
    }
}
