// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.LineProxy;
import io.netty.util.internal.PlatformDependent;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A port that answers lookups with anything: each lookup ends in time, never with a wrong row. Memory stays bounded and
 * is released, and the guard and later lookups go on.
 */
@Timeout(180)
class HostileRepliesIT {

    private static final HandlerSocketMariaDB DB = HandlerSocketMariaDB.shared();
    private static final Duration DEADLINE = Duration.ofMillis(300);

    private static final Duration RECOVERY = Duration.ofSeconds(30);
    private static final Duration RELEASE = Duration.ofSeconds(30);

    /** Of the heap and of direct memory. Measured: 7 MiB at most, most of it the replies that the test itself holds. */
    private static final long BOUND_BYTES = 16 << 20;

    private static final int ROUNDS = 2;
    private static final int MAX_LINE_BYTES = 1 << 20;

    /** The same while replies come, with the longest line, read and decoded, of each lookup's connection. */
    private static final long BOUND_MEANWHILE_BYTES = BOUND_BYTES + 2L * 2 * ROUNDS * MAX_LINE_BYTES;

    private static final IndexSpec SPEC = IndexSpec.primary("test", "hostile").select("id", "n");

    private static LineProxy proxy = new LineProxy(DB.getHost(), DB.readPort());
    private static HandlerSocketClient client;
    private static Index index;
    private static long heapBefore;
    private static long directBefore;

    /** How lookups of the row (1, 10) are answered. */
    record Hostile(String name, LineProxy.Answer answer) {

        static Hostile once(String name, String reply) {
            byte[] bytes = reply.getBytes(ISO_8859_1);
            return new Hostile(name, out -> out.write(bytes));
        }

