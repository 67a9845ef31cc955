// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.GtidPosition;
import io.handlersocket.client.internal.replica.PositionRing.Sample;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A session never goes backwards, whoever answers. */
class FloorTest {

    private static final long POLL = 50;

    private final Floor floor = new Floor(this);

    private static GtidPosition at(long sequence) {
        return GtidPosition.parse("0-1-" + sequence);
    }

    private boolean admits(long lowest, long highest, @Nullable Sample covered, long now) {
        return floor.admit("db2", at(lowest), at(highest), covered, now);
    }

    @Test
    void aReplicaIsNotBehindWhatAnotherReplicaHasShown() {
        assertThat(admits(5, 7, null, 100)).isTrue();
        assertThat(floor.position()).isEqualTo(at(7));
        assertThat(floor.last()).isEqualTo("db2");
        assertThat(admits(6, 9, null, 110)).as("its lowest packet is behind").isFalse();
        assertThat(floor.position()).as("a refused answer shows nothing").isEqualTo(at(7));
        assertThat(admits(7, 7, null, 120)).isTrue();
    }

    @Test
    void aReplicaCoversASampleThatIsYoungerThanWhatThePrimaryHasShown() {
        floor.primaryAnswered(100);
        assertThat(admits(5, 5, null, 120)).isFalse();
        assertThat(admits(5, 5, new Sample(99, at(5)), 120)).isFalse();
        assertThat(admits(5, 5, new Sample(100, at(5)), 120)).isTrue();
        floor.primaryAnswered(90);
        assertThat(admits(5, 5, new Sample(100, at(5)), 130))
                .as("an older answer changes nothing")
                .isTrue();
    }

    @Test
    void sqlOfTheThreadCountsAtTheNextReadBecauseItsCommitMayComeLater() {
        floor.sqlRan();
        assertThat(floor.mayAdmit(new Sample(199, at(5)), 200)).isFalse();
        assertThat(floor.mayAdmit(new Sample(200, at(5)), 300))
                .as("no SQL since")
                .isTrue();
        floor.sqlRan();
        assertThat(admits(5, 5, new Sample(399, at(5)), 400))
                .as("SQL while the read was under way")
                .isFalse();
    }

    @Test
    void aHopelessReadIsForeseen() {
        assertThat(floor.mayAdmit(null, 10)).isTrue();
        assertThat(floor.mayAdmit(new ReplicaServer.Watermark(at(1), 10), null, POLL))
                .isTrue();
        floor.primaryAnswered(100);
        assertThat(floor.mayAdmit(null, 110)).as("no sample at all").isFalse();
        assertThat(floor.mayAdmit(new ReplicaServer.Watermark(at(1), 149), null, POLL))
                .as("it was seen too early to tell")
                .isTrue();
        assertThat(floor.mayAdmit(new ReplicaServer.Watermark(at(1), 151), new Sample(99, at(1)), POLL))
                .as("it lags")
                .isFalse();
        assertThat(floor.mayAdmit(new ReplicaServer.Watermark(at(1), 151), new Sample(101, at(1)), POLL))
                .isTrue();
        admits(7, 7, new Sample(101, at(7)), 160);
        assertThat(floor.mayAdmit(new ReplicaServer.Watermark(at(6), 170), new Sample(101, at(6)), POLL))
                .isFalse();
    }

    @Test
    void clocksMayBeNegative() {
        floor.primaryAnswered(-100);
        assertThat(admits(5, 5, new Sample(-101, at(5)), -50)).isFalse();
        assertThat(admits(5, 5, new Sample(-99, at(5)), -50)).isTrue();
    }
}
