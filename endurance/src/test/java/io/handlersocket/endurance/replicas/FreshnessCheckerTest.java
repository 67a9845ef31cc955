// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.replicas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.endurance.replicas.Finding.Wrong;
import io.handlersocket.testkit.Seed;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Right histories are clean, and each planted error is found as what it is. */
class FreshnessCheckerTest {

    private static final int KEY = 7;
    private static final long ANY = Observed.UNBOUNDED;
    private static final long KILLED = 5_000;
    private static final long ADOPTED = 6_000;

    /** Versions 0 to 3 at 0, 1000, 2000, 3000; version 4 is lost at 5000, and written again at 7000. */
    private static final List<Commit> COMMITS = List.of(
            Commit.acknowledged(KEY, 0, 100, 0, 10),
            Commit.acknowledged(KEY, 1, 101, 990, 1_000),
            Commit.acknowledged(KEY, 2, 102, 1_990, 2_000),
            Commit.acknowledged(KEY, 3, 103, 2_990, 3_000),
            Commit.acknowledged(KEY, 4, 104, 3_990, 4_000).lost(KILLED, ADOPTED),
            Commit.acknowledged(KEY, 4, 204, 6_990, 7_000),
            Commit.acknowledged(8, 0, 800, 0, 10));

    private final FreshnessChecker checker = new FreshnessChecker(COMMITS, List.of(new Fencing("one", ADOPTED, 9_000)));

    private static Observed read(long nonce, long begin, long end, long bound) {
        return read(Observed.NO_SESSION, nonce, begin, end, bound);
    }

    private static Observed read(int session, long nonce, long begin, long end, long bound) {
        int version = (int) (nonce % 100);
        return new Observed(session, KEY, version, nonce, begin, end, "two", bound, Observed.UNKNOWN, 0);
    }

    private static Observed withAge(Observed read, long age) {
        return changed(read, read.server(), age, read.token());
    }

    private static Observed withToken(Observed read, long token) {
        return changed(read, read.server(), read.age(), token);
    }

    private static Observed from(Observed read, String server) {
        return changed(read, server, read.age(), read.token());
    }

    private static Observed changed(Observed read, String server, long age, long token) {
        return new Observed(
                read.session(),
                read.key(),
                read.version(),
                read.nonce(),
                read.begin(),
                read.end(),
                server,
                read.bound(),
                age,
                token);
    }

    private void assertRight(Observed read) {
        assertThat(checker.check(read)).isEmpty();
    }

    private void assertWrong(Wrong wrong, Observed read) {
        assertThat(checker.check(read)).extracting(Finding::wrong).containsExactly(wrong);
    }

    @Test
    void aBoundIsKeptToTheNanosecond() {
        assertRight(read(101, 2_100, 2_110, 100)); // 2000 was not acknowledged before 2000
        assertWrong(Wrong.STALE, read(101, 2_101, 2_110, 100));
        assertRight(read(102, 2_101, 2_110, 100));
        assertRight(read(100, 3_500, 3_510, ANY));
    }

    @Test
    void thePrimaryHasAllThatWasAcknowledgedBeforeTheBegin() {
        assertRight(read(102, 2_001, 2_010, 0));
        assertRight(read(103, 2_950, 2_995, 0)); // its COMMIT was under way
        assertRight(read(102, 2_950, 2_995, 0));
        assertWrong(Wrong.STALE, read(101, 2_001, 2_010, 0));
    }

    @Test
    void aClaimedAgeIsTrueWhateverWasAskedFor() {
        assertRight(withAge(read(101, 2_100, 2_110, ANY), 100));
        assertWrong(Wrong.WRONG_AGE, withAge(read(101, 2_101, 2_110, ANY), 100));
        assertThat(checker.check(withAge(read(100, 2_101, 2_110, 1_000), 10)))
                .extracting(Finding::wrong)
                .containsExactly(Wrong.STALE, Wrong.WRONG_AGE);
    }