        static Hostile endless(String name, String start, String again) {
            byte[] bytes = again.repeat(16 * 1024 / again.length()).getBytes(ISO_8859_1);
            return new Hostile(name, out -> {
                out.write(start.getBytes(ISO_8859_1));
                while (true) {
                    out.write(bytes);
                }
            });
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Hostile> hostile() {
        String million = "7".repeat(1_000_000);
        return Stream.of(
                Hostile.endless("a line without end", "0\t2\t", "x"),
                Hostile.endless("columns without end", "0\t2", "\t"),
                Hostile.endless("values without end", "0\t2\t", "1\t10\t"),
                Hostile.endless("replies without end", "", "0\t2\n"),
                Hostile.endless("empty lines without end", "", "\n"),
                Hostile.endless("NULs without end", "", "\u0000"),
                new Hostile("a byte every 5 ms", HostileRepliesIT::drip),
                new Hostile("no reply", out -> {}),
                Hostile.once("half a reply", "0\t2\t1\t1"),
                Hostile.once("a status of a million digits", million + "\t2\t1\t10\n"),
                Hostile.once("a column count of a million digits", "0\t" + million + "\t1\t10\n"),
                Hostile.once("a key of a million digits", "0\t2\t" + million + "\t10\n"),
                Hostile.once("a negative column count", "0\t-2\t1\t10\n"),
                Hostile.once("no column", "0\t0\t1\t10\n"),
                Hostile.once("a huge column count", "0\t999999999\t1\t10\n"),
                Hostile.once("a column count that overflows", "0\t4294967298\t1\t10\n"),
                Hostile.once("a missing value", "0\t2\t1\n"),
                Hostile.once("thousands of rows", "0\t2" + "\t1\t10".repeat(20_000) + "\n"),
                Hostile.once("another row", "0\t2\t2\t10\n"),
                Hostile.once("a NULL key", "0\t2\t\u0000\t10\n"),
                Hostile.once("NULs", "\u0000\u0000\u0000\n"),
                Hostile.once("an escape without a byte", "0\t2\t\u0001\t10\n"),
                Hostile.once("two replies to one lookup", "0\t2\n0\t2\n"),
                Hostile.once("an error of a million bytes", "1\t1\t\u001b[2J\r" + million + "\n"));
    }

    private static void drip(OutputStream out) throws IOException, InterruptedException {
        out.write("0\t2\t1\t".getBytes(ISO_8859_1));
        while (true) {
            out.write('1');
            Thread.sleep(5);
        }
    }

    @BeforeAll
    static void connect() {
        DB.execute(
                "CREATE OR REPLACE TABLE test.hostile (id INT PRIMARY KEY, n INT NOT NULL)",
                "INSERT INTO test.hostile VALUES (1, 10), (2, 20)");
        client = connect(proxy);
        index = Awaitility.await().atMost(RECOVERY).ignoreExceptions().until(() -> client.index(SPEC), Index::isOpen);
        find();
        heapBefore = usedHeap();
        directBefore = usedDirect();
    }

    private static HandlerSocketClient connect(LineProxy port) {
        return HandlerSocketClient.builder()
                .name("hostile")
                .dataSource(DB.dataSource())
                .host("127.0.0.1")
                .port(port.port())
                .connectTimeout(DEADLINE)
                .requestTimeout(DEADLINE)
                .maxLineBytes(MAX_LINE_BYTES)
                .build();
    }

    @AfterAll
    static void close() throws Exception {
        GuardCheck.awaitNext(client); // it goes on, whatever the port answers
        client.close();
        proxy.close();
    }

    @AfterEach
    void recovers() {
        proxy.answerLookups(null);
        // The proof of the same server may have got such a reply, too, and says so a moment later.
        Awaitility.await().atMost(RECOVERY).ignoreExceptions().untilAsserted(() -> {
            find();
            assertThat(client.snapshot().state()).isEqualTo(ClientState.READY);
            assertThat(client.snapshot().circuit()).isEqualTo(CircuitState.CLOSED);
        });
        Awaitility.await().atMost(RELEASE).pollDelay(Duration.ZERO).untilAsserted(() -> assertMemory(BOUND_BYTES));
    }

    private static void find() {
        assertThat(index.find(1)).get().extracting(row -> row.getInt("n")).isEqualTo(10);
    }

    private static long usedHeap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static long usedDirect() {
        long pools = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
        return pools + Math.max(0, PlatformDependent.usedDirectMemory());
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void isBounded(Hostile hostile) {
        proxy.answerLookups(hostile.answer());
        for (int round = 0; round < ROUNDS; round++) {
            endsInTime(() -> index.find(1));
            endsInTime(() -> index.findAsync(1).toCompletableFuture().get());
        }
        assertMemory(BOUND_MEANWHILE_BYTES);
    }

    private static void assertMemory(long bound) {
        assertThat(usedHeap() - heapBefore).as("heap").isLessThan(bound);
        assertThat(usedDirect() - directBefore).as("direct memory").isLessThan(bound);
    }

    static Stream<Hostile> whileConnecting() {
        return hostile()
                .filter(hostile -> hostile.name().endsWith("without end")
                        || hostile.name().contains("every 5 ms")
                        || hostile.name().endsWith("reply")
                        || hostile.name().startsWith("an error"));
    }

    @ParameterizedTest
    @MethodSource("whileConnecting")
    void isBoundedWhileTheClientConnects(Hostile hostile) throws Exception {
        try (LineProxy port = new LineProxy(DB.getHost(), DB.readPort())) {
            port.answerEverything(hostile.answer());
            try (HandlerSocketClient other = connect(port)) {
                assertThatThrownBy(() -> other.index(SPEC))
                        .isInstanceOf(HandlerSocketException.class)
                        .message()
                        .hasSizeLessThan(400)
                        .matches("[ -~]*");

                port.answerLookups(null);
                Awaitility.await()
                        .atMost(RECOVERY)
                        .ignoreExceptions()
                        .until(() -> other.index(SPEC).find(1).isPresent());
            }
        }
        assertMemory(BOUND_MEANWHILE_BYTES);
    }

    /** A lookup may fail, or find no row if the reply says so, but has no other row, and ends. */
    private static void endsInTime(Callable<Optional<Row>> lookup) {
        try {
            assertThat(lookup.call()).isEmpty();
        } catch (Exception e) {
            Throwable failure = e instanceof ExecutionException ? Objects.requireNonNull(e.getCause()) : e;
            assertThat(failure).isInstanceOf(HandlerSocketException.class);
            assertThat(failure.getMessage())
                    .hasSizeLessThan(400)
                    .doesNotContain("7777777777".repeat(7))
                    .matches("[ -~]*");
        }
    }
}
