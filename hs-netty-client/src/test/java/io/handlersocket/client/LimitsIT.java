// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.catalog.TableName;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;

/** The largest of everything works, or is refused with words that say why; the full sizes under {@code -Dlimits.full=true}. */
@Timeout(300)
class LimitsIT {

    private static final boolean FULL = Boolean.getBoolean("limits.full");
    private static final int ROW_MIB = FULL ? 64 : 8;
    private static final int COLUMNS = FULL ? 2600 : 400;
    private static final int KEYS = 10_000;
    private static final int TABLES = FULL ? 500 : 20;
    private static final int INDEXES = FULL ? 1000 : 40;
    private static final int CALLERS = 10_000;

    private static final HandlerSocketMariaDB DB = new HandlerSocketMariaDB()
            .withServerArguments("--max-allowed-packet=1G", "--table-open-cache=2000", "--open-files-limit=20000");

    private HandlerSocketClient client = PatientClient.unguarded()
            .dataSource(DB.rootDataSource())
            .requestTimeout(Duration.ofSeconds(30))
            .build();

    @BeforeAll
    static void start() {
        DB.start();
    }

    @AfterAll
    static void stop() {
        DB.stop();
    }

    @BeforeEach
    void quiet() {
        System.gc();
        heap().forEach(MemoryPoolMXBean::resetPeakUsage);
    }

    @AfterEach
    void report(TestInfo test) {
        long peak =
                heap().stream().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum() >> 20;
        System.out.println("LimitsIT: " + test.getDisplayName() + ": heap at most " + peak + " MiB");
        client.close();
    }

    private static List<MemoryPoolMXBean> heap() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .toList();
    }

    private HandlerSocketClientBuilder builder() {
        client.close();
        return PatientClient.unguarded().dataSource(DB.rootDataSource()).requestTimeout(Duration.ofSeconds(30));
    }

    @Test
    void aLargeRowIsReadAndOneBeyondTheLimitSaysWhichOption() {
        DB.execute(
                "CREATE OR REPLACE TABLE test.lim_row (id INT PRIMARY KEY, v LONGBLOB) ENGINE=MyISAM",
                "INSERT INTO test.lim_row VALUES (1, REPEAT('x', " + ROW_MIB + " * 1048576)), (2, 'small')");
        Index rows = PatientClient.index(client, "lim_row");
        assertThat(rows.find(1).orElseThrow().get("v", byte[].class)).hasSize(ROW_MIB << 20);
        client = builder().maxLineBytes(1 << 20).build();
        Index narrow = PatientClient.index(client, "lim_row");
        assertThatThrownBy(() -> narrow.find(1))
                .isInstanceOf(HandlerSocketException.class)
                .hasMessageContaining(String.valueOf(1 << 20));
        org.awaitility.Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .ignoreExceptions()
                .until(() -> narrow.find(2).isPresent());
    }

    @Test
    void manyColumnsAreRead() {
        DB.execute(
                "CREATE OR REPLACE TABLE test.lim_columns (id INT PRIMARY KEY, "
                        + IntStream.range(1, COLUMNS)
                                .mapToObj(i -> "c" + Integer.toString(i, 36) + " BIT")
                                .collect(Collectors.joining(", "))
                        + ") ENGINE=MyISAM",
                "INSERT INTO test.lim_columns (id) VALUES (1)");
        Row row = PatientClient.index(client, "lim_columns").find(1).orElseThrow();
        assertThat(row.columns()).hasSize(COLUMNS);
        assertThat(row.isNullAt(COLUMNS - 1)).isTrue();
        assertThat(row.intAt(0)).isEqualTo(1);
    }

    @Test
    void manyKeysAreReadAtOnce() {
        DB.execute(
                "CREATE OR REPLACE TABLE test.lim_keys (id INT PRIMARY KEY, v INT)",
                "INSERT INTO test.lim_keys SELECT seq, seq * 3 FROM seq_1_to_" + KEYS);
        List<Optional<Row>> found = PatientClient.index(client, "lim_keys")
                .findAll(IntStream.rangeClosed(1, KEYS).boxed().toList());
        assertThat(found).hasSize(KEYS).allMatch(Optional::isPresent);
        assertThat(found.get(KEYS - 1).orElseThrow().intAt(1)).isEqualTo(3 * KEYS);
    }

    @Test
    void manyIndexesOfManyTablesTakeTurns() {
        DB.execute("CREATE DATABASE IF NOT EXISTS lim");
        DB.execute(IntStream.range(0, TABLES)
                .boxed()
                .flatMap(i -> java.util.stream.Stream.of(
                        "CREATE OR REPLACE TABLE lim.t" + i
                                + " (id INT PRIMARY KEY, u INT, UNIQUE KEY u (u)) ENGINE=Aria",
                        "INSERT INTO lim.t" + i + " VALUES (" + i + ", " + -i + ")"))
                .toArray(String[]::new));
        client = builder().maxOpenIndexes(Math.min(256, INDEXES / 2)).build();
        for (int i = 0; i < INDEXES; i++) {
            int table = i % TABLES;
            boolean primary = i < TABLES;
            Index index = client.index(
                    new IndexSpec(new TableName("lim", "t" + table), primary ? "PRIMARY" : "u", List.of()));
            assertThat(index.find(primary ? table : -table)).isPresent();
        }
        assertThat(client.snapshot().openIndexes()).hasSize(Math.min(256, INDEXES / 2));
        assertThat(client.snapshot().state()).isEqualTo(ClientState.READY);
        assertThatThrownBy(() -> builder().maxOpenIndexes(257))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1 to 256");
    }

    @Test
    void manyCallersWaitAndThoseBeyondTheLimitAreToldWhich() {
        DB.execute(
                "CREATE OR REPLACE TABLE test.lim_callers (id INT PRIMARY KEY)",
                "INSERT INTO test.lim_callers SELECT seq FROM seq_1_to_1000");
        Index rows = PatientClient.index(client, "lim_callers");
        List<CompletableFuture<Optional<Row>>> all = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            all.add(rows.findAsync(1 + i % 1000).toCompletableFuture());
        }
        assertThat(all).allMatch(each -> each.join().isPresent());

        client = builder().connections(1).maxInFlight(1).maxWaiting(10).build();
        Index few = PatientClient.index(client, "lim_callers");
        List<Throwable> failures = new ArrayList<>();
        List<CompletableFuture<?>> some = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            some.add(few.findAsync(1).handle((row, failure) -> failure).toCompletableFuture());
        }
        some.forEach(each -> {
            Object failure = each.join();
            if (failure instanceof Throwable thrown) {
                failures.add(thrown);
            }
        });
        assertThat(failures)
                .isNotEmpty()
                .allSatisfy(failure -> assertThat(failure)
                        .isInstanceOf(UnavailableException.class)
                        .hasMessageContaining("maxWaiting"));
    }
}
