// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.replicas.GtidPosition;
import io.handlersocket.replicas.ReplicaListener;
import io.handlersocket.replicas.internal.replication.Probe;
import io.handlersocket.replicas.internal.replication.ReplicationStatus;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Who the primary is, by a clock that the test turns; in milliseconds. */
class PrimaryStateTest {

    private static final long MILLI = 1_000_000;
    private static final long LEASE = 500;

    private final List<String> changes = new ArrayList<>();
    private final List<String> knownAtChanges = new ArrayList<>();
    private @Nullable ServerFacts connected = Servers.facts("A");
    private long now;
    private final PrimaryState state = new PrimaryState(
            "db",
            LEASE * MILLI,
            () -> connected,
            new ReplicaEvents(
                    List.of(new ReplicaListener() {
                        @Override
                        public void primaryChanged(String from, String to) {
                            changes.add(from + ">" + to);
                            knownAtChanges.add(state.require().identity());
                        }
                    }),
                    System::nanoTime),
            () -> now * MILLI);

    private boolean answers(String identity, String position) {
        return answers(identity, position, true);
    }

    private boolean answers(String identity, String position, boolean fresh) {
        return state.answered(
                Servers.probe(identity, 1, now * MILLI, fresh, false, "", position, position, position), Servers.NONE);
    }

    private void assertFenced(String why) {
        assertThat(state.isServing()).isFalse();
        assertThatExceptionOfType(UnavailableException.class)
                .isThrownBy(state::require)
                .withMessageContaining(why)
                .matches(e -> e.reason() == UnavailableException.Reason.FENCED && e.retryable());
    }

    private long ageOf(String position) {
        PositionRing.Sample sample = state.ring().coveredBy(GtidPosition.parse(position));
        return sample == null ? -1 : now - sample.nanos() / MILLI;
    }

    @Test
    void nobodyIsThePrimaryBeforeTheFirstAnswer() {
        assertFenced("not asked yet");
        connected = null;
        assertThat(answers("A", "0-1-1")).isFalse();
        assertFenced("its client has not reached it yet");
    }

    @Test
    void theLeaseBeginsWhenTheQuestionIsSent() {
        now = 1_000;
        assertThat(answers("A", "0-1-1")).isTrue();
        PrimaryState.Standing before = state.require();
        now += LEASE;
        state.requireStill(before);
        now++;
        assertFenced("no clean answer of the probe for 500 ms");
        assertThat(answers("A", "0-1-1", false))
                .as("by the session of the lost lease")
                .isFalse();
        assertFenced("over a new connection");
        assertThat(answers("A", "0-1-1")).isTrue();
        assertThat(state.isServing()).isTrue();
        assertThatExceptionOfType(UnavailableException.class)
                .as("an answer that was under way all the time")
                .isThrownBy(() -> state.requireStill(before));
        assertThat(changes).containsExactly(">A");
    }

    @Test
    void aFailureEndsTheLeaseAtOnce() {
        answers("A", "0-1-1");
        PrimaryState.Standing before = state.require();
        state.failed("SQL: gone");
        assertFenced("SQL: gone");
        answers("A", "0-1-1");
        assertThatExceptionOfType(UnavailableException.class).isThrownBy(() -> state.requireStill(before));
    }

    @Test
    void aReadOnlyServerIsNoPrimary() {
        answers("A", "0-1-1");
        Probe demoted = Servers.probe("A", 1, 0, false, true, "", "0-1-1", "0-1-1", "0-1-1");
        assertThat(state.answered(demoted, Servers.NONE)).isFalse();
        assertFenced("it is read-only");
    }

    @Test
    void aServerWithoutBinaryLogAndANodeOfGaleraHaveNoPositions() {
        connected = Servers.facts("A", "10.11.19-MariaDB", "test@%", "game", false, false);
        answers("A", "");
        assertFenced("log_bin");
        connected = Servers.facts("A", "10.11.19-MariaDB", "test@%", "game", true, true);
        answers("A", "");
        assertFenced("Galera");
    }

