// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.replicas;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.endurance.replicas.RowReader.Way;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.ReplicatedMariaDB;
import io.handlersocket.testkit.Seed;
import java.util.Random;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The checks of replicas with readers over plain SQL: readers that do it right are clean, under stopped replicas and
 * fail-overs. No client takes part. {@link FreshnessCheckerTest} has a history for each way to do it wrong.
 */
@Timeout(120)
class SqlFreshnessIT {

    private static final Random RANDOM = Seed.random(SqlFreshnessIT.class);

    @RegisterExtension
    static final ReplicatedMariaDB DB = new ReplicatedMariaDB(2);

    /** Server 1 is the primary or a replica, whatever the test before has done. */
    @BeforeEach
    void everyServerFollows() {
        for (int id = 1; id <= 3; id++) {
            if (!DB.server(id).equals(DB.primary())) {
                DB.rejoin(id);
            }
        }
    }

    private static DataSource replica(int i) {
        return DB.replica(i).dataSource();
    }

    private static SqlReading fromThePrimary() {
        return new SqlReading(DB::primaryDataSource);
    }

    private static FreshRun run() {
        return new FreshRun(DB, 2, RANDOM);
    }

    /** Stops the replica for a while, longer than the bound that is read. */
    private static void stopFor(int replica, long millis) throws InterruptedException {
        DB.stopSqlThread(replica);
        FreshRun.pause(millis);
        DB.startSqlThread(replica);
        FreshRun.pause(50 + RANDOM.nextInt(200));
    }

    private static int answersOf(FreshRun.Verdict verdict, Way way, HandlerSocketMariaDB server) {
        return verdict.answers().getOrDefault(way.name() + " from " + server.globalVariable("server_id"), 0);
    }

    private static void assertClean(FreshRun.Verdict verdict) {
        assertThat(verdict.counts()).as("%s", verdict.some()).isEmpty();
    }

    @Test
    void readersThatProveTheirAnswersAreCleanWhateverTheReplicasDo() throws Exception {
        Way within = Way.within(100);
        try (FreshRun run = run();
                SampledPositions positions = new SampledPositions(DB.primaryDataSource(), run.clock())) {
            run.read(Way.primary(), fromThePrimary());
            run.read(within, new ProvenSqlReading(() -> replica(0), DB.primaryDataSource(), positions, within));
            run.read(Way.session(), new SqlReading(() -> replica(1)));
            for (int i = 0; i < 6; i++) {
                stopFor(i % 2, 200 + RANDOM.nextInt(200));
            }
            FreshRun.Verdict verdict = run.end();
            assertClean(verdict);
            assertThat(answersOf(verdict, within, DB.replica(0))).isPositive();
            assertThat(answersOf(verdict, within, DB.primary())).isPositive();
            assertThat(answersOf(verdict, Way.session(), DB.replica(1))).isPositive();
        }
    }

    @Test
    void anOrderlyFailOverLosesNothingAndReadersStayClean() throws Exception {
        Way within = Way.within(100);
        HandlerSocketMariaDB next = DB.replica(0);
        try (FreshRun run = run();
                SampledPositions positions = new SampledPositions(DB.primaryDataSource(), run.clock())) {
            run.read(Way.primary(), fromThePrimary());
            run.read(within, new ProvenSqlReading(() -> replica(0), DB.primaryDataSource(), positions, within));
            FreshRun.pause(700);
            String old = DB.primary().globalVariable("server_id");
            run.failOver(() -> DB.promote(0));
            run.fence(old);
            run.awaitNextCommit();
            FreshRun.pause(700);
            FreshRun.Verdict verdict = run.end();
            assertClean(verdict);
            assertThat(verdict.lost()).isZero();
            assertThat(answersOf(verdict, Way.primary(), next)).isPositive();
        }
    }

    @Test
    void theWritersKnowWhatAKilledPrimaryHasLost() throws Exception {
        try (FreshRun run = run()) {
            run.read(Way.primary(), fromThePrimary());
            FreshRun.pause(300);
            DB.replica(0).execute("STOP SLAVE IO_THREAD"); // so that something is lost
            FreshRun.pause(300);
            run.failOver(() -> {
                DB.killPrimary();
                DB.promote(0);
            });
            run.awaitNextCommit();
            FreshRun.pause(500);
            FreshRun.Verdict verdict = run.end();
            assertThat(verdict.lost()).isPositive();
            assertClean(verdict);
        } finally {
            startAgain();
        }
    }

    /** A server that has what the new primary lacks cannot follow it. */
    private static void startAgain() {
        DB.stop();
        DB.start();
    }
}
