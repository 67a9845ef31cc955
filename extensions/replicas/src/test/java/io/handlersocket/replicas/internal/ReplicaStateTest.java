// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.replicas.internal.replication.Probe;
import io.handlersocket.replicas.internal.replication.ReplicationStatus;
import io.handlersocket.replicas.internal.replication.ReplicationStatus.Source;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Why a replica is left alone. Server 1 is the primary, server 2 the replica. */
class ReplicaStateTest {

    private static final ServerFacts PRIMARY = Servers.facts("A");
    private static final ServerFacts REPLICA = Servers.facts("B");
    private static final Probe UP_TO_DATE = Servers.replica("B", 2, "0-1-10");

    private long nanos;
    private final ReplicaState state = new ReplicaState(() -> nanos);
    private Probe primary = Servers.primary("A", 1, 0, "0-1-10");
    private int generation = 1;
    private long millis;

    private @Nullable String reason(Probe probe, ReplicationStatus status) {
        return reason(probe, status, REPLICA);
    }

    private @Nullable String reason(Probe probe, ReplicationStatus status, ServerFacts facts) {
        nanos += 2;
        return reason(probe, status, facts, nanos - 1);
    }

    private @Nullable String reason(Probe probe, ReplicationStatus status, ServerFacts facts, long primaryNanos) {
        Probe asked = new Probe(
                primaryNanos,
                0,
                false,
                primary.identity(),
                primary.serverId(),
                false,
                primary.applied(),
                primary.logged(),
                primary.current(),
                primary.logState());
        var standing = new PrimaryState.Standing(true, "", 1, generation, 0, asked, List.of(), "");
        return state.refusal(probe, status, facts, PRIMARY, standing).orElse(null);
    }

    private @Nullable String next(Probe probe) {
        millis += 250;
        return reason(probe, Servers.following(1, millis));
    }

    private void attach() {
        assertThat(next(UP_TO_DATE)).isEqualTo("it was not seen connected to this primary yet");
        assertThat(next(UP_TO_DATE)).isNull();
    }

    @Test
    void aReplicaIsUsedAfterTwoLooksAtItsConnection() {
        assertThat(reason(UP_TO_DATE, Servers.following(1, 1_000))).contains("not seen connected");
        assertThat(reason(UP_TO_DATE, Servers.following(1, 1_000)))
                .as("the same look")
                .contains("not seen connected");
        assertThat(reason(UP_TO_DATE, Servers.following(1, 1_199))).contains("not seen connected");
        assertThat(reason(UP_TO_DATE, Servers.following(1, 1_200))).isNull();
        Source stopped = new Source(1, false, true, "IO thread stopped", -1);
        assertThat(reason(UP_TO_DATE, Servers.status(2_000, stopped)))
                .as("its age tells")
                .isNull();
    }

    @Test
    void aConnectionThatEndsBetweenTheLooksDoesNotCount() {
        Source refused = new Source(1, false, true, "IO thread stopped: error 1236", -1);
        assertThat(reason(UP_TO_DATE, Servers.following(1, 1_000))).contains("not seen connected");
        assertThat(reason(UP_TO_DATE, Servers.status(1_250, refused))).contains("not seen connected");
        assertThat(reason(UP_TO_DATE, Servers.following(1, 1_500))).contains("not seen connected");
        assertThat(reason(UP_TO_DATE, Servers.following(1, 1_750))).isNull();
    }

    @Test
    void anotherPrimaryAndAnotherProcessMustBeSeenAnew() {
        attach();
        generation++;
        attach();
        Probe restarted = Servers.replica("C", 2, "0-1-10");
        ServerFacts facts = Servers.facts("C");
        assertThat(reason(restarted, Servers.following(1, 5_000), facts)).contains("not seen connected");
        assertThat(reason(restarted, Servers.following(1, 5_250), facts)).isNull();
    }