    @Test
    void probeAndClientReachTheSameServer() {
        assertThat(answers("B", "0-1-1")).isFalse();
        assertFenced("SQL reaches another server");
        answers("A", "0-1-1");
        connected = Servers.facts("B");
        assertFenced("its client reaches another server than the probe");
        connected = null;
        assertFenced("its client reaches another server than the probe");
    }

    @Test
    void anAnswerIsOfTheServerThatWasProbed() {
        answers("A", "0-1-1");
        PrimaryState.Standing before = state.require();
        state.requireStill(before, "A");
        assertThatExceptionOfType(UnavailableException.class)
                .isThrownBy(() -> state.requireStill(before, "B"))
                .withMessageContaining("another server has answered");
    }

    @Test
    void anotherProcessBeginsAnotherGenerationAndForgetsTheSamples() {
        answers("A", "0-1-10");
        PrimaryState.Standing before = state.require();
        int generation = state.now().generation();
        now += 50;
        assertThat(ageOf("0-1-10")).isEqualTo(50);
        connected = Servers.facts("B");
        assertThat(answers("B", "0-2-12")).isTrue();
        assertThatExceptionOfType(UnavailableException.class)
                .as("an answer of the old one")
                .isThrownBy(() -> state.requireStill(before));
        assertThat(state.now().generation()).isEqualTo(generation + 1);
        assertThat(ageOf("0-1-10")).isEqualTo(-1);
        assertThat(ageOf("0-2-12")).isZero();
        assertThat(changes).containsExactly(">A", "A>B");
        assertThat(knownAtChanges)
                .as("what a listener sees, so that no replica of the old history answers")
                .containsExactly("A", "B");
    }

    @Test
    void theSameProcessWithALowerPositionHasAnotherHistory() {
        answers("A", "0-1-10");
        int generation = state.now().generation();
        answers("A", "0-1-3");
        assertThat(state.now().generation()).as("RESET MASTER").isEqualTo(generation + 1);
        assertThat(ageOf("0-1-3")).isZero();
    }

    @Test
    void anOldPrimaryIsAcceptedOnlyWithAllThatItsSuccessorHas() {
        answers("A", "0-1-10");
        connected = Servers.facts("B");
        answers("B", "0-2-20");
        connected = Servers.facts("A");
        assertThat(answers("A", "0-1-12")).isFalse();
        assertFenced("an old primary that lacks transactions of its successor");
        assertThat(answers("A", "0-2-20")).isTrue();
        connected = Servers.facts("B");
        answers("B", "0-2-30");
        state.isFollowedBy("A");
        connected = Servers.facts("A");
        assertThat(answers("A", "0-1-25")).as("it was a replica of B").isTrue();
    }

    /** Cut off but writable, it has given higher numbers to transactions of its own. */
    @Test
    void theNumbersOfAnOldPrimaryAreNotThoseOfItsSuccessor() {
        answers("A", "0-1-100");
        connected = Servers.facts("B");
        assertThat(state.answered(
                        Servers.probe("B", 2, 0, true, false, "", "0-2-150", "0-2-150", "0-1-100,0-2-150"),
                        Servers.NONE))
                .isTrue();
        connected = Servers.facts("A");
        assertThat(answers("A", "0-1-200")).isFalse();
        assertFenced("an old primary that lacks transactions of its successor");
        Probe rejoined = Servers.probe("A", 1, 0, true, false, "0-2-160", "0-2-160", "", "0-1-100,0-2-160");
        assertThat(state.answered(rejoined, Servers.NONE)).isTrue();
    }