    @Test
    void aTokenIsCoveredUnlessItIsLost() {
        assertRight(withToken(read(102, 3_500, 3_510, ANY), 102));
        assertRight(withToken(read(103, 3_500, 3_510, ANY), 102));
        assertWrong(Wrong.BEHIND_TOKEN, withToken(read(101, 3_500, 3_510, ANY), 102));
        assertWrong(Wrong.BEHIND_TOKEN, withToken(read(103, 4_900, 4_999, ANY), 104));
        assertRight(withToken(read(103, 4_900, KILLED, ANY), 104));
        Observed ofAnotherKey = withToken(read(103, 4_900, 4_999, ANY), 800);
        assertThatThrownBy(() -> checker.check(ofAnotherKey)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aSessionNeverGoesBackwardsExceptFromALostVersion() {
        assertRight(read(1, 102, 3_500, 3_510, ANY));
        assertWrong(Wrong.BACKWARDS, read(1, 101, 3_520, 3_530, ANY));
        assertRight(read(2, 101, 3_540, 3_550, ANY)); // another session
        assertRight(read(1, 104, 4_100, 4_110, ANY));
        assertWrong(Wrong.BACKWARDS, read(1, 103, 4_120, 4_130, ANY));
        assertRight(read(1, 103, 5_100, 5_110, ANY)); // 104 is lost by now
        assertWrong(Wrong.BACKWARDS, read(1, 101, 5_120, 5_130, ANY)); // 103 is not
        assertRight(read(1, 204, 7_100, 7_110, ANY));
    }

    @Test
    void aLostVersionIsRequiredUntilTheKillAndForbiddenOnceTheNewPrimaryIsKnown() {
        assertWrong(Wrong.STALE, read(103, 4_900, 4_999, 0));
        assertRight(read(103, 4_900, KILLED, 0));
        assertRight(read(104, 5_500, 5_510, 0));
        assertRight(read(104, ADOPTED, 6_010, ANY));
        assertWrong(Wrong.LOST, read(104, 6_001, 6_010, ANY));
        assertRight(read(103, 6_001, 6_010, 0));
        assertWrong(Wrong.STALE, read(103, 7_001, 7_010, 0));
    }

    @Test
    void aVersionIsOneThatWasWrittenToThisKey() {
        assertWrong(Wrong.MISSING, new Observed(-1, KEY, 0, 0, 50, 60, "two", 0, -1, 0));
        assertWrong(Wrong.INVENTED, read(305, 7_100, 7_110, ANY));
        assertWrong(Wrong.MIXED_UP, new Observed(-1, KEY, 0, 800, 50, 60, "two", ANY, -1, 0));
        assertWrong(Wrong.MIXED_UP, new Observed(-1, KEY, 2, 103, 3_100, 3_110, "two", ANY, -1, 0));
        assertWrong(Wrong.UNCOMMITTED, read(102, 1_900, 1_989, ANY));
        assertRight(read(102, 1_900, 1_990, ANY));
    }

    @Test
    void aFencedServerDoesNotAnswerWhatBeginsLater() {
        assertRight(from(read(103, 5_999, 6_100, ANY), "one"));
        assertWrong(Wrong.FENCED, from(read(103, 6_000, 6_100, ANY), "one"));
        assertRight(from(read(204, 9_000, 9_100, ANY), "one"));
    }

    /** The one that answers as the primary is named by its identity, whatever name the application gave it. */
    @Test
    void anOldPrimaryIsFoundByItsIdentity() {
        String old = ReplicasReading.name("host/3306/1/mariadbd.pid/c3d5-0242ac110002");
        String next = ReplicasReading.name("host/3307/2/mariadbd.pid/7a11-0242ac110002");
        assertThat(List.of(old, next)).containsExactly("db1", "db2");
        FreshnessChecker fencing = new FreshnessChecker(
                COMMITS, List.of(new Fencing(ReplicasReading.asPrimary(old), ADOPTED, Commit.NEVER)));
        Observed late = from(read(103, 6_500, 6_510, 0), ReplicasReading.asPrimary(old));
        assertThat(fencing.check(late)).extracting(Finding::wrong).containsExactly(Wrong.FENCED);
        assertThat(fencing.check(from(late, ReplicasReading.asPrimary(next)))).isEmpty();
        assertThat(fencing.check(from(late, old))).as("as a replica").isEmpty();
        assertThat(fencing.check(from(read(103, 5_500, 5_510, 0), ReplicasReading.asPrimary(old))))
                .as("before the client knew the new primary")
                .isEmpty();
    }

    @Test
    void badRecordsAreRefused() {
        assertThat(new Commit(1, 1, 1, 5, Commit.NEVER, 6, 7).isLost()).isTrue();
        assertThatThrownBy(() -> Commit.acknowledged(1, 1, 1, 5, Commit.NEVER)).hasMessageContaining("read the row");
        assertThatThrownBy(() -> new FreshnessChecker(
                        List.of(Commit.acknowledged(1, 1, 9, 5, 8), Commit.acknowledged(2, 1, 9, 5, 8)), List.of()))
                .hasMessageContaining("nonce 9 twice");
        assertThatThrownBy(() -> new FreshnessChecker(
                        List.of(Commit.acknowledged(1, 1, 1, 5, 50), Commit.acknowledged(1, 1, 2, 6, 10)), List.of()))
                .hasMessageContaining("two writers");
    }

    @Test
    void rightHistoriesAreCleanAndOneOldAnswerIsFound() {
        Random random = Seed.random(FreshnessCheckerTest.class);
        int planted = 0;
        for (int i = 0; i < 200; i++) {
            SimulatedReplication history = new SimulatedReplication(random);
            FreshnessChecker clean = new FreshnessChecker(history.commits(), List.of());
            for (Observed read : history.reads()) {
                assertThat(clean.check(read)).as("history %s", i).isEmpty();
            }
            planted += findsTheOldAnswer(history) ? 1 : 0;
        }
        assertThat(planted).isGreaterThan(100);
    }

    /** Makes the claim of one answer too small by what makes a difference to some commit. */
    private static boolean findsTheOldAnswer(SimulatedReplication history) {
        FreshnessChecker checking = new FreshnessChecker(history.commits(), List.of());
        for (Observed read : history.reads()) {
            Observed better = withAge(read, 0);
            if (checking.check(read).isEmpty()
                    && checking.check(better).stream().anyMatch(finding -> finding.wrong() == Wrong.WRONG_AGE)) {
                return true;
            }
        }
        return false;
    }
}
