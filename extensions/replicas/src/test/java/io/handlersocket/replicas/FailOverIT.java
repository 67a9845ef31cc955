// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.Index;
import io.handlersocket.client.Patience;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.ReplicatedMariaDB;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** After a fail-over no old primary answers, and reads over HandlerSocket go on. */
@Timeout(180)
class FailOverIT {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final List<String> changes = new CopyOnWriteArrayList<>();

    private Replicas connect(ReplicatedMariaDB db) {
        return builder(db).build();
    }

    private ReplicasBuilder builder(ReplicatedMariaDB db) {
        ReplicasBuilder builder =
                Replicas.builder(HandlerSocketClient.builder().name("db").dataSource(db.primaryDataSource()));
        for (int id = 1; id <= 3; id++) {
            builder.replica(
                    "db" + id,
                    HandlerSocketClient.builder().dataSource(db.server(id).dataSource()));
        }
        return builder.listener(new ReplicaListener() {
            @Override
            public void primaryChanged(String from, String to) {
                changes.add(to);
            }
        });
    }

    private static void seed(ReplicatedMariaDB db) {
        db.primary()
                .execute("CREATE TABLE item (id INT PRIMARY KEY, v BIGINT NOT NULL)", "INSERT INTO item VALUES (1, 1)");
    }

    private static void awaitReplicas(Replicas replicas, String... names) {
        Patience.await()
                .untilAsserted(() -> assertThat(replicas.servers())
                        .filteredOn(server -> server.role() == ServerSnapshot.Role.REPLICA && server.usable())
                        .extracting(ServerSnapshot::name)
                        .containsExactly(names));
    }

    private static void awaitPrimary(Replicas replicas, int server) {
        Patience.await().until(() -> replicas.servers().get(server).reason().equals("it is the primary"));
    }

    private static Index items(Replicas replicas) {
        replicas.client().awaitReady(LIMIT);
        return Patience.answer(() -> replicas.client().index("item"));
    }

    private static long v(Index index) {
        return index.find(1).orElseThrow().longAt(1);
    }

    /** Reads without a pause until the new row comes; returns how long that took. */
    private static Duration recovery(Index items, long from) {
        while (true) {
            try {
                if (v(items) == 2) {
                    return Duration.ofNanos(System.nanoTime() - from);
                }
            } catch (HandlerSocketException e) {
                assertThat(e.retryable()).isTrue();
            }
            assertThat(Duration.ofNanos(System.nanoTime() - from)).isLessThan(LIMIT);
        }
    }

    @Tag("exhaustive") // as by PrimaryStateTest, with real servers
    @Test
    void anOrderlySwitchAndTheReturnOfTheOldPrimary() {
        try (ReplicatedMariaDB db = new ReplicatedMariaDB(2)) {
            db.start();
            seed(db);
            try (Replicas replicas = connect(db)) {
                Index items = items(replicas);
                awaitReplicas(replicas, "db2", "db3");
                awaitPrimary(replicas, 1);

                db.promote(0);
                long moved = System.nanoTime();
                db.primary().execute("UPDATE item SET v = 2 WHERE id = 1");
                Duration recovered = recovery(items, moved);
                System.out.printf("FailOverIT: orderly switch, fast again after %d ms%n", recovered.toMillis());
                awaitReplicas(replicas, "db3");
                awaitPrimary(replicas, 2);
                assertThat(changes).hasSize(2);

                db.rejoin(1);
                awaitReplicas(replicas, "db1", "db3");
                Patience.await()
                        .until(() -> replicas.read(Freshness.within(Duration.ofMillis(300)), () -> v(items)) == 2);
            }
        }
    }

    @Test
    void aKilledPrimaryAndOneReplicaThatTakesOver() {
        try (ReplicatedMariaDB db = new ReplicatedMariaDB(2)) {
            db.start();
            seed(db);
            try (Replicas replicas = connect(db)) {
                Index items = items(replicas);
                awaitAnswersOf(replicas, items, "db2", "db3");
                db.killPrimary();
                for (int i = 0; i < 1_000; i++) {
                    assertThat(Patience.answer(() -> replicas.read(Freshness.ANY, () -> v(items))))
                            .isEqualTo(1);
                }
                assertThatThrownBy(() -> v(items)).isInstanceOf(HandlerSocketException.class);

                db.promote(0);
                long moved = System.nanoTime();
                db.primary().execute("UPDATE item SET v = 2 WHERE id = 1");
                Duration recovered = recovery(items, moved);
                System.out.printf("FailOverIT: killed primary, fast again after %d ms%n", recovered.toMillis());
                awaitReplicas(replicas, "db3");
            }
        }
    }

