// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.replicas.internal.replication.Probe;
import io.handlersocket.replicas.internal.replication.ReplicationStatus;
import io.handlersocket.replicas.internal.replication.ReplicationStatus.Source;
import org.junit.jupiter.api.Test;

/** A position that was set is told from one that was reached. Server 1 is the primary, server 2 the replica. */
class MovedPositionTest {

    private static final long RUNNING = -1;

    private final MovedPosition moved = new MovedPosition();
    private long millis;

    private static Probe at(String applied) {
        return Servers.probe("B", 2, 0, false, true, applied, "0-1-10", applied, "0-1-10");
    }

    /** The probe comes before the status. */
    private String asked(long executed, Probe probe) {
        millis += 250;
        return again(executed, probe);
    }

    /** The status is the last one. */
    private String again(long executed, Probe probe) {
        ReplicationStatus status = Servers.status(millis, new Source(1, true, true, "", executed));
        return moved.of(probe, status).orElse("");
    }

    @Test
    void aPositionThatRisesWhileNothingIsAppliedWasSet() {
        asked(70, at("0-1-10"));
        again(70, at("0-1-10"));
        assertThat(again(70, at("0-1-12"))).as("it may run again").isEmpty();
        assertThat(asked(70, at("0-1-12")))
                .isEqualTo("its position was set from 0-1-10 to 0-1-12 while it applied" + " nothing");
        assertThat(asked(RUNNING, at("0-1-20"))).as("it lasts").contains("0-1-12");
        Probe restarted = Servers.replica("C", 2, "0-1-20");
        assertThat(asked(RUNNING, restarted)).isEmpty();
    }

    @Test
    void aPositionThatIsSetAfterALongRestIsFoundToo() {
        for (int i = 0; i < 5; i++) {
            assertThat(asked(70, at("0-1-10"))).isEmpty();
            assertThat(again(70, at("0-1-10"))).isEmpty();
        }
        assertThat(asked(70, at("0-1-11"))).contains("from 0-1-10 to 0-1-11");
    }

    @Test
    void aPositionThatWasReachedBeforeTheSqlThreadStoppedIsRight() {
        asked(RUNNING, at("0-1-10"));
        again(RUNNING, at("0-1-11"));
        assertThat(asked(70, at("0-1-12"))).as("asked before the stop").isEmpty();
        again(70, at("0-1-13"));
        assertThat(asked(70, at("0-1-13"))).isEmpty();
    }

    @Test
    void aReplicaThatRanBetweenTwoLooksIsRight() {
        asked(70, at("0-1-10"));
        again(70, at("0-1-10"));
        again(70, at("0-1-15"));
        assertThat(asked(75, at("0-1-15"))).as("it has applied something").isEmpty();
        again(75, at("0-1-15"));
        assertThat(asked(75, at("0-1-15"))).isEmpty();
        again(75, at("0-1-16"));
        assertThat(asked(RUNNING, at("0-1-16"))).as("it may have applied it").isEmpty();
    }

    @Test
    void whatAnOldPrimaryHasWrittenItselfIsRight() {
        Probe demoted = Servers.probe("B", 2, 0, false, true, "0-1-10", "0-2-30", "0-2-30", "0-1-10,0-2-30");
        Probe rejoined = Servers.probe("B", 2, 0, false, true, "0-2-30", "0-2-30", "0-2-30", "0-1-10,0-2-30");
        asked(70, demoted);
        again(70, demoted);
        assertThat(asked(70, rejoined)).isEmpty();
    }

    @Test
    void aReplicaThatIsSetUpIsNotJudged() {
        asked(0, at("0-1-10"));
        again(0, at("0-1-10"));
        assertThat(asked(0, at("0-1-50"))).isEmpty();
        asked(70, at("1-1-10"));
        again(70, at("1-1-10"));
        assertThat(asked(70, at("0-1-50,1-1-10"))).as("a domain is new").isEmpty();
    }

    @Test
    void aPositionThatIsSetBackAndForthIsRight() {
        asked(70, at("0-1-10"));
        again(70, at("0-1-10"));
        assertThat(asked(70, at("0-1-4"))).isEmpty();
        assertThat(asked(70, at("0-1-10"))).isEmpty();
        assertThat(asked(70, at("0-1-11"))).contains("from 0-1-10 to 0-1-11");
    }
}
