// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A call with many or long keys is answered, and neither fails nor holds up another caller. */
@Timeout(300)
class LargeCallIT {

    private static final boolean FULL = Boolean.getBoolean("limits.full");
    private static final int KEYS = FULL ? 100_000 : 10_000;
    private static final HandlerSocketMariaDB DB = HandlerSocketMariaDB.shared();

    private final List<String> events = new CopyOnWriteArrayList<>();

    @SuppressWarnings("NullAway.Init")
    private HandlerSocketClient client;

    enum Way implements BiFunction<Index, Collection<?>, List<Optional<Row>>> {
        BLOCKING {
            @Override
            public List<Optional<Row>> apply(Index index, Collection<?> keys) {
                return index.findAll(keys);
            }
        },
        ASYNCHRONOUS {
            @Override
            public List<Optional<Row>> apply(Index index, Collection<?> keys) {
                return index.findAllAsync(keys)
                        .toCompletableFuture()
                        .orTimeout(2, TimeUnit.MINUTES)
                        .join();
            }
        }
    }

    @BeforeAll
    static void fill() {
        DB.execute(
                "CREATE OR REPLACE TABLE test.long_key (k VARCHAR(600) PRIMARY KEY, v INT) CHARSET latin1",
                "INSERT INTO test.long_key SELECT CONCAT(LPAD(seq, 6, '0'), REPEAT('x', 594)), seq FROM seq_0_to_"
                        + (KEYS - 1) + " WHERE seq % 5 = 0",
                "CREATE OR REPLACE TABLE test.longish_key (k VARCHAR(600) PRIMARY KEY, v INT)",
                "INSERT INTO test.longish_key SELECT CONCAT(LPAD(seq, 6, '0'), REPEAT('x', 314)), seq"
                        + " FROM seq_0_to_999 WHERE seq % 5 = 0",
                "CREATE OR REPLACE TABLE test.number_key (k INT PRIMARY KEY, v INT)",
                "INSERT INTO test.number_key SELECT seq, seq FROM seq_0_to_" + (KEYS - 1) + " WHERE seq % 5 = 0");
    }

    private void connect(int direct) {
        client = PatientClient.builder()
                .dataSource(DB.dataSource())
                .maxDirectConnections(direct)
                .requestTimeout(Duration.ofSeconds(10)) // beside other tests, a find may wait for a processor
                .listener(new ClientListener() {
                    @Override
                    public void closed(Endpoint endpoint, String reason) {
                        events.add("closed: " + reason);
                    }

                    @Override
                    public void rejected(IndexSpec index, String reason) {
                        events.add("rejected: " + reason);
                    }
                })
                .build();
    }

    @AfterEach
    void close() {
        client.close();
    }

    private static List<String> texts(int keys, int length) {
        String end = "x".repeat(length - 6);
        return IntStream.range(0, keys)
                .mapToObj(i -> String.format("%06d", i) + end)
                .toList();
    }

    private static void assertRows(List<Optional<Row>> rows, int keys) {
        assertThat(rows).hasSize(keys);
        for (int i = 0; i < keys; i++) {
            Integer expected = i % 5 == 0 ? i : null;
            assertThat(rows.get(i).map(row -> row.intAt(1)).orElse(null)).isEqualTo(expected);
        }
    }

    private void assertUndisturbed() {
        assertThat(events).as("but for a server that stood still").allMatch(event -> event.startsWith("closed: SQL: "));
        assertThat(client.snapshot().circuit()).isEqualTo(CircuitState.CLOSED);
        assertThat(client.snapshot().failed()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"BLOCKING, 0", "BLOCKING, 16", "ASYNCHRONOUS, 0", "ASYNCHRONOUS, 16"})
    void aThousandLongTextKeys(Way way, int direct) {
        connect(direct);
        Index index = PatientClient.index(client, "longish_key");
        List<String> keys = texts(1_000, 320);
        try (Neighbour neighbour = new Neighbour(PatientClient.index(client, "number_key"), 5)) {
            for (int i = 0; i < 5; i++) {
                assertRows(way.apply(index, keys), keys.size());
            }
            neighbour.awaitAnswers(20);
        }
        assertUndisturbed();
    }

    static Stream<Arguments> largest() {
        return Stream.of(
                Arguments.of(Way.BLOCKING, "long_key", 0),
                Arguments.of(Way.BLOCKING, "long_key", 16),
                Arguments.of(Way.ASYNCHRONOUS, "long_key", 16),
                Arguments.of(Way.BLOCKING, "number_key", 0),
                Arguments.of(Way.BLOCKING, "number_key", 16),
                Arguments.of(Way.ASYNCHRONOUS, "number_key", 16));
    }

    /** Prints the times. */
    @ParameterizedTest
    @MethodSource
    void largest(Way way, String table, int direct) {
        connect(direct);
        Index index = client.index(table);
        List<?> keys = table.equals("long_key")
                ? texts(KEYS, 600)
                : IntStream.range(0, KEYS).boxed().toList();
        try (Neighbour neighbour = new Neighbour(
                PatientClient.index(client, "longish_key"), texts(6, 320).get(5))) {
            neighbour.awaitAnswers(2_000);
            String alone = neighbour.figures();
            long started = System.nanoTime();
            List<Optional<Row>> rows = way.apply(index, keys);
            Duration took = Duration.ofNanos(System.nanoTime() - started);
            System.out.println("LargeCallIT: " + KEYS + " keys of " + table + ", " + way + ", direct " + direct
                    + ": " + took.toMillis() + " ms; another caller's find alone " + alone + ", meanwhile "
                    + neighbour.figures());
            assertRows(rows, KEYS);
        }
        assertUndisturbed();
    }

    /** A caller that finds one row after the other and fails with the first lookup that does. */
    private static final class Neighbour implements AutoCloseable {

        private final List<Long> nanos = new ArrayList<>();
        private final Thread thread;
        private volatile boolean ended;
        private volatile Throwable failure = new AssertionError("unused");
        private volatile boolean failed;

        Neighbour(Index index, Object key) {
            thread = new Thread(() -> run(index, key), "neighbour");
            thread.start();
        }

        private void run(Index index, Object key) {
            try {
                while (!ended) {
                    long start = System.nanoTime();
                    assertThat(index.find(key).orElseThrow().intAt(1)).isEqualTo(5);
                    long took = System.nanoTime() - start;
                    synchronized (nanos) {
                        nanos.add(took);
                        nanos.notifyAll();
                    }
                }
            } catch (RuntimeException | Error e) {
                failure = e;
                failed = true;
            }
        }

        void awaitAnswers(int count) {
            org.awaitility.Awaitility.await().until(() -> {
                synchronized (nanos) {
                    return failed || nanos.size() >= count;
                }
            });
        }

        /** The figures since the last call. */
        String figures() {
            synchronized (nanos) {
                long[] sorted =
                        nanos.stream().mapToLong(Long::longValue).sorted().toArray();
                nanos.clear();
                return sorted.length == 0
                        ? "none"
                        : sorted.length + " times, p50 " + sorted[sorted.length / 2] / 1_000 + " us, p99 "
                                + sorted[sorted.length * 99 / 100] / 1_000 + " us, max "
                                + sorted[sorted.length - 1] / 1_000 + " us";
            }
        }

        @Override
        public void close() {
            ended = true;
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            if (failed) {
                throw new AssertionError("another caller failed", failure);
            }
        }
    }
}