    @Test
    void afterADoubtOnlyALaterConnectionProvesThePrimary() {
        answers("A", "0-1-10");
        PrimaryState.Standing before = state.require();
        state.doubts().set("db2", "db2 is writable");
        assertFenced("another server may be the primary: db2 is writable");
        assertThat(answers("A", "0-1-10", false)).as("an old connection").isFalse();
        assertFenced("db2 is writable");
        assertThat(answers("A", "0-1-10", false)).isFalse();
        assertThat(answers("A", "0-1-10", true))
                .as("the address can move later")
                .isFalse();
        assertThat(state.isServing()).isTrue();
        assertThatExceptionOfType(UnavailableException.class).isThrownBy(() -> state.requireStill(before));
        state.doubts().set("db2", "db2 is writable");
        assertThat(state.isServing()).as("the same doubt").isTrue();
        state.doubts().set("db2", null);
        assertThat(answers("A", "0-1-10", true)).isTrue();
    }

    @Test
    void aConnectionOfTheTimeBeforeTheDoubtProvesNothing() {
        answers("A", "0-1-10");
        state.doubts().set("db2", "db2 is writable");
        assertThat(answers("A", "0-1-10", true))
                .as("opened before, answered after")
                .isFalse();
        assertFenced("db2 is writable");
    }

    @Test
    void aPromotedReplicaMayLackTransactionsBecauseSqlReachesItToo() {
        answers("A", "0-1-10");
        connected = Servers.facts("B");
        assertThat(answers("B", "0-1-8")).isTrue();
        assertThat(state.isServing()).isTrue();
    }

    @Test
    void aSuspendedMachineMakesAllAgesUnknown() {
        now = 1_000;
        answers("A", "0-1-1");
        now = 1_050;
        answers("A", "0-1-2");
        assertThat(ageOf("0-1-1")).isEqualTo(50);
        now = 1_100;
        Probe later = Servers.primary("A", 1, now * MILLI, "0-1-3");
        Probe suspended = new Probe(
                later.sentNanos(),
                later.wallMillis() + 60_000,
                false,
                "A",
                1,
                false,
                later.applied(),
                later.logged(),
                later.current(),
                later.logState());
        assertThat(state.answered(suspended, Servers.NONE)).isTrue();
        assertThat(ageOf("0-1-2")).isEqualTo(-1);
        assertThat(ageOf("0-1-3")).isZero();
    }

    @Test
    void whatThePrimaryAppliedAsAReplicaCountsToo() {
        state.answered(Servers.probe("A", 1, 0, true, false, "0-7-30,1-7-4", "0-1-20", "", ""), Servers.NONE);
        assertThat(ageOf("0-7-30")).isEqualTo(-1);
        assertThat(ageOf("0-7-30,1-7-4")).isZero();
    }

    @Test
    void aPositionOfAnotherPrimaryIsNotComparedByItsNumbers() {
        assertThat(state.knows(GtidPosition.NONE)).as("nothing is known yet").isFalse();
        state.answered(Servers.probe("A", 1, 0, true, false, "", "0-1-20", "0-1-20", "0-1-20,0-7-12"), Servers.NONE);
        assertThat(state.knows(GtidPosition.parse("0-1-20"))).isTrue();
        assertThat(state.knows(GtidPosition.parse("0-1-25")))
                .as("committed since the probe")
                .isTrue();
        assertThat(state.knows(GtidPosition.parse("0-7-12")))
                .as("of the primary before")
                .isTrue();
        assertThat(state.knows(GtidPosition.parse("0-7-13"))).as("lost").isFalse();
        assertThat(state.knows(GtidPosition.parse("0-2-19")))
                .as("of the primary after")
                .isFalse();
        assertThat(state.knows(GtidPosition.parse("0-1-20,1-2-1"))).isFalse();
        assertThat(state.knows(GtidPosition.NONE)).isTrue();
    }

    @Test
    void replicasKnowWhatTheBinaryLogLeavesOut() {
        state.answered(
                Servers.primary("A", 1, 0, "0-1-1"),
                new ReplicationStatus(0, List.of(), List.of("binlog_do_db=x"), "GRANT"));
        assertThat(state.require().filters()).containsExactly("binlog_do_db=x");
        assertThat(state.require().missing()).isEqualTo("GRANT");
    }
}
