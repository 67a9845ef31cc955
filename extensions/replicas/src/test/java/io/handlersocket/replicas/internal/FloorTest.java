// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.handlersocket.replicas.GtidPosition;
import io.handlersocket.replicas.internal.PositionRing.Sample;
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
        return floor.admit("db2", 1, at(lowest), at(highest), covered, now);
    }

    /** The only replica that may answer, if this is what the last probe of db2 has found. */
    private @Nullable String boundTo(boolean usable, long epoch, long probed, long now) {
        ReplicaServer.Standing standing = new ReplicaServer.Standing("B", usable, "", epoch, 1, probed, at(8));
        return floor.boundTo(name -> name.equals("db2") ? standing : fail(name), now);
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
        floor.primaryUsed();
        assertThat(floor.mayAdmit(new Sample(199, at(5)), 200)).isFalse();
        assertThat(floor.mayAdmit(new Sample(200, at(5)), 300))
                .as("no SQL since")
                .isTrue();
        floor.primaryUsed();
        assertThat(admits(5, 5, new Sample(399, at(5)), 400))
                .as("SQL while the read was under way")
                .isFalse();
    }

    /** The first replica was promoted and written to, so that its rows are newer than its position. */
    @Test
    void noOtherReplicaAnswersUntilAProbeHasConfirmedTheOneThatAnsweredLast() {
        assertThat(boundTo(true, 1, 0, 90)).as("none has answered").isNull();
        assertThat(admits(5, 5, null, 100)).isTrue();
        assertThat(boundTo(true, 1, 99, 110)).as("probed before").isEqualTo("db2");
        assertThat(floor.admit("db3", 1, at(9), at(9), null, 120)).isFalse();
        assertThat(floor.admit("db2", 2, at(9), at(9), null, 120))
                .as("it has changed while it answered")
                .isFalse();
        assertThat(admits(6, 6, null, 120)).as("the same one").isTrue();
        assertThat(boundTo(true, 1, 119, 130)).isEqualTo("db2");
        assertThat(boundTo(true, 1, 120, 130)).as("probed since").isNull();
        assertThat(floor.position()).as("what the probe has found").isEqualTo(at(8));
        assertThat(floor.admit("db3", 1, at(7), at(7), null, 140)).isFalse();
        assertThat(floor.admit("db3", 1, at(8), at(8), null, 140)).isTrue();
    }

    /** The domain of a replica that the primary has dropped is in no packet. */
    @Test
    void aProbeRaisesOnlyDomainsThatTheSessionKnows() {
        assertThat(floor.admit("db2", 1, GtidPosition.parse("4-1-5"), GtidPosition.parse("4-1-5"), null, 100))
                .isTrue();
        assertThat(boundTo(true, 1, 120, 130)).isNull();
        assertThat(floor.position()).isEqualTo(GtidPosition.parse("4-1-5"));
    }

    @Test
    void aReplicaThatHasChangedMayHaveShownWhatOnlyThePrimaryHas() {
        admits(5, 5, null, 100);
        assertThat(boundTo(false, 1, 90, 200)).as("such as: it is writable").isNull();
        Sample before = new Sample(199, at(9));
        assertThat(floor.mayAdmit(before, 210)).isFalse();
        assertThat(floor.admit("db3", 1, at(9), at(9), before, 210)).isFalse();
        assertThat(floor.admit("db3", 1, at(9), at(9), new Sample(200, at(9)), 210))
                .isTrue();
    }

    @Test
    void aReplicaThatIsUsableAgainHasChangedToo() {
        admits(5, 5, null, 100);
        assertThat(boundTo(true, 2, 150, 200)).isNull();
        assertThat(admits(9, 9, new Sample(199, at(9)), 210)).isFalse();
        assertThat(admits(9, 9, new Sample(200, at(9)), 210)).isTrue();
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