    @Test
    void aServerThatIsNoReplicaOfThePrimaryIsLeftAlone() {
        attach();
        assertThat(reason(Servers.primary("A", 1, 0, "0-1-10"), Servers.NONE, PRIMARY))
                .isEqualTo("it is the primary");
        assertThat(reason(Servers.primary("B", 2, 0, "0-1-10"), Servers.NONE)).contains("it is writable");
        assertThat(reason(UP_TO_DATE, Servers.NONE)).contains("it replicates from 0 servers");
        assertThat(reason(UP_TO_DATE, Servers.following(7, 0)))
                .isEqualTo("it follows server 7, not the primary (server 1)");
        assertThat(reason(UP_TO_DATE, Servers.following(0, 0))).isEqualTo("it has not connected to its primary");
        Source source = new Source(1, true, true, "", -1);
        assertThat(reason(UP_TO_DATE, Servers.status(0, source, source))).contains("from 2 servers");
        assertThat(reason(UP_TO_DATE, Servers.status(0, new Source(1, true, false, "", -1))))
                .contains("master_use_gtid");
        assertThat(reason(UP_TO_DATE, Servers.following(1, 0), Servers.facts("X")))
                .contains("SQL reaches another");
        assertThat(next(UP_TO_DATE)).as("none of this lasts").isNull();
    }

    @Test
    void filtersAndMissingPrivilegesAreNamed() {
        var filter = new ReplicationStatus(0, Servers.following(1, 0).sources(), List.of("replicate_do_db=x"), "");
        assertThat(reason(UP_TO_DATE, filter)).contains("replicate_do_db=x");
        var denied = new ReplicationStatus(0, List.of(), List.of(), "GRANT SLAVE MONITOR ON *.* TO the account");
        assertThat(reason(UP_TO_DATE, denied)).contains("GRANT SLAVE MONITOR");
        var filtered = new PrimaryState.Standing(true, "", 1, 1, 0, primary, List.of("binlog_ignore_db=x"), "");
        assertThat(state.refusal(UP_TO_DATE, Servers.following(1, 0), REPLICA, PRIMARY, filtered)
                        .orElse(""))
                .contains("binlog_ignore_db=x");
        var unknown = new PrimaryState.Standing(true, "", 1, 1, 0, primary, List.of(), "GRANT BINLOG MONITOR");
        assertThat(state.refusal(UP_TO_DATE, Servers.following(1, 0), REPLICA, PRIMARY, unknown)
                        .orElse(""))
                .contains("GRANT BINLOG MONITOR");
    }

    @Test
    void theServersDescribeRowsInTheSameWay() {
        ReplicationStatus status = Servers.following(1, 0);
        String version = "10.11.19-MariaDB";
        assertThat(reason(UP_TO_DATE, status, Servers.facts("B", "11.8.2-MariaDB", "test@%", "game", true, false)))
                .contains("server line is 11.8");
        assertThat(reason(UP_TO_DATE, status, Servers.facts("B", version, "other@%", "game", true, false)))
                .contains("account is other@%");
        assertThat(reason(UP_TO_DATE, status, Servers.facts("B", version, "test@%", "other", true, false)))
                .contains("schema is other");
        assertThat(reason(UP_TO_DATE, status, Servers.facts("B", version, "test@%", "game", true, true)))
                .contains("Galera");
    }

    @Test
    void aTransactionOfItsOwnIsSeenInTheBinaryLogAndLasts() {
        attach();
        Probe own = Servers.probe("B", 2, 0, false, true, "0-1-10", "0-1-10", "0-1-10", "0-1-10,0-2-9");
        assertThat(next(own)).isEqualTo("it has transactions of its own (diverged): 0-2-9");
        assertThat(next(UP_TO_DATE)).as("replication has gone past it").contains("diverged");
        generation++;
        attach();
    }

    @Test
    void aTransactionOfItsOwnIsSeenInTheCurrentPosition() {
        attach();
        Probe own = Servers.probe("B", 2, 0, false, true, "0-1-10", "", "0-2-11", "");
        assertThat(next(own)).isEqualTo("it has transactions of its own (diverged): 0-2-11");
    }

