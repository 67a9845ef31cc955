// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.writes;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.Mutation;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** With any one protection of writes switched off the tests turn red. */
@Tag("exhaustive")
class MutationIT {

    private static final String SOURCES = "src/main/java/io/handlersocket/writes/";

    static List<Mutation> mutations() {
        return List.of(
                new Mutation(
                        "what an increment starts from is not looked at",
                        SOURCES + "internal/WriteEncoder.java",
                        "line.condition(\"F\", Comparison.LESS_OR_EQUAL.toString(), 0, ascii(range.max()));",
                        "",
                        "WriteIT#anIncrementNeverLeavesTheRangeOfItsColumn"),
                new Mutation(
                        "a deadlock leaves the other writes of its batch applied",
                        SOURCES + "internal/WriteBatch.java",
                        "if (undone.isPresent()) {",
                        "if (false) {",
                        "WriteGuardIT#afterADeadlockNoWriteOfTheBatchIsCalledApplied"),
                new Mutation(
                        "a table's triggers are not asked for when it is opened",
                        SOURCES + "internal/WriteRules.java",
                        "map(found -> \"trigger \"",
                        "filter(found -> false).map(found -> \"trigger \"",
                        "WriteRefusalIT#aTableThatGetsATriggerIsRefusedFromThenOn"),
                new Mutation(
                        "the write guard does not look",
                        SOURCES + "internal/WriteConnector.java",
                        "now.blockedTables(port.sessions().get(), guard)",
                        "List.<TableName>of()",
                        "WriteGuardIT#anAlterPassesABusyWriter"),
                new Mutation(
                        "the write guard does not try a change",
                        SOURCES + "internal/WriteConnection.java",
                        "WriteRules.touch(sql, table);",
                        "if (false) { WriteRules.touch(sql, table); }",
                        "internal.WaitingSessionTest"),
                new Mutation(
                        "the connection stays when no write comes",
                        SOURCES + "internal/WriteConnector.java",
                        "if (left <= 0 && idleSince != null) {",
                        "if (false) {",
                        "WriteGuardIT#anIdleWriterHoldsNothing"));
    }

    @ParameterizedTest
    @MethodSource("mutations")
    void aTestTurnsRedWhen(Mutation mutation, @TempDir Path folder) throws Exception {
        mutation.assertSeen("io.handlersocket.writes", folder, HandlerSocketWrites.class, HandlerSocketClient.class);
    }
}
