// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.replicas.Freshness;
import io.handlersocket.replicas.GtidPosition;
import io.handlersocket.replicas.ReplicaListener.Outcome;
import io.handlersocket.replicas.internal.PositionRing.Sample;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Only the proof of an answer says whether it is fresh enough; times in nanoseconds. */
class AttemptTest {

    private static final GtidPosition AT_10 = GtidPosition.parse("0-1-10");

    private static Outcome judge(Freshness freshness, @Nullable Floor floor, @Nullable Sample covered, long now) {
        Attempt.Proof proven = new Attempt.Proof(AT_10, covered);
        return Attempt.judge(new Wish(freshness, floor, null), "db2", 1, proven, AT_10, now);
    }

    @Test
    void theAgeIsTheTimeSinceTheSample() {
        Freshness within = Freshness.within(Duration.ofNanos(100));
        Sample sample = new Sample(-50, AT_10);
        assertThat(judge(within, null, sample, 50)).isEqualTo(Outcome.ACCEPTED);
        assertThat(judge(within, null, sample, 51)).isEqualTo(Outcome.TOO_OLD);
        assertThat(judge(within, null, null, 50)).as("unknown").isEqualTo(Outcome.TOO_OLD);
    }

    @Test
    void anyAgeIsFreshEnoughIfNoneIsWanted() {
        assertThat(judge(Freshness.ANY, null, null, 50)).isEqualTo(Outcome.ACCEPTED);
    }

    @Test
    void aTokenIsCovered() {
        assertThat(judge(Freshness.atLeast(AT_10), null, null, 50)).isEqualTo(Outcome.ACCEPTED);
        assertThat(judge(Freshness.atLeast(GtidPosition.parse("0-1-11")), null, null, 50))
                .isEqualTo(Outcome.BEHIND);
    }

    /** The position in a packet can be newer than its rows. */
    @Test
    void rowsContainWhatWasKnownBeforeAndIsStillThere() {
        PositionRing ring = new PositionRing();
        ring.add(5, GtidPosition.parse("0-1-9"));
        ring.add(7, AT_10);
        GtidPosition at9 = GtidPosition.parse("0-1-9");
        assertThat(Attempt.Proof.ofRows(at9, AT_10, ring)).isEqualTo(new Attempt.Proof(at9, new Sample(5, at9)));
        assertThat(Attempt.Proof.ofRows(AT_10, at9, ring).position())
                .as("the server was set back")
                .isEqualTo(at9);
        assertThat(Attempt.Proof.ofRows(AT_10, AT_10, ring).ageNanos(17)).isEqualTo(10);
        assertThat(Attempt.Proof.ofRows(GtidPosition.NONE, AT_10, ring).ageNanos(17))
                .as("unknown")
                .isEqualTo(-1);
    }

    @Test
    void aReadIsRepeatedIfItsPositionWouldDo() {
        Wish at10 = new Wish(Freshness.atLeast(AT_10), null, null);
        Attempt.Proof shown = new Attempt.Proof(AT_10, null);
        assertThat(Attempt.isWorthAgain(at10, Outcome.BEHIND, shown, 50)).isTrue();
        assertThat(Attempt.isWorthAgain(at10, Outcome.ACCEPTED, shown, 50)).isFalse();
        Wish young = new Wish(Freshness.within(Duration.ofNanos(10)), null, null);
        assertThat(Attempt.isWorthAgain(young, Outcome.TOO_OLD, new Attempt.Proof(AT_10, new Sample(39, AT_10)), 50))
                .isFalse();
        assertThat(Attempt.isWorthAgain(young, Outcome.TOO_OLD, new Attempt.Proof(AT_10, new Sample(40, AT_10)), 50))
                .isTrue();
    }

    @Test
    void theSessionGoesNotBackwardsAndARefusedAnswerLeavesItAlone() {
        Floor floor = new Floor(this);
        assertThat(judge(Freshness.atLeast(GtidPosition.parse("0-1-11")), floor, null, 50))
                .isEqualTo(Outcome.BEHIND);
        assertThat(floor.position()).isEqualTo(GtidPosition.NONE);
        assertThat(judge(Freshness.ANY, floor, null, 50)).isEqualTo(Outcome.ACCEPTED);
        assertThat(floor.position()).isEqualTo(AT_10);
        floor.primaryAnswered(60);
        assertThat(judge(Freshness.ANY, floor, new Sample(59, AT_10), 70)).isEqualTo(Outcome.BEHIND);
    }
}
