// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** With any one protection switched off the tests turn red: what they prove does not come from somewhere else. */
@Tag("exhaustive")
class MutationIT {

    private static final String SOURCES = "src/main/java/io/handlersocket/client/";

    static List<Mutation> mutations() {
        return List.of(
                new Mutation(
                        "callers may open a system table of an extension",
                        SOURCES + "internal/DefaultClient.java",
                        "if (SystemTable.of(spec.table()).isPresent()) {",
                        "if (false) {",
                        "NeverSendIT#isRefusedBeforeAnythingIsOpened"),
                new Mutation(
                        "the lookups of a refused packet are answered",
                        SOURCES + "internal/lookup/GuardedPacket.java",
                        "lookups.forEach(lookup -> lookup.failed(reason));",
                        "",
                        "internal.lookup.GuardedPacketTest"),
                new Mutation(
                        "keys are sent as they come",
                        SOURCES + "internal/lookup/KeyEncoder.java",
                        "layout.keyCodec(part).encodeKey(value)",
                        "String.valueOf(value).getBytes(java.nio.charset.StandardCharsets.UTF_8)",
                        "KeySafetyIT"),
                new Mutation(
                        "the key of a row is not compared with the one asked for",
                        SOURCES + "internal/lookup/RowReader.java",
                        "if (match == KeyMatch.DIFFERENT) {",
                        "if (false) {",
                        "internal.lookup.ReplyFuzzTest"),
                new Mutation(
                        "a binary collation takes other bytes for equal",
                        SOURCES + "internal/codec/TextCodec.java",
                        "KeyMatch.COLLATION_EQUAL : KeyMatch.COERCED",
                        "KeyMatch.COLLATION_EQUAL : KeyMatch.COLLATION_EQUAL",
                        "internal.codec.TextCodecTest"),
                new Mutation(
                        "connections that the server has forgotten are kept",
                        SOURCES + "internal/control/connect/PoolMaintainer.java",
                        "if (pool.circuit().state() != CircuitState.CLOSED) {",
                        "if (false) {",
                        "SilentConnectionsIT"),
                new Mutation(
                        "equal keys of a multi-get are not seen to be equal",
                        SOURCES + "internal/lookup/MultiKeys.java",
                        "if (numbers[held - 1] == number) {",
                        "if (false) {",
                        "MultiGetIT"),
                new Mutation(
                        "the keys of a multi-get travel one by one",
                        SOURCES + "internal/lookup/MultiKeys.java",
                        "if (i > from && bytes + length > maxBytes) {",
                        "if (i > from) {",
                        "SnapshotIT"),
                new Mutation(
                        "any server is taken for the one that SQL reaches",
                        SOURCES + "internal/control/index/SameServerProof.java",
                        "if (locks(session) - before < LOOKUPS) {",
                        "if (false) {",
                        "NotUsableIT#aPortOfAnotherServerIsNotUsed"),
                new Mutation(
                        "any setting of the server is taken for right",
                        SOURCES + "internal/control/sql/WorkerSettings.java",
                        "if (!refusals.isEmpty()) {",
                        "if (false) {",
                        "WorkerSettingsIT#aGlobalLimitOfRowsConcernsSqlOnlyAndEndsWithIt"),
                new Mutation(
                        "the guard does not compare what SQL reaches",
                        SOURCES + "internal/control/guard/DdlGuard.java",
                        "before.equals(now)",
                        "true",
                        "internal.control.guard.DdlGuardTest"),
                new Mutation(
                        "the hold ends although an opening is unanswered",
                        SOURCES + "internal/control/guard/HeldOpenings.java",
                        "hold.sent.stream().allMatch(Sent::isAnswered)",
                        "true",
                        "HeldOpeningIT#anOpeningOnSharedConnectionsKeepsItsHold"),
                new Mutation(
                        "a node of Galera is held by a transaction",
                        SOURCES + "internal/control/guard/HeldOpenings.java",
                        "node == null ?",
                        "true ?",
                        "GaleraIT#anOpeningThatArrivesAfterTheRenameFindsNoView"),
                new Mutation(
                        "a closed connection does not wait for the answer to an opening",
                        SOURCES + "internal/transport/shared/ConnectionHandler.java",
                        "!lost && inFlight",
                        "false && inFlight",
                        "internal.transport.shared.OpeningTest"),
                new Mutation(
                        "the guard keeps its session",
                        SOURCES + "internal/control/sql/SqlSessions.java",
                        "current = null;",
                        "if (true) { return; }",
                        "internal.control.sql.SqlSessionsTest"),
                new Mutation(
                        "a table is opened by the name that was given",
                        SOURCES + "internal/control/index/Indexes.java",
                        "CatalogReader.spelling(session, spec.table()).orElse(spec.table())",
                        "spec.table()",
                        "TableNamesIT#withLowerCaseNames"),
                new Mutation(
                        "the guard does not look",
                        SOURCES + "internal/control/guard/DdlGuard.java",
                        "if (failure.isEmpty()) {",
                        "if (true) {",
                        "internal.control.guard.DdlGuardTest"),
                new Mutation(
                        "no table stays in quarantine",
                        SOURCES + "internal/control/guard/Quarantine.java",
                        "return entry != null && entry.quarantined;",
                        "return false;",
                        "internal.control.guard.QuarantineTest"),
                new Mutation(
                        "nobody minds that the guard is silent",
                        SOURCES + "internal/control/guard/DeadMansSwitch.java",
                        "nanoTime.getAsLong() - lastCleanNanos > SILENCE_NANOS",
                        "false",
                        "internal.control.guard.DeadMansSwitchTest"));
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
        mutation.assertSeen("io.handlersocket.client", folder, HandlerSocketClient.class);
    }
}
