// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.Freshness;
import io.handlersocket.client.GtidPosition;
import io.handlersocket.client.ReplicaListener.Outcome;
import io.handlersocket.client.internal.replica.PositionRing.Sample;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Only the proof of an answer says whether it is fresh enough; times in nanoseconds. */
class AttemptTest {

    private static final GtidPosition AT_10 = GtidPosition.parse("0-1-10");

    private static Outcome judge(Freshness freshness, @Nullable Floor floor, @Nullable Sample covered, long now) {
        return Attempt.judge(new Wish(freshness, floor, null), "db2", 1, AT_10, AT_10, covered, now);
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
