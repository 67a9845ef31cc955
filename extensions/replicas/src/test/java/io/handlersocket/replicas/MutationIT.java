// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.Mutation;
import io.handlersocket.hibernate.HandlerSocketLoads;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** With any one protection switched off the tests turn red: what they prove does not come from somewhere else. */
@Tag("exhaustive")
class MutationIT {

    private static final String REPLICAS = "src/main/java/io/handlersocket/replicas/";
    private static final String HIBERNATE = "../../hibernate-integration/src/main/java/io/handlersocket/hibernate/";

    static List<Mutation> mutations() {
        return List.of(
                new Mutation(
                        "a sample counts from the moment of its answer",
                        REPLICAS + "internal/replication/Probe.java",
                        "read(row, sentNanos, wallMillis, fresh)",
                        "read(row, time.nanoTime().getAsLong(), wallMillis, fresh)",
                        "replicas.internal.replication.ProbeTest"),
                new Mutation(
                        "any position of a replica is taken for the newest",
                        REPLICAS + "internal/PositionRing.java",
                        "if (position.covers(sample.position())) {",
                        "if (true) {",
                        "replicas.internal.PositionRingTest"),
                new Mutation(
                        "the age of an answer is not compared",
                        REPLICAS + "internal/Attempt.java",
                        "covered == null || now - covered.nanos() > limit.toNanos()",
                        "false",
                        "replicas.internal.AttemptTest"),
                new Mutation(
                        "the position in the packet is taken for that of the rows",
                        REPLICAS + "internal/Attempt.java",
                        "return of(shown.min(known), ring);",
                        "return of(shown, ring);",
                        "replicas.internal.AttemptTest"),
                new Mutation(
                        "a session forgets what a torn snapshot may have shown",
                        REPLICAS + "internal/Floor.java",
                        "raiseTo(standing.applied());",
                        "raiseTo(position);",
                        "replicas.internal.FloorTest"),
                new Mutation(
                        "a session goes backwards",
                        REPLICAS + "internal/Floor.java",
                        "if (!recent || !lowest.covers(position)) {",
                        "if (false) {",
                        "replicas.internal.FloorTest"),
                new Mutation(
                        "a session changes the replica before a probe has confirmed the last one",
                        REPLICAS + "internal/Floor.java",
                        "if (shown != null && !shown.isOf(server, epoch)) {",
                        "if (false) {",
                        "replicas.internal.FloorTest"),
                new Mutation(
                        "a session trusts an answer of a replica that was promoted",
                        REPLICAS + "internal/Floor.java",
                        "boolean changed = !standing.usable() || standing.epoch() != shown.epoch();",
                        "boolean changed = false;",
                        "replicas.internal.FloorTest"),
                new Mutation(
                        "a read-only server is taken for the primary",
                        REPLICAS + "internal/PrimaryState.java",
                        "if (probe.readOnly()) {",
                        "if (false) {",
                        "replicas.internal.PrimaryStateTest"),
                new Mutation(
                        "an answer may span two primaries",
                        REPLICAS + "internal/PrimaryState.java",
                        "if (require().epoch() != before.epoch()) {",
                        "if (false) {",
                        "replicas.internal.PrimaryStateTest"),
                new Mutation(
                        "numbers of another primary are compared",
                        REPLICAS + "internal/PrimaryState.java",
                        "gtid.server() == probe.serverId() || probe.hasLogged(gtid)",
                        "true",
                        "replicas.internal.PrimaryStateTest"),
                new Mutation(
                        "a replica that was never connected to the primary is used",
                        REPLICAS + "internal/ReplicaState.java",
                        "attached = status.askedNanos() - receivingSinceNanos >= SETTLED_NANOS;",
                        "attached = true;",
                        "replicas.internal.ReplicaStateTest"),
                new Mutation(
                        "transactions that the new primary lacks are compared by their numbers",
                        REPLICAS + "internal/ReplicaState.java",
                        ".filter(gtid -> !primary.mayHave(gtid))",
                        ".filter(gtid -> false)",
                        "replicas.internal.ReplicaStateTest"),
                new Mutation(
                        "the row of another domain is taken for the position",
                        REPLICAS + "internal/PacketProof.java",
                        "last != null && last.domain() == domains[i] ? last : null",
                        "last",
                        "replicas.internal.PacketProofTest"),
                new Mutation(
                        "a session that flushes changes loads from replicas",
                        REPLICAS + "internal/hibernate/ReplicaGate.java",
                        "if (session.getHibernateFlushMode() != FlushMode.MANUAL) {",
                        "if (session == null) {",
                        "hibernate.ReplicaLoadsIT#whatCouldBeFlushedStaysOnThePrimary"),
                new Mutation(
                        "SQL is not reported to the sessions of replicas",
                        HIBERNATE + "internal/session/ConnectionUse.java",
                        "told.usesSql();",
                        "told.hashCode();",
                        "hibernate.ReplicaLoadsIT#afterItsOwnWritesASessionSeesThem"),
                new Mutation(
                        "a replica answers in place of another one that SQL would read",
                        REPLICAS + "internal/ReplicaChooser.java",
                        "|| (only != null && !standing.identity().equals(only));",
                        "|| (only != null && standing.identity().isEmpty());",
                        "hibernate.contract.ReaderIT#onlyTheReaderAnswersAReadOnlyTransaction"),
                new Mutation(
                        "the primary answers in place of a replica that SQL would read",
                        REPLICAS + "internal/Wish.java",
                        "if (only() == null) {",
                        "if (only() == null || failure == null) {",
                        "hibernate.contract.ReaderIT#aReaderThatMayNotAnswerIsAskedBySql"),
                new Mutation(
                        "an isolation that Spring leaves out is taken for that of the reader",
                        HIBERNATE + "internal/session/ConnectionUse.java",
                        "if (set == null || (mode != null && mode.applies(set))) {",
                        "if (set == null || mode != null) {",
                        "hibernate.contract.ReaderIT#theIsolationThatWasSetMayNotBeTheReaders"));
    }

    @ParameterizedTest
    @MethodSource("mutations")
    void aTestTurnsRedWhen(Mutation mutation, @TempDir Path folder) throws Exception {
        mutation.assertSeen(
                "io.handlersocket", folder, Replicas.class, HandlerSocketLoads.class, HandlerSocketClient.class);
    }
}
