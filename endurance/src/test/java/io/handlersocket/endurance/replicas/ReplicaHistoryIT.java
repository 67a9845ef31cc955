// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.replicas;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.Index;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.endurance.replicas.RowReader.Way;
import io.handlersocket.replicas.ReplicaListener;
import io.handlersocket.replicas.Replicas;
import io.handlersocket.replicas.ReplicasBuilder;
import io.handlersocket.replicas.ServerSnapshot;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.ReplicatedMariaDB;
import io.handlersocket.testkit.Seed;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Whatever happens to the servers, no answer of the client is older than it may be, and no session goes back. */
@Timeout(180)
class ReplicaHistoryIT {

    private static final Random RANDOM = Seed.random(ReplicaHistoryIT.class);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final List<Way> WAYS =
            List.of(Way.primary(), Way.within(100), Way.within(300), Way.any(), Way.session(), Way.token());

    @RegisterExtension
    static final ReplicatedMariaDB DB = new ReplicatedMariaDB(2);

    private final AtomicInteger primaries = new AtomicInteger();

    @BeforeEach
    void everyServerFollows() {
        for (int id = 1; id <= 3; id++) {
            if (!DB.server(id).equals(DB.primary())) {
                DB.rejoin(id);
            }
        }
    }

    private static String asPrimary(HandlerSocketMariaDB server) {
        return ReplicasReading.asPrimary(UnfencedPromotion.name(server));
    }

    private Replicas connect() {
        ReplicasBuilder builder =
                Replicas.builder(HandlerSocketClient.builder().name("primary").dataSource(DB.primaryDataSource()));
        for (int id = 1; id <= 3; id++) {
            builder.replica(
                    ReplicasReading.name(id),
                    HandlerSocketClient.builder().dataSource(DB.server(id).dataSource()));
        }
        return builder.waitAtMost(Duration.ofMillis(50))
                .listener(new ReplicaListener() {
                    @Override
                    public void primaryChanged(String from, String to) {
                        primaries.incrementAndGet();
                    }
                })
                .build();
    }

    private static Index startReaders(FreshRun run, Replicas replicas) {
        Index rows = replicas.client().index(IndexSpec.primary("test", "fresh"));
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> replicas.servers().stream()
                                .filter(server -> server.role() == ServerSnapshot.Role.REPLICA && server.usable())
                                .count()
                        == 2);
        for (Way way : WAYS) {
            run.read(way, new ReplicasReading(replicas, rows, way));
        }
        return rows;
    }

    /** Nothing is wrong, and a third of the answers that replicas may give come from replicas. */
    private static void assertClean(FreshRun.Verdict verdict) {
        assertThat(verdict.some()).isEmpty();
        int all = 0;
        int byReplicas = 0;
        for (var answers : verdict.answers().entrySet()) {
            boolean atPrimary = ReplicasReading.isOfPrimary(answers.getKey());
            if (!answers.getKey().startsWith(Way.primary().name() + " from")) {
                all += answers.getValue();
                byReplicas += atPrimary ? 0 : answers.getValue();
            } else {
                assertThat(atPrimary).isTrue();
            }
        }
        System.out.printf("ReplicaHistoryIT: replicas gave %d of %d answers%n", byReplicas, all);
        assertThat(byReplicas).isGreaterThan(all * 3 / 10);
    }

    @Test
    void whileReplicasAreStoppedAndStarted() throws Exception {
        try (FreshRun run = new FreshRun(DB, 2, RANDOM);
                Replicas replicas = connect()) {
            startReaders(run, replicas);
            for (int i = 0; i < 10; i++) {
                int replica = RANDOM.nextInt(2);
                DB.stopSqlThread(replica);
                FreshRun.pause(100 + RANDOM.nextInt(400));
                DB.startSqlThread(replica);
                FreshRun.pause(100 + RANDOM.nextInt(300));
            }
            assertClean(run.end());
        }
    }

    @Test
    void whileAReplicaIsKilledAndComesBack() throws Exception {
        try (FreshRun run = new FreshRun(DB, 2, RANDOM);
                Replicas replicas = connect()) {
            startReaders(run, replicas);
            FreshRun.pause(500);
            DB.replica(0).kill();
            FreshRun.pause(1_000);
            DB.replica(0).start();
            FreshRun.pause(2_000);
            assertClean(run.end());
        }
    }

    @Test
    void whileThePrimaryIsSwitchedAndSwitchedBack() throws Exception {
        try (FreshRun run = new FreshRun(DB, 2, RANDOM);
                Replicas replicas = connect()) {
            startReaders(run, replicas);
            for (int round = 0; round < 2; round++) {
                FreshRun.pause(1_000);
                String old = DB.primary().globalVariable("server_id");
                promote(run, () -> {});
                DB.rejoin(Integer.parseInt(old));
                run.awaitNextCommit();
                FreshRun.pause(1_500);
            }
            assertClean(run.end());
        }
    }

    @Test
    void whileTheOldPrimaryStaysWritableAndConnected() throws Exception {
        try (FreshRun run = new FreshRun(DB, 2, RANDOM);
                Replicas replicas = connect()) {
            startReaders(run, replicas);
            for (int round = 0; round < 2; round++) {
                FreshRun.pause(1_000);
                int known = primaries.get();
                HandlerSocketMariaDB old = UnfencedPromotion.strike(DB, run, replicas);
                Awaitility.await().atMost(PATIENCE).until(() -> primaries.get() > known);
                run.awaitNextCommit();
                FreshRun.pause(1_500); // the client reads from the new primary, and the old one is still writable
                assertThat(old.globalVariable("read_only")).isEqualTo("OFF");
                run.admit(UnfencedPromotion.name(old));
                DB.rejoin(Integer.parseInt(old.globalVariable("server_id")));
                FreshRun.pause(1_500);
            }
            FreshRun.Verdict verdict = run.end();
            assertClean(verdict);
            assertThat(verdict.lost()).isZero();
            assertThat(verdict.answers().keySet())
                    .filteredOn(key -> key.startsWith(Way.primary().name() + " from"))
                    .as("each of the three was the primary once")
                    .hasSize(3);
        }
    }

    @Test
    void whileThePrimaryIsKilledAndTransactionsAreLost() throws Exception {
        try (FreshRun run = new FreshRun(DB, 2, RANDOM);
                Replicas replicas = connect()) {
            startReaders(run, replicas);
            FreshRun.pause(500);
            DB.replica(0).execute("STOP SLAVE IO_THREAD"); // so that something is lost
            FreshRun.pause(300);
            promote(run, DB::killPrimary);
            run.awaitNextCommit();
            FreshRun.pause(1_500);
            FreshRun.Verdict verdict = run.end();
            assertThat(verdict.some()).isEmpty();
            assertThat(verdict.lost()).isPositive();
        } finally {
            DB.stop();
            DB.start();
        }
    }

    /** The change ends when the client knows the new primary. The old one must not answer as the primary any more. */
    private void promote(FreshRun run, Runnable before) {
        int known = primaries.get();
        String old = asPrimary(DB.primary());
        run.admit(asPrimary(DB.replica(0)));
        run.failOver(() -> {
            before.run();
            DB.promote(0);
            Awaitility.await().atMost(PATIENCE).until(() -> primaries.get() > known);
        });
        run.fence(old);
    }
}
