// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** With any one protection switched off the tests turn red: what they prove does not come from somewhere else. */
class MutationIT {

    static List<Mutation> mutations() {
        return List.of(
                new Mutation(
                        "a sample counts from the moment of its answer",
                        "internal/control/replication/Probe.java",
                        "read(row, sentNanos, wallMillis, fresh)",
                        "read(row, System.nanoTime(), wallMillis, fresh)",
                        "internal.control.replication.ProbeTest"),
                new Mutation(
                        "any position of a replica is taken for the newest",
                        "internal/replica/PositionRing.java",
                        "if (position.covers(sample.position())) {",
                        "if (true) {",
                        "internal.replica.PositionRingTest"),
                new Mutation(
                        "the age of an answer is not compared",
                        "internal/replica/Attempt.java",
                        "covered == null || now - covered.nanos() > limit.toNanos()",
                        "false",
                        "internal.replica.AttemptTest"),
                new Mutation(
                        "the position in the packet is taken for that of the rows",
                        "internal/replica/Attempt.java",
                        "return of(shown.min(known), ring);",
                        "return of(shown, ring);",
                        "internal.replica.AttemptTest"),
                new Mutation(
                        "a session forgets what a torn snapshot may have shown",
                        "internal/replica/Floor.java",
                        "raiseTo(standing.applied());",
                        "raiseTo(position);",
                        "internal.replica.FloorTest"),
                new Mutation(
                        "a session goes backwards",
                        "internal/replica/Floor.java",
                        "if (!recent || !lowest.covers(position)) {",
                        "if (false) {",
                        "internal.replica.FloorTest"),
                new Mutation(
                        "a session changes the replica before a probe has confirmed the last one",
                        "internal/replica/Floor.java",
                        "if (shown != null && !shown.isOf(server, epoch)) {",
                        "if (false) {",
                        "internal.replica.FloorTest"),
                new Mutation(
                        "a session trusts an answer of a replica that was promoted",
                        "internal/replica/Floor.java",
                        "boolean changed = !standing.usable() || standing.epoch() != shown.epoch();",
                        "boolean changed = false;",
                        "internal.replica.FloorTest"),
                new Mutation(
                        "a read-only server is taken for the primary",
                        "internal/replica/PrimaryState.java",
                        "if (probe.readOnly()) {",
                        "if (false) {",
                        "ReplicasIT#aReadOnlyPrimaryAnswersNothingAndComesBack"),
                new Mutation(
                        "an answer may span two primaries",
                        "internal/replica/PrimaryState.java",
                        "if (require().epoch() != before.epoch()) {",
                        "if (false) {",
                        "internal.replica.PrimaryStateTest"),
                new Mutation(
                        "numbers of another primary are compared",
                        "internal/replica/PrimaryState.java",
                        "gtid.server() == probe.serverId() || probe.hasLogged(gtid)",
                        "true",
                        "internal.replica.PrimaryStateTest"),
                new Mutation(
                        "a replica that was never connected to the primary is used",
                        "internal/replica/ReplicaState.java",
                        "attached = status.askedNanos() - receivingSinceNanos >= SETTLED_NANOS;",
                        "attached = true;",
                        "internal.replica.ReplicaStateTest"),
                new Mutation(
                        "transactions that the new primary lacks are compared by their numbers",
                        "internal/replica/ReplicaState.java",
                        ".filter(gtid -> !primary.mayHave(gtid))",
                        ".filter(gtid -> false)",
                        "internal.replica.ReplicaStateTest"),
                new Mutation(
                        "the row of another domain is taken for the position",
                        "internal/lookup/PositionLine.java",
                        "found.filter(gtid -> gtid.domain() == domain)",
                        "found",
                        "internal.lookup.PacketProofTest"),
                new Mutation(
                        "callers may open the table of positions",
                        "internal/lookup/GtidTable.java",
                        "if (name.equals(NAME) && spec != SPEC) {",
                        "if (false) {",
                        "internal.replica.ProvenFindIT#noCallerOpensTheTable"),
                new Mutation(
                        "keys are sent as they come",
                        "internal/lookup/KeyEncoder.java",
                        "layout.keyCodec(part).encodeKey(value)",
                        "String.valueOf(value).getBytes(java.nio.charset.StandardCharsets.UTF_8)",
                        "KeySafetyIT"),
                new Mutation(
                        "the key of a row is not compared with the one asked for",
                        "internal/lookup/RowReader.java",
                        "if (match == KeyMatch.DIFFERENT) {",
                        "if (false) {",
                        "internal.lookup.ReplyFuzzTest"),
                new Mutation(
                        "a binary collation takes other bytes for equal",
                        "internal/codec/TextCodec.java",
                        "KeyMatch.COLLATION_EQUAL : KeyMatch.COERCED",
                        "KeyMatch.COLLATION_EQUAL : KeyMatch.COLLATION_EQUAL",
                        "internal.codec.TextCodecTest"),
                new Mutation(
                        "connections that the server has forgotten are kept",
                        "internal/control/connect/PoolMaintainer.java",
                        "if (pool.circuit().state() != CircuitState.CLOSED) {",
                        "if (false) {",
                        "SilentConnectionsIT"),
                new Mutation(
                        "equal keys of a multi-get are not seen to be equal",
                        "internal/lookup/DistinctNumbers.java",
                        "if (numbers[held - 1] == number) {",
                        "if (false) {",
                        "MultiGetIT"),
                new Mutation(
                        "the keys of a multi-get travel one by one",
                        "internal/lookup/DistinctNumbers.java",
                        "if (bytes + length > maxBytes) {",
                        "if (i > from) {",
                        "SnapshotIT"),
                new Mutation(
                        "any server is taken for the one that SQL reaches",
                        "internal/control/index/SameServerProof.java",
                        "if (locks(session) - before < LOOKUPS) {",
                        "if (false) {",
                        "NotUsableIT#aPortOfAnotherServerIsNotUsed"),
                new Mutation(
                        "any setting of the server is taken for right",
                        "internal/control/sql/WorkerSettings.java",
                        "if (!refusals.isEmpty()) {",
                        "if (false) {",
                        "WorkerSettingsIT#aGlobalLimitOfRowsConcernsSqlOnlyAndEndsWithIt"),
                new Mutation(
                        "the guard does not compare what SQL reaches",
                        "internal/control/guard/DdlGuard.java",
                        "before.equals(now)",
                        "true",
                        "MovedAddressIT#anotherAccountIsDiscoveredAnew"),
                new Mutation(
                        "the hold ends although an opening is unanswered",
                        "internal/control/guard/HeldOpenings.java",
                        "hold.sent.stream().allMatch(Sent::isAnswered)",
                        "true",
                        "HeldOpeningIT#anOpeningOnSharedConnectionsKeepsItsHold"),
                new Mutation(
                        "a closed connection does not wait for the answer to an opening",
                        "internal/transport/shared/ConnectionHandler.java",
                        "!lost && inFlight",
                        "false && inFlight",
                        "internal.transport.shared.OpeningTest"),
                new Mutation(
                        "the guard keeps its session",
                        "internal/control/sql/SqlSessions.java",
                        "current = null;",
                        "if (true) { return; }",
                        "MovedAddressIT#noLookupIsAnsweredByTheOldServerTwoSecondsAfterTheMove"),
                new Mutation(
                        "a table is opened by the name that was given",
                        "internal/control/index/IndexRequests.java",
                        "CatalogReader.spelling(session, spec.table()).orElse(spec.table())",
                        "spec.table()",
                        "TableNamesIT#withLowerCaseNames"),
                new Mutation(
                        "the guard does not look",
                        "internal/control/guard/DdlGuard.java",
                        "if (all.isEmpty() || error(session, all).isEmpty()) {",
                        "if (true) {",
                        "DdlGuardIT#aDdlStuckBehindALongReaderQuarantinesOnlyItsTable"),
                new Mutation(
                        "no table stays in quarantine",
                        "internal/control/guard/Quarantine.java",
                        "return entry != null && entry.quarantined;",
                        "return false;",
                        "DdlGuardIT#aDdlStuckBehindALongReaderQuarantinesOnlyItsTable"),
                new Mutation(
                        "nobody minds that the guard is silent",
                        "internal/control/guard/DeadMansSwitch.java",
                        "clock.getAsLong() - lastCleanNanos > SILENCE_NANOS",
                        "false",
                        "FrozenGuardIT"));
    }

    @BeforeAll
    static void fewReplies() {
        System.setProperty("fuzz.replies", "20000");
    }

    @AfterAll
    static void asManyAsBefore() {
        System.clearProperty("fuzz.replies");
    }

    @ParameterizedTest
    @MethodSource("mutations")
    void aTestTurnsRedWhen(Mutation mutation, @TempDir Path folder) throws Exception {
        mutation.assertSeen(HandlerSocketClient.class, folder);
    }
}
