// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.Seed;
import io.handlersocket.testkit.TcpProxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Connections die at any moment: no lookup hangs, and none is answered with another's row. */
@Timeout(600)
class ChaosIT {

    private static final int RIGHT_BETWEEN_CUTS = 3_000;
    private static final int ROWS = 10_000;
    private static final int THREADS = 64;
    private static final AtomicInteger TABLES = new AtomicInteger();
    private static final HandlerSocketMariaDB DB = new HandlerSocketMariaDB();

    private final Random random = Seed.random(ChaosIT.class);
    private final AtomicLong right = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final Map<String, Integer> reasons = new ConcurrentHashMap<>();
    private final AtomicInteger wrong = new AtomicInteger();
    private String table = "";
    private TcpProxy proxy;
    private HandlerSocketClient client;

    @BeforeAll
    static void start() {
        DB.start();
    }

    @AfterAll
    static void stop() {
        DB.stop();
    }

    @BeforeEach
    void connect() {
        // The server was seen to keep a connection that had ended, and with it its tables, until its idle timeout.
        table = "chaos_" + TABLES.incrementAndGet();
        DB.execute(
                "CREATE TABLE " + table + " (id INT PRIMARY KEY, v INT NOT NULL, pad VARCHAR(200) NOT NULL)",
                "INSERT INTO " + table + " SELECT seq, seq * 7, REPEAT(CHAR(65 + seq % 26), seq % 200) FROM seq_1_to_"
                        + ROWS);
        proxy = new TcpProxy(DB.getHost(), DB.readPort());
        client = PatientClient.builder()
                .name("chaos")
                .dataSource(DB.dataSource())
                .host("127.0.0.1")
                .port(proxy.port())
                .requestTimeout(Duration.ofSeconds(2))
                .build();
    }

    @AfterEach
    void close() {
        client.close();
        proxy.close();
    }

    @Test
    void lookupsOfManyThreadsAreNeverMixedUpWhileConnectionsDie() throws InterruptedException {
        int each = Seed.size("chaos.finds", 4_000);
        Index chaos = client.index(table);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            long seed = random.nextLong();
            threads.add(new Thread(() -> lookUp(chaos, each, new Random(seed)), "chaos-" + i));
        }
        threads.forEach(Thread::start);
        long nextCut = 0; // by progress as well as by time: a slow machine gets no more cuts for its lookups
        while (threads.stream().anyMatch(Thread::isAlive)) {
            if (right.get() >= nextCut) {
                proxy.cutOne(random);
                nextCut = right.get() + RIGHT_BETWEEN_CUTS;
            }
            threads.get(random.nextInt(THREADS)).join(20 + random.nextInt(100));
        }
        System.out.printf(
                "ChaosIT: %d right, %d failed %s, %d connections cut, %d made again%n",
                right.get(),
                failed.get(),
                reasons,
                proxy.cuts(),
                client.snapshot().reconnects());
        assertThat(wrong).hasValue(0);
        assertThat(reasons)
                .as("a connection that ends says nothing of the server")
                .doesNotContainKey("NOT_USABLE");
        assertThat(right.get() + failed.get()).isEqualTo((long) THREADS * each);
        // Not more: three connections in a row that end while a table is opened put it into quarantine for 5 s or more.
        assertThat(right.get()).isGreaterThan((long) THREADS * each / 2);
        assertThat(proxy.cuts()).isGreaterThan(5);
        awaitLookups(chaos);
    }

    private void lookUp(Index chaos, int count, Random keys) {
        int window = 16;
        for (int done = 0; done < count; ) {
            List<Integer> asked = new ArrayList<>();
            List<CompletableFuture<Optional<Row>>> answers = new ArrayList<>();
            for (int i = 0; i < window && done < count; i++, done++) {
                int key = 1 + keys.nextInt(ROWS + 100);
                asked.add(key);
                boolean waits = i == window - 1; // one of each window over a socket of the thread's own
                answers.add(waits ? waitFor(chaos, key) : chaos.findAsync(key).toCompletableFuture());
            }
            boolean outage = false;
            for (int i = 0; i < asked.size(); i++) {
                outage |= !check(asked.get(i), answers.get(i));
            }
            if (outage) {
                awaitOpen(chaos);
            }
        }
    }

    private static CompletableFuture<Optional<Row>> waitFor(Index index, int key) {
        try {
            return CompletableFuture.completedFuture(index.find(key));
        } catch (HandlerSocketException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static void awaitOpen(Index index) {
        for (int i = 0; i < 500 && !index.isOpen(); i++) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
        }
    }

    private boolean check(int key, CompletableFuture<Optional<Row>> answer) {
        try {
            Optional<Row> row = answer.orTimeout(10, TimeUnit.SECONDS).join();
            boolean good = row.isPresent() == (key <= ROWS)
                    && row.map(r -> r.intAt(0) == key
                                    && r.intAt(1) == key * 7
                                    && String.valueOf((char) ('A' + key % 26))
                                            .repeat(key % 200)
                                            .equals(r.stringAt(2)))
                            .orElse(true);
            (good ? right : failed).incrementAndGet();
            if (!good) {
                wrong.incrementAndGet();
            }
            return true;
        } catch (CompletionException e) {
            boolean expected = e.getCause() instanceof HandlerSocketException failure && failure.retryable();
            if (!expected) {
                System.out.println("ChaosIT: " + e.getCause());
                wrong.incrementAndGet();
            }
            failed.incrementAndGet();
            reasons.merge(
                    e.getCause() instanceof UnavailableException unavailable
                            ? unavailable.reason().toString()
                            : Objects.requireNonNull(e.getCause()).getClass().getSimpleName(),
                    1,
                    Integer::sum);
            return false;
        }
    }

    /** The last cuts may have put the table into quarantine. */
    private static void awaitLookups(Index index) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(10))
                .ignoreExceptions()
                .until(() -> index.find(1).isPresent());
    }

    /** All connections gone at once, and the table changed before they are back: nothing of the old layout may be kept. */
    @Test
    void aTableThatChangedWhileEveryConnectionWasCutIsReadAsItIsNow() {
        Index chaos = client.index(table);
        assertThat(chaos.find(5).orElseThrow().get("v")).isEqualTo(35);
        proxy.stall(true);
        proxy.cutAll();
        try {
            Awaitility.await().until(() -> client.snapshot().connections() == 0);
            DB.execute(
                    "SET STATEMENT lock_wait_timeout=30 FOR ALTER TABLE " + table + " MODIFY v VARCHAR(20) NOT NULL");
            DB.execute("UPDATE " + table + " SET v = CONCAT('v', id)");
        } finally {
            proxy.stall(false);
        }

        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(20))
                .ignoreExceptionsMatching(e -> e instanceof HandlerSocketException failure && failure.retryable())
                .untilAsserted(
                        () -> assertThat(chaos.find(5).orElseThrow().get("v")).isEqualTo("v5"));
    }

    @Test
    void cuttingEveryConnectionAgainAndAgainLeavesNoIndexClosed() {
        Index chaos = client.index(table);
        for (int i = 0; i < 15; i++) {
            proxy.cutAll();
            if (i % 3 == 0) {
                awaitLookups(chaos);
            }
        }
        awaitLookups(chaos);
    }
}
