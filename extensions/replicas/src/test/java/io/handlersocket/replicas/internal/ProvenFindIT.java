// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.Key;
import io.handlersocket.client.Patience;
import io.handlersocket.client.PatientClient;
import io.handlersocket.client.Range;
import io.handlersocket.client.Read;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.Rows;
import io.handlersocket.client.spi.ServerClient;
import io.handlersocket.client.spi.ServerIndex;
import io.handlersocket.client.spi.SystemTable;
import io.handlersocket.replicas.GtidPosition;
import io.handlersocket.testkit.ReplicatedMariaDB;
import io.handlersocket.testkit.Seed;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Every packet of a read of a replica begins with its position. */
@Timeout(120)
class ProvenFindIT {

    private static final int POSITIONS = Seed.size("proof.positions", 1_000);
    private static final Duration LONGEST = Duration.ofMillis(Math.max(5_000L, POSITIONS / 4));

    @RegisterExtension
    static final ReplicatedMariaDB DB = new ReplicatedMariaDB(1);

    private static ServerClient client;
    private static ServerIndex positions;
    private static ServerIndex items;

    @BeforeAll
    static void open() {
        DB.primary().execute("CREATE TABLE item (id INT PRIMARY KEY, v BIGINT NOT NULL)");
        DB.primary().execute("INSERT INTO item VALUES (1, 0), (2, 0), (3, 0), (4, 0)");
        DB.awaitReplica(0, Duration.ofSeconds(30));
        client = (ServerClient) PatientClient.unguarded() // no DDL comes
                .name("replica")
                .dataSource(DB.replica(0).dataSource())
                .requestTimeout(Duration.ofSeconds(30)) // four writers and two servers may keep the processors busy
                .build();
        client.awaitReady(Patience.LIMIT);
        positions = Patience.answer(
                () -> client.openSystemTable(SystemTable.GTID_SLAVE_POS).join());
        items = (ServerIndex) Patience.answer(() -> client.index("item"));
    }

    @AfterAll
    static void close() {
        client.close();
    }