    @Tag("exhaustive") // as by PrimaryStateTest, with real servers
    @Test
    void aPrimaryThatHangsAndResumesAfterAnotherWasPromoted() {
        try (ReplicatedMariaDB db = new ReplicatedMariaDB(2)) {
            db.start();
            seed(db);
            try (Replicas replicas = connect(db)) {
                Index items = items(replicas);
                awaitReplicas(replicas, "db2", "db3");
                HandlerSocketMariaDB old = db.primary();
                old.pause();
                try {
                    db.promote(0);
                } finally {
                    old.resume();
                }
                long moved = System.nanoTime();
                db.primary().execute("UPDATE item SET v = 2 WHERE id = 1");
                Duration recovered = recovery(items, moved);
                System.out.printf("FailOverIT: hanging primary, fast again after %d ms%n", recovered.toMillis());
                long end = System.nanoTime() + Duration.ofSeconds(3).toNanos();
                while (System.nanoTime() - end < 0) {
                    try {
                        assertThat(v(items)).isEqualTo(2);
                    } catch (HandlerSocketException e) { // the old primary is writable, so this one is proven anew
                        assertThat(e.retryable()).isTrue();
                    }
                }
            }
        }
    }

    /**
     * The polls are slow, so that the session reads the promoted replica before a poll finds it writable. The primary
     * hangs, so that it counts as the primary for some time after that.
     */
    @Test
    void aSessionDoesNotGoBackFromAReplicaThatWasPromotedUnnoticed() {
        try (ReplicatedMariaDB db = new ReplicatedMariaDB(2)) {
            db.start();
            seed(db);
            ReplicasBuilder slow =
                    builder(db).pollInterval(Duration.ofSeconds(1)).lease(Duration.ofSeconds(10));
            try (Replicas replicas = slow.build()) {
                Index items = items(replicas);
                Patience.await().atMost(LIMIT.multipliedBy(4)).untilAsserted(() -> {
                    assertThat(server(replicas, items, replicas.session())).isEqualTo("db3");
                    assertThat(server(replicas, items, replicas.session())).isEqualTo("db2");
                });
                ReadSession session = Patience.await()
                        .until(() -> sessionAt(replicas, items, "db2"), Optional::isPresent)
                        .orElseThrow();
                db.primary().pause();
                try {
                    db.server(2).execute("SET GLOBAL read_only = 0", "UPDATE item SET v = 2 WHERE id = 1");
                    long seen = readNeverBack(replicas, items, session);
                    assumeThat(seen)
                            .as("a poll came just between the promotion and the read")
                            .isEqualTo(2);
                } finally {
                    db.primary().resume();
                }
            }
        }
    }

    /** Reads until polls have found all changes; returns the last value. */
    private static long readNeverBack(Replicas replicas, Index items, ReadSession session) {
        long seen = 1;
        long end = System.nanoTime() + Duration.ofSeconds(3).toNanos();
        while (System.nanoTime() - end < 0) {
            try (ReadScope scope = replicas.open(Freshness.ANY, session)) {
                long v = v(items);
                assertThat(v).as("%s", scope.answers()).isGreaterThanOrEqualTo(seen);
                seen = v;
            } catch (HandlerSocketException e) {
                assertThat(e.retryable()).isTrue();
            }
        }
        return seen;
    }

    /** Waits until each of these replicas has answered: it has the index open then. */
    private static void awaitAnswersOf(Replicas replicas, Index items, String... names) {
        Set<String> missing = new HashSet<>(List.of(names));
        Patience.await().until(() -> {
            missing.remove(server(replicas, items, replicas.session()));
            return missing.isEmpty();
        });
    }

    /** Returns a new session whose first read this server has answered; empty if another one has. */
    private static Optional<ReadSession> sessionAt(Replicas replicas, Index items, String name) {
        ReadSession session = replicas.session();
        return server(replicas, items, session).equals(name) ? Optional.of(session) : Optional.empty();
    }

    /** Returns the name of the server that answers a read of this session. */
    private static String server(Replicas replicas, Index items, ReadSession session) {
        try (ReadScope scope = replicas.open(Freshness.ANY, session)) {
            v(items);
            return scope.answers().get(0).server();
        }
    }
}
