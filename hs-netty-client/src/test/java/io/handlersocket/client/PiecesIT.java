// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.catalog.TableName;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.TcpProxy;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Requests and replies of 16 kB that arrive in pieces, as through a network with a small path MTU: pieces of each size,
 * and so cuts at each byte, with {@code -Dlimits.full=true}. Without it some sizes, those of usual networks among them.
 */
@Timeout(600)
class PiecesIT {

    private static final boolean FULL = Boolean.getBoolean("limits.full");
    private static final int BYTES = 16 * 1024;
    private static final Duration PAUSE = Duration.ofNanos(20_000);
    private static final int SHARED = 2;
    private static final int KEYS = 1_400;
    private static final int FIRST_KEY = 1_000_000_000;

    private static final HandlerSocketMariaDB DB = HandlerSocketMariaDB.shared();

    private TcpProxy reads;
    private HandlerSocketClient client;

    @BeforeAll
    static void tables() {
        DB.execute(
                "CREATE OR REPLACE TABLE test.pieces (id INT PRIMARY KEY, v TEXT NOT NULL)",
                "INSERT INTO test.pieces SELECT " + FIRST_KEY + " + seq * 100, CONCAT(seq, REPEAT('v', " + (BYTES - 100)
                        + ")) FROM seq_0_to_9");
    }

    @BeforeEach
    void connect() {
        reads = new TcpProxy(DB.getHost(), DB.readPort());
        client = PatientClient.unguarded()
                .name("pieces")
                .dataSource(DB.dataSource())
                .host("127.0.0.1")
                .port(reads.port())
                .connections(SHARED)
                .requestTimeout(Duration.ofSeconds(30))
                .build();
    }

    @AfterEach
    void close() {
        client.close();
        reads.close();
    }

    private static IntStream sizes() {
        return FULL
                ? IntStream.rangeClosed(1, BYTES)
                : IntStream.concat(
                        IntStream.of(7, 60, 536, 1_220, 1_448, BYTES - 1),
                        IntStream.iterate(97, size -> size < BYTES, size -> size + 997));
    }

    /** The keys of one line of about 15 kB; every hundredth has a row. */
    private static List<Key> keys() {
        return IntStream.range(FIRST_KEY, FIRST_KEY + KEYS).mapToObj(Key::of).toList();
    }

    private Index index(String... columns) {
        return client.index(new IndexSpec(new TableName("test", "pieces"), "PRIMARY", List.of(columns)));
    }

    private static void assertFound(Rows found) {
        assertThat(found.rows().stream().map(row -> row.intAt(0)))
                .containsExactlyElementsOf(
                        Stream.iterate(FIRST_KEY, key -> key + 100).limit(10).toList());
    }

    private void awaitDirect(Index index) {
        Awaitility.await().until(() -> {
            index.find(FIRST_KEY);
            return client.snapshot().connections() > SHARED;
        });
    }

    @Test
    void directConnections() {
        Index ids = index("id");
        Index rows = index("id", "v");
        awaitDirect(rows);
        List<Read> read = List.of(new Read(ids, keys(), List.of(), 1));
        sizes().forEach(size -> {
            reads.pieces(size, PAUSE);
            assertFound(client.readTogether(read).get(0));
            assertThat(rows.find(FIRST_KEY + 300).orElseThrow().get("v")).isEqualTo("3" + "v".repeat(BYTES - 100));
        });
        assertThat(client.snapshot().failed()).isZero();
        assertThat(client.snapshot().reconnects()).isZero();
    }

    @Test
    void sharedConnections() {
        Index ids = index("id");
        Index rows = index("id", "v");
        List<Read> read = List.of(new Read(ids, keys(), List.of(), 1));
        sizes().forEach(size -> {
            reads.pieces(size, PAUSE);
            var found = client.readTogetherAsync(read).toCompletableFuture();
            var row = rows.findAsync(FIRST_KEY + 300).toCompletableFuture();
            assertFound(found.join().get(0));
            assertThat(row.join().orElseThrow().get("v")).isEqualTo("3" + "v".repeat(BYTES - 100));
        });
        assertThat(client.snapshot().connections()).isEqualTo(SHARED);
        assertThat(client.snapshot().failed()).isZero();
        assertThat(client.snapshot().reconnects()).isZero();
    }
}