    private static GtidPosition positionOf(String variable, Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@" + variable)) {
            row.next();
            return GtidPosition.parse(row.getString(1));
        }
    }

    @Test
    void aFindAMultiGetARangeAndAGroupProveThePositionOfTheReplica() throws SQLException {
        DB.primary().execute("UPDATE item SET v = v + 0 WHERE id = 1", "INSERT INTO item VALUES (77, 1)");
        DB.awaitReplica(0, Duration.ofSeconds(30));
        GtidPosition expected;
        try (Connection connection = DB.replica(0).dataSource().getConnection()) {
            expected = positionOf("gtid_slave_pos", connection);
        }
        PacketProof proof = new PacketProof(positions, 0);
        assertThat(items.withGuard(proof).find(77)).isPresent();
        assertThat(proof.lowest()).isEqualTo(expected).isEqualTo(proof.highest());

        proof = new PacketProof(positions, 0);
        assertThat(items.withGuard(proof).findAsync(77).toCompletableFuture().join())
                .isPresent();
        assertThat(proof.lowest()).isEqualTo(expected);

        proof = new PacketProof(positions, 0);
        assertThat(items.withGuard(proof).findAll(List.of(1, 2, 99)))
                .hasSize(3)
                .last()
                .isEqualTo(Optional.empty());
        assertThat(proof.lowest()).isEqualTo(expected);

        proof = new PacketProof(positions, 0);
        List<Integer> many = IntStream.rangeClosed(1, 1_000).boxed().toList(); // more than one snapshot holds
        assertThat(items.withGuard(proof).findAll(many))
                .hasSize(1_000)
                .filteredOn(Optional::isPresent)
                .hasSize(5);
        assertThat(proof.lowest()).isEqualTo(expected);

        proof = new PacketProof(positions, 0);
        assertThat(items.withGuard(proof).range(Range.equal(2))).hasSize(1);
        assertThat(proof.lowest()).isEqualTo(expected);

        proof = new PacketProof(positions, 0);
        ServerIndex proven = items.withGuard(proof);
        Read first = new Read(proven, List.of(Key.of(1)), List.of(), 1);
        Read second = new Read(proven, List.of(Key.of(2)), List.of(), 1);
        List<Rows> both = client.readTogether(List.of(first, second));
        assertThat(both).hasSize(2);
        assertThat(proof.lowest()).isEqualTo(expected);
        Read unproven = new Read(items, List.of(Key.of(2)), List.of(), 1);
        for (List<Read> mixed : List.of(List.of(first, unproven), List.of(unproven, first))) {
            assertThatThrownBy(() -> client.readTogether(mixed)).isInstanceOf(IllegalArgumentException.class);
        }

        proof = new PacketProof(positions, 0);
        assertThat(items.withGuard(proof).find((Object) null)).isEmpty();
        assertThat(proof.isEmpty()).isTrue();

        PacketProof unknown = new PacketProof(positions, 0, 7);
        assertThat(items.withGuard(unknown).find(1)).isPresent();
        assertThat(unknown.lowest()).as("no row of domain 7").isEqualTo(expected);
    }

    /**
     * Each commit raises one row by 1, so the sum of the rows and the sequence number rise together. Rarely, the server
     * shows a position that is newer than the rows (see {@link PacketProof}). Rows never lack what was known before the
     * packet was sent, and never have what is not known after it was answered.
     */
    @Test
    void rowsAreBetweenThePositionsThatWereKnownBeforeAndAfterWhileFourThreadsWrite() throws InterruptedException {
        DB.awaitReplica(0, Duration.ofSeconds(30));
        List<Object> keys = List.of(1, 2, 3, 4);
        PacketProof first = new PacketProof(positions, 0);
        long base = sum(items.withGuard(first), keys) - sequence(first);
        AtomicBoolean stop = new AtomicBoolean();
        List<Thread> writers = new ArrayList<>();
        for (Object key : keys) {
            Thread writer = new Thread(() -> write(key, stop));
            writer.start();
            writers.add(writer);
        }
        int packets = 0;
        int moved = 0;
        int apart = 0;
        long before = sequence(first);
        long rows = before;
        long end = System.nanoTime() + LONGEST.toNanos();
        try {
            while (moved < POSITIONS && System.nanoTime() - end < 0) {
                PacketProof proof = new PacketProof(positions, 0);
                long next = sum(items.withGuard(proof), keys) - base;
                long position = sequence(proof);
                assertThat(rows).as("the rows of the packet before").isLessThanOrEqualTo(position);
                assertThat(next).as("the rows").isGreaterThanOrEqualTo(before);
                packets++;
                moved += position == before ? 0 : 1;
                apart += position == next ? 0 : 1;
                before = position;
                rows = next;
            }
        } finally {
            stop.set(true);
            for (Thread writer : writers) {
                writer.join();
            }
        }
        System.out.printf("ProvenFindIT: %d packets, %d positions, %d packets of two moments%n", packets, moved, apart);
        assertThat(moved).isGreaterThan(20);
        assertThat(apart)
                .as("packets whose rows are not those of their position")
                .isLessThan(packets / 100);
    }

    private static void write(Object key, AtomicBoolean stop) {
        try (Connection connection = DB.primaryDataSource().getConnection();
                Statement statement = connection.createStatement()) {
            while (!stop.get()) {
                statement.execute("UPDATE item SET v = v + 1 WHERE id = " + key);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static long sum(ServerIndex index, List<Object> keys) {
        return index.findAll(keys).stream()
                .mapToLong(row -> row.orElseThrow().longAt(1))
                .sum();
    }

    private static long sequence(PacketProof proof) {
        GtidPosition position = proof.lowest();
        return position == null
                ? -1
                : Objects.requireNonNull(position.domains().get(0L)).sequence();
    }

    @Test
    void noCallerOpensTheTable() {
        IndexSpec equal = new IndexSpec(
                positions.spec().table(), "PRIMARY", List.of("domain_id", "sub_id", "server_id", "seq_no"));
        for (IndexSpec spec : List.of(
                equal,
                equal.select(),
                equal.select("seq_no"),
                IndexSpec.primary("MYSQL", "gtid_slave_pos"),
                IndexSpec.primary("mysql", "user"))) {
            assertThatThrownBy(() -> client.index(spec)).as("%s", spec).isInstanceOf(RefusedException.class);
        }
    }
}
