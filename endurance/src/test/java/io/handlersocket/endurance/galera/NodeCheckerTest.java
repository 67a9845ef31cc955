// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.galera;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.endurance.galera.Finding.Wrong;
import io.handlersocket.endurance.galera.Observed.Way;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Right histories are clean, and each planted error is found as what it is. */
class NodeCheckerTest {

    private static final int KEY = 7;
    private static final int OTHER_KEY = 8;

    /** Versions 0 to 3 of one key, of which the last was never acknowledged, and one attempt that failed. */
    private static final List<Attempt> ATTEMPTS = List.of(
            new Attempt(1, KEY, 0, 100, 0, 0, Attempt.NEVER),
            new Attempt(1, KEY, 1, 101, 100, 1_000, 1_010),
            new Attempt(2, KEY, 2, 102, 101, 2_000, 2_010),
            new Attempt(3, KEY, 2, 202, 101, 2_001, Attempt.NEVER),
            new Attempt(3, KEY, 3, 103, 102, 3_000, Attempt.NEVER),
            new Attempt(1, OTHER_KEY, 0, 800, 0, 0, Attempt.NEVER));

    private static final Map<Integer, Long> LAST = Map.of(KEY, 103L, OTHER_KEY, 800L);

    private final NodeChecker checker = new NodeChecker(ATTEMPTS, LAST);

    private static Observed lookup(int node, long nonce, long begin, long end) {
        return read(Way.LOOKUP, node, nonce, begin, end);
    }

    private static Observed read(Way way, int node, long nonce, long begin, long end) {
        return new Observed(way, node, KEY, (int) (nonce % 100), nonce, begin, end);
    }

    private void assertRight(Observed... reads) {
        assertThat(checker.check(List.of(reads))).isEmpty();
    }

    /** The last of the reads is wrong. */
    private void assertWrong(Wrong wrong, Observed... reads) {
        assertThat(checker.check(List.of(reads))).singleElement().satisfies(finding -> {
            assertThat(finding.wrong()).isEqualTo(wrong);
            assertThat(finding.read()).isEqualTo(reads[reads.length - 1]);
        });
    }

    @Test
    void aNodeMayLagBehindTheOthers() {
        assertRight(lookup(3, 100, 9_000, 9_010), lookup(1, 101, 9_000, 9_010), lookup(2, 102, 9_000, 9_010));
        assertRight(lookup(1, 103, 9_000, 9_010), lookup(2, 102, 9_020, 9_030));
    }

    @Test
    void aNodeHasWhatWasCommittedOnIt() {
        assertRight(lookup(1, 100, 1_010, 1_020)); // it was not acknowledged before the read began
        assertRight(lookup(1, 101, 1_011, 1_020));
        assertWrong(Wrong.OLDER_THAN_WRITE, lookup(1, 100, 1_011, 1_020));
    }

    @Test
    void aNodeNeverGoesBack() {
        assertRight(lookup(3, 102, 5_000, 5_010), lookup(3, 101, 5_010, 5_020)); // at the same time
        assertWrong(Wrong.BACKWARDS, lookup(3, 102, 5_000, 5_010), lookup(3, 101, 5_011, 5_020));
        assertWrong(Wrong.BACKWARDS, lookup(3, 102, 5_000, 5_010), read(Way.SQL, 3, 101, 5_011, 5_020));
    }

    @Test
    void aLookupIsNotOlderThanSqlOfTheSameNode() {
        assertRight(read(Way.SQL, 3, 102, 5_000, 5_010), lookup(3, 101, 5_005, 5_020));
        assertRight(read(Way.SQL, 3, 102, 5_000, 5_010), lookup(1, 101, 5_011, 5_020));
        assertWrong(Wrong.OLDER_THAN_SQL, read(Way.SQL, 3, 102, 5_000, 5_010), lookup(3, 101, 5_011, 5_020));
    }

    @Test
    void theOrderOfTheRecordsDoesNotMatter() {
        assertThat(checker.check(List.of(lookup(3, 101, 5_011, 5_020), lookup(3, 102, 5_000, 5_010))))
                .extracting(Finding::wrong)
                .containsExactly(Wrong.BACKWARDS);
    }

    @Test
    void aSessionThatWaitsHasWhatAnyNodeCommitted() {
        assertRight(read(Way.CAUSAL_SQL, 3, 101, 2_010, 2_020));
        assertRight(read(Way.CAUSAL_SQL, 3, 102, 2_011, 2_020));
        assertWrong(Wrong.STALE, read(Way.CAUSAL_SQL, 3, 101, 2_011, 2_020));
    }

    @Test
    void aVersionIsNotSeenBeforeItsCommit() {
        assertRight(lookup(1, 101, 990, 1_000));
        assertWrong(Wrong.UNCOMMITTED, lookup(1, 101, 990, 999));
    }

    @Test
    void aCommitThatWasNotAcknowledgedMayBeSeen() {
        assertRight(lookup(3, 103, 3_005, 3_010), lookup(2, 102, 3_020, 3_030));
    }

    @Test
    void whatTheClusterNeverCommittedIsNotSeen() {
        assertWrong(Wrong.ROLLED_BACK, lookup(3, 202, 2_005, 2_010));
    }

    @Test
    void anAnswerIsWhatWasWritten() {
        assertWrong(Wrong.INVENTED, lookup(3, 999, 5_000, 5_010));
        assertWrong(Wrong.MIXED_UP, new Observed(Way.LOOKUP, 3, KEY, 1, 102, 5_000, 5_010));
        assertWrong(Wrong.MIXED_UP, new Observed(Way.LOOKUP, 3, OTHER_KEY, 2, 102, 5_000, 5_010));
        assertWrong(Wrong.MISSING, lookup(3, Observed.MISSING, 5_000, 5_010));
        assertWrong(Wrong.TORN, lookup(3, Observed.TORN, 5_000, 5_010));
    }

    @Test
    void whereTheNodeIsUnknownTheVersionIsStillChecked() {
        assertRight(lookup(Observed.UNKNOWN, 102, 5_000, 5_010), lookup(Observed.UNKNOWN, 101, 5_011, 5_020));
        assertWrong(Wrong.ROLLED_BACK, lookup(Observed.UNKNOWN, 202, 5_000, 5_010));
    }

    @Test
    void anAcknowledgedVersionThatIsGoneIsLost() {
        assertThat(checker.lost()).isEmpty();
        assertThat(checker.commits()).isEqualTo(5);
        assertThat(new NodeChecker(ATTEMPTS, Map.of(KEY, 101L, OTHER_KEY, 800L)).lost())
                .extracting(Attempt::nonce)
                .containsExactly(102L);
    }
}
