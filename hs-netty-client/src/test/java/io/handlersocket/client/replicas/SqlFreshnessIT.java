// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.replicas;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.replicas.Finding.Wrong;
import io.handlersocket.client.replicas.RowReader.Way;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.ReplicatedMariaDB;
import io.handlersocket.testkit.Seed;
import io.handlersocket.testkit.TcpProxy;
import java.time.Duration;
import java.util.Random;
import java.util.Set;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.mariadb.jdbc.MariaDbDataSource;

/**
 * The checks of replicas with readers over plain SQL: readers that do it right are clean, under stopped replicas and
 * fail-overs, and each way to do it wrong is found on real servers. No client takes part.
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

    private static void assertFound(FreshRun.Verdict verdict, Wrong... wrongs) {
        assertThat(verdict.counts().keySet()).as("%s", verdict.some()).isEqualTo(Set.of(wrongs));
    }

    @Test
    void readersThatProveTheirAnswersAreCleanWhateverTheReplicasDo() throws Exception {
        Way within = Way.within(100);
        try (FreshRun run = run();
                SampledPositions positions = new SampledPositions(DB.primaryDataSource(), run.clock(), false)) {
            run.read(Way.primary(), fromThePrimary());
            run.read(within, new ProvenSqlReading(() -> replica(0), DB.primaryDataSource(), positions, within));
            run.read(Way.session(), new SqlReading(() -> replica(1)));
            for (int i = 0; i < 6; i++) {
                stopFor(i % 2, 200 + RANDOM.nextInt(200));
            }
            FreshRun.Verdict verdict = run.end();
            assertFound(verdict);
            assertThat(answersOf(verdict, within, DB.replica(0))).isGreaterThan(200);
            assertThat(answersOf(verdict, within, DB.primary())).isGreaterThan(50);
            assertThat(answersOf(verdict, Way.session(), DB.replica(1))).isGreaterThan(200);
        }
    }

    @Test
    void anOrderlyFailOverLosesNothingAndReadersStayClean() throws Exception {
        Way within = Way.within(100);
        HandlerSocketMariaDB next = DB.replica(0);
        try (FreshRun run = run();
                SampledPositions positions = new SampledPositions(DB.primaryDataSource(), run.clock(), false)) {
            run.read(Way.primary(), fromThePrimary());
            run.read(within, new ProvenSqlReading(() -> replica(0), DB.primaryDataSource(), positions, within));
            FreshRun.pause(700);
            String old = DB.primary().globalVariable("server_id");
            run.failOver(() -> DB.promote(0));
            run.fence(old);
            run.awaitNextCommit();
            FreshRun.pause(700);
            FreshRun.Verdict verdict = run.end();
            assertFound(verdict);
            assertThat(verdict.lost()).isZero();
            assertThat(answersOf(verdict, Way.primary(), next)).isGreaterThan(50);
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
            assertThat(verdict.lost()).isGreaterThan(10);
            assertFound(verdict);
        } finally {
            startAgain();
        }
    }

    /** A server that has what the new primary lacks cannot follow it. */
    private static void startAgain() {
        DB.stop();
        DB.start();
    }

    @Test
    void aReplicaThatPromisesWhatItDoesNotCheckIsStale() throws Exception {
        try (FreshRun run = run()) {
            run.read(Way.within(100), new SqlReading(() -> replica(0)));
            stopFor(0, 600);
            assertFound(run.end(), Wrong.STALE);
        }
    }

    @Test
    void anAgeThatCountsFromTheAnswerIsFound() throws Exception {
        Way way = Way.within(1_000);
        try (TcpProxy slow = new TcpProxy("127.0.0.1", DB.primary().getMappedPort(3306));
                FreshRun run = run()) {
            slow.delay(Duration.ofMillis(40), Duration.ZERO);
            MariaDbDataSource slowly =
                    new MariaDbDataSource(DB.server(1).jdbcUrl(slow.port(), "user=test&password=test"));
            try (SampledPositions positions = new SampledPositions(slowly, run.clock(), true)) {
                run.read(way, new ProvenSqlReading(() -> replica(0), DB.primaryDataSource(), positions, way));
                for (int i = 0; i < 3; i++) {
                    stopFor(0, 400);
                }
                assertFound(run.end(), Wrong.WRONG_AGE);
            }
        }
    }

    @Test
    void aSessionThatChangesTheReplicaGoesBackwards() throws Exception {
        SqlReading[] replicas = {new SqlReading(() -> replica(0)), new SqlReading(() -> replica(1))};
        int[] turn = {0};
        try (FreshRun run = run()) {
            run.read(Way.session(), (key, token) -> replicas[turn[0]++ / 4 % 2].read(key, token));
            stopFor(1, 600);
            assertFound(run.end(), Wrong.BACKWARDS);
        } finally {
            replicas[0].close();
            replicas[1].close();
        }
    }

    @Test
    void aReplicaThatIsNotAskedForTheTokenIsBehindIt() throws Exception {
        try (FreshRun run = run()) {
            run.awaitNextCommit();
            run.read(Way.token(), new SqlReading(() -> replica(0)));
            stopFor(0, 400);
            assertFound(run.end(), Wrong.BEHIND_TOKEN);
        }
    }

    @Test
    void anOldPrimaryThatStillAnswersIsFound() throws Exception {
        HandlerSocketMariaDB old = DB.primary();
        String id = old.globalVariable("server_id");
        try (FreshRun run = run()) {
            run.read(Way.primary(), new SqlReading(old::dataSource)); // not at the primary's address
            FreshRun.pause(200);
            old.pause();
            run.failOver(() -> DB.promote(0));
            run.fence(id);
            old.resume();
            run.awaitNextCommit();
            FreshRun.pause(300);
            assertThat(run.end().counts()).containsKeys(Wrong.STALE, Wrong.FENCED);
        } finally {
            startAgain();
        }
    }
}
