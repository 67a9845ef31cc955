// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.replicas;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.Index;
import io.handlersocket.endurance.replicas.RowReader.Way;
import io.handlersocket.replicas.ReplicaListener;
import io.handlersocket.replicas.Replicas;
import io.handlersocket.replicas.ReplicasBuilder;
import io.handlersocket.replicas.ServerSnapshot;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.ReplicatedMariaDB;
import io.handlersocket.testkit.Seed;
import io.handlersocket.testkit.TcpProxy;
import java.net.URI;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.mariadb.jdbc.MariaDbDataSource;

/**
 * All faults in one run, with a slow way to the primary's SQL: what replicas answer is as fresh as was asked for, while
 * they stop, are killed, the primary is switched and lost, and an old one stays writable. {@code -Dreplica.reads=} sets
 * how many reads it makes.
 */
@Timeout(3600)
class ReplicaSoakIT {

    private static final int READS = Seed.size("replica.reads", 20_000);
    private static final int MINUTES = Seed.size("replica.minutes", 30);
    private static final long SEED = Seed.of(ReplicaSoakIT.class);
    private static final Path FOLDER = Path.of("target", "replica-reports").toAbsolutePath();
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String PRIMARY = "db";

    private static final List<Way> WAYS = List.of(
            Way.primary(),
            Way.within(100),
            Way.within(100),
            Way.within(300),
            Way.any(),
            Way.token(),
            Way.session(),
            Way.session());

    @RegisterExtension
    static final ReplicatedMariaDB DB = new ReplicatedMariaDB(2);

    private final Random random = new Random(SEED);
    private final long startNanos = System.nanoTime();
    private final SoakReport report = new SoakReport(SEED, SoakReport.commit());
    private final AtomicInteger primaries = new AtomicInteger();

    private Replicas connect(TcpProxy slow) throws SQLException {
        MariaDbDataSource primary = new MariaDbDataSource(DB.server(1).jdbcUrl(slow.port(), "user=test&password=test"));
        ReplicasBuilder builder =
                Replicas.builder(HandlerSocketClient.builder().name(PRIMARY).dataSource(primary));
        for (int id = 1; id <= 3; id++) {
            builder.replica(
                    PRIMARY + id,
                    HandlerSocketClient.builder().dataSource(DB.server(id).dataSource()));
        }
        return builder.listener(new ReplicaListener() {
                    @Override
                    public void primaryChanged(String from, String to) {
                        primaries.incrementAndGet();
                    }
                })
                .build();
    }

    private static void awaitBothReplicas(Replicas replicas) {
        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(replicas.servers())
                        .filteredOn(server -> server.role() == ServerSnapshot.Role.REPLICA && server.usable())
                        .as("%s", replicas.servers())
                        .hasSize(2));
    }

    private static String name(HandlerSocketMariaDB server) {
        return UnfencedPromotion.name(server);
    }

    /** Each replica stands still for a moment, longer and shorter than the ages that are read. */
    private void stopReplicas() throws InterruptedException {
        for (int i = 0; i < 4; i++) {
            DB.stopSqlThread(i % 2);
            FreshRun.pause(100 + random.nextInt(700));
            DB.startSqlThread(i % 2);
            FreshRun.pause(50 + random.nextInt(200));
            report.happened("SQL thread stopped");
        }
    }

    private void killReplica(Replicas replicas) throws InterruptedException {
        int i = random.nextInt(2);
        HandlerSocketMariaDB killed = DB.replica(i);
        killed.kill();
        FreshRun.pause(200 + random.nextInt(800));
        killed.start();
        DB.awaitReplica(i, PATIENCE);
        awaitBothReplicas(replicas);
        report.happened("replica killed");
    }

    private void switchPrimary(FreshRun run, Replicas replicas) throws InterruptedException {
        HandlerSocketMariaDB old = DB.primary();
        int id = Integer.parseInt(old.globalVariable("server_id"));
        failOver(run, () -> DB.promote(0));
        FreshRun.pause(500);
        run.admit(name(old));
        DB.rejoin(id);
        awaitBothReplicas(replicas);
        report.happened("primary switched");
    }

    /** The old primary stays writable, and the client stays connected to it, until it rejoins. */
    private void promoteUnfenced(FreshRun run, Replicas replicas) throws InterruptedException {
        int before = primaries.get();
        HandlerSocketMariaDB old = UnfencedPromotion.strike(DB, run, replicas);
        Awaitility.await().atMost(PATIENCE).until(() -> primaries.get() > before);
        run.awaitNextCommit();
        FreshRun.pause(500 + random.nextInt(1_000));
        run.admit(name(old));
        DB.rejoin(Integer.parseInt(old.globalVariable("server_id")));
        awaitBothReplicas(replicas);
        report.happened("old primary left writable");
    }

    /** The next primary lacks what the old one and the other replica have. */
    private void losePrimary(FreshRun run) throws InterruptedException {
        DB.replica(0).execute("STOP SLAVE IO_THREAD");
        FreshRun.pause(200);
        failOver(run, () -> {
            DB.killPrimary();
            DB.promote(0);
        });
        report.happened("primary lost");
    }

    private void failOver(FreshRun run, Runnable strike) {
        String old = name(DB.primary());
        int before = primaries.get();
        run.admit(ReplicasReading.asPrimary(name(DB.replica(0))));
        run.failOver(() -> {
            strike.run();
            Awaitility.await().atMost(PATIENCE).until(() -> primaries.get() > before);
        });
        run.fence(old);
        run.fence(ReplicasReading.asPrimary(old));
        run.awaitNextCommit();
    }

    private void strike(FreshRun run, Replicas replicas) throws InterruptedException {
        do {
            stopReplicas();
            switchPrimary(run, replicas);
            killReplica(replicas);
            promoteUnfenced(run, replicas);
            say(run);
        } while (run.reads() < READS / 10 * 9 && isTimeLeft());
        losePrimary(run);
        FreshRun.pause(1_000);
        while (run.reads() < READS && isTimeLeft()) {
            FreshRun.pause(100);
        }
        say(run);
    }

    private long seconds() {
        return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startNanos);
    }

    private boolean isTimeLeft() {
        return seconds() < TimeUnit.MINUTES.toSeconds(MINUTES);
    }

    private void say(FreshRun run) {
        System.out.printf(
                "ReplicaSoakIT: %d:%02d, %,d of %,d reads, %s%n",
                seconds() / 60, seconds() % 60, run.reads(), READS, report.faults());
    }

    @Test
    void noAnswerIsOlderThanPromisedWhateverHappensToTheServers() throws Exception {
        URI address = URI.create(DB.primaryUrl().substring("jdbc:".length()));
        String server = DB.primary().globalVariable("version");
        try (FreshRun run = new FreshRun(DB, 2, random);
                TcpProxy slow = new TcpProxy(address.getHost(), address.getPort())) {
            slow.delay(Duration.ofMillis(10), Duration.ZERO);
            try (Replicas replicas = connect(slow)) {
                Index rows = replicas.client().index(FreshTable.NAME);
                awaitBothReplicas(replicas);
                for (Way way : WAYS) {
                    run.read(way, new ReplicasReading(replicas, rows, way));
                }
                try {
                    strike(run, replicas);
                } catch (RuntimeException | AssertionError e) { // whatever ends it early, the report is written
                    report.problem("it ended early: " + e);
                }
                report.end(server, seconds(), READS, run.end());
            }
        }
        report.write(FOLDER);
        System.out.println(report.markdown());
        assertThat(report.problems()).isEmpty();
    }
}