    /** Server 3 was promoted after server 1 was lost; it lacks the last transactions that this replica has. */
    @Test
    void whatANewPrimaryLacksIsOfAnotherHistoryWhateverItsNumber() {
        primary = Servers.probe("A", 3, 0, true, false, "0-1-8", "0-3-30", "0-3-30", "0-1-8,0-3-30");
        assertThat(reason(UP_TO_DATE, Servers.following(3, 250))).contains("not seen connected");
        assertThat(reason(UP_TO_DATE, Servers.following(3, 500)))
                .isEqualTo("it has transactions that the primary lacks (diverged): 0-1-10");
        assertThat(reason(Servers.replica("B", 2, "0-3-30"), Servers.following(3, 750)))
                .as("it lasts, because its rows are still there")
                .contains("diverged");
    }

    @Test
    void whatThePrimaryHadWhenItWasAReplicaIsShared() {
        primary = Servers.probe("A", 3, 0, true, false, "0-1-10", "0-3-30", "0-3-30", "0-3-30");
        assertThat(reason(UP_TO_DATE, Servers.following(3, 250))).contains("not seen connected");
        assertThat(reason(UP_TO_DATE, Servers.following(3, 500)))
                .as("without log_slave_updates")
                .isNull();
    }

    @Test
    void thePrimaryIsComparedOnlyIfItWasAskedLaterThanTheReplica() {
        attach();
        Probe ahead = Servers.replica("B", 2, "0-1-11");
        long before = nanos;
        assertThat(next(ahead)).as("it is seen first").isNull();
        for (int i = 0; i < 3; i++) {
            assertThat(reason(ahead, Servers.following(1, millis), REPLICA, before))
                    .as("no answer of the primary since")
                    .isNull();
        }
        primary = Servers.primary("A", 1, 0, "0-1-11");
        assertThat(next(ahead)).isNull();
        Probe lost = Servers.replica("B", 2, "0-1-12");
        assertThat(next(lost)).isNull();
        assertThat(next(lost)).as("the primary was asked again").contains("0-1-12");
    }

    @Test
    void aPrimaryThatWasNotAskedSinceProvesNothing() {
        nanos = 10;
        for (int i = 1; i <= 4; i++) {
            assertThat(reason(UP_TO_DATE, Servers.following(1, 250L * i), REPLICA, 5))
                    .contains("not seen connected");
            nanos++;
        }
        assertThat(next(UP_TO_DATE)).isNull();
    }

    @Test
    void aStatusThatWasAskedUnderTheLastPrimaryDoesNotCount() {
        attach();
        generation++;
        nanos = 1_000_000_000;
        assertThat(reason(UP_TO_DATE, Servers.following(1, 900))).contains("not seen connected");
        assertThat(reason(UP_TO_DATE, Servers.following(1, 1_100))).contains("not seen connected");
        assertThat(reason(UP_TO_DATE, Servers.following(1, 1_300))).isNull();
    }

    @Test
    void whatAnOldPrimaryWroteIsNotItsOwnIfItsSuccessorHasIt() {
        primary = Servers.probe("A", 1, 0, true, false, "", "0-1-20", "0-1-20", "0-1-20,0-2-12");
        Probe old = Servers.probe("B", 2, 0, false, true, "0-1-20", "0-1-20", "0-1-20", "0-1-20,0-2-12");
        assertThat(next(old)).contains("not seen connected");
        assertThat(next(old)).isNull();
        Probe more = Servers.probe("B", 2, 0, false, true, "0-1-20", "0-1-20", "0-1-20", "0-1-20,0-2-13");
        assertThat(next(more)).contains("diverged");
    }

    @Test
    void moreDomainsThanAPacketProvesAreTooMany() {
        primary = Servers.primary("A", 1, 0, "0-1-1,1-1-1,2-1-1,3-1-1,4-1-1");
        assertThat(next(UP_TO_DATE)).contains("5 GTID domains");
    }
}
