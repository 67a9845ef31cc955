// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.Mutation;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** With any one safeguard switched off the tests turn red: what they prove does not come from somewhere else. */
@Tag("exhaustive")
class SafeguardsIT {

    private static final String CLIENT = "../hs-netty-client/src/main/java/io/handlersocket/client/internal/";
    private static final String HIBERNATE = "src/main/java/io/handlersocket/hibernate/internal/";
    private static final String INSIDE =
            "contract.SessionHistoryIT#insideIt(io.handlersocket.hibernate.contract.SessionHistoryIT$Transaction)";

    private static final String CHECKED_WRITES =
            "contract.SnapshotIsolationIT#endsAsOverJdbcAlone(io.handlersocket.hibernate.contract.SnapshotIsolationIT$Case)";

    static List<Mutation> mutations() {
        return List.of(
                new Mutation(
                        "a row that equals two texts of a list comes twice",
                        CLIENT + "lookup/GroupRead.java",
                        "(text ? new LinkedHashSet<>(lists) : lists).forEach(rows::addAll);",
                        "lists.forEach(rows::addAll);",
                        "QueriesIT#aListOfKeysGivesEachRowOnce"),
                new Mutation(
                        "a key that is twice in a list is asked for twice",
                        CLIENT + "lookup/GroupRead.java",
                        "encoded != null && (single || seen.add(comparable(encoded)))",
                        "encoded != null",
                        "QueriesIT#aListOfKeysGivesEachRowOnce"),
                new Mutation(
                        "keys are not brought into the order of their index",
                        HIBERNATE + "plan/KeyOrder.java",
                        "keys.size() > 1 && areOfNumbers",
                        "keys.isEmpty() && areOfNumbers",
                        "QueriesIT#aListOfKeysGivesEachRowOnce"),
                new Mutation(
                        "constants beside the key are not compared",
                        HIBERNATE + "plan/LookupValues.java",
                        "addConstant(choice.constants().get(i), constants.get(i), alternative, filters);",
                        "choice.constants().get(i);",
                        "QueriesIT#constantsBesidesTheKeyAreComparedByTheServer"),
                new Mutation(
                        "columns beside a unique key are not compared",
                        HIBERNATE + "plan/LookupValues.java",
                        "filters.add(filter(compared.column(), Comparison.EQUAL, value));",
                        "",
                        "QueriesIT#equalityOfAnIndexedColumnIsALookup"),
                new Mutation(
                        "of a list of constants, one that equals another finds its rows again",
                        HIBERNATE + "plan/LookupValues.java",
                        "filters.add(filter(column, Comparison.NOT_EQUAL, before));",
                        "before.hashCode();",
                        "QueriesIT#aListOfConstantsGivesEachRowOnce"),
                new Mutation(
                        "rows that IS NULL leaves out are found",
                        HIBERNATE + "plan/LookupValues.java",
                        "filters.add(Range.Filter.isNull(column.name()));",
                        "column.name();",
                        "QueriesIT#aConditionIsNullIsComparedByTheServer"),
                new Mutation(
                        "values of a key go to its columns in the order they come",
                        HIBERNATE + "plan/IndexChoice.java",
                        "parts.add(new Compared(column(table, part.column()), value));",
                        "parts.add(new Compared(column(table, part.column()), parts.size()));",
                        "internal.plan.LookupPlanTest"),
                new Mutation(
                        "the keys of one statement are read one after the other",
                        HIBERNATE + "plan/OpenLookup.java",
                        "rows(client.readTogether(requests), keys);",
                        "rows(List.of(new Rows(requests.get(0).keys().stream().flatMap(key -> client.readTogether("
                                + "List.of(new Read(index, List.of(key), requests.get(0).filters(), MAX_ROWS))).get(0)"
                                + ".rows().stream()).toList(), false)), keys);",
                        "OneSnapshotIT"),
                new Mutation(
                        "a transaction's snapshot does not matter",
                        HIBERNATE + "gate/TransactionGate.java",
                        "&& facts.state() == TransactionLog.State.READ",
                        "&& facts.state() == null",
                        "TransactionsIT#repeatableReadKeepsItsSnapshotFromTheFirstStatementOn"),
                new Mutation(
                        "a transaction's writes do not matter",
                        HIBERNATE + "gate/TransactionGate.java",
                        "return state == TransactionLog.State.WRITTEN ? WRITTEN : null;",
                        "return state == null ? WRITTEN : null;",
                        "TransactionsIT#lockingReadsSendTheTransactionToJdbc"),
                new Mutation(
                        "a source of connections that is not known is taken for one pool",
                        HIBERNATE + "connection/HibernateConnections.java",
                        "String reason = source.refusal();",
                        "String reason = null;",
                        "contract.ConnectionSourceIT#anUnknownSourceIsLeftToJdbc"),
                new Mutation(
                        "a session of a tenant is taken for any other",
                        HIBERNATE + "connection/SessionRole.java",
                        "if (session.getTenantIdentifierValue() != null) {",
                        "if (session == null) {",
                        "contract.RoleIT#isLeftToJdbc(io.handlersocket.hibernate.contract.RoleIT$Role)"),
                new Mutation(
                        "the pool's account does not matter",
                        HIBERNATE + "session/SessionFacts.java",
                        "if (!account.equals(server.account())) {",
                        "if (account == null) {",
                        "contract.RoleIT#anAccountThatMayNotReadAColumn"),
                new Mutation(
                        "what has run does not make a connection prove itself again",
                        HIBERNATE + "session/PhysicalConnection.java",
                        "if (kind.compareTo(unproven) > 0) {",
                        "if (kind == null) {",
                        "contract.RoleIT#aRoleThatTheSessionHasTaken"),
                new Mutation(
                        "a table with triggers is taken for one without",
                        HIBERNATE + "gate/SqlKinds.java",
                        "plain &= kind == TableKind.PLAIN;",
                        "plain &= kind != null;",
                        "contract.TriggersIT#theNextLoadIsSqls(java.lang.String,int)"),
                new Mutation(
                        "a write that is left open is not looked for",
                        HIBERNATE + "gate/TransactionLog.java",
                        "return changed && !connection.getAutoCommit();",
                        "return changed && !connection.getAutoCommit() && connection == null;",
                        "contract.TriggersIT#aTransactionThatIsLeftOpenIsNoticed(java.lang.String)"),
                new Mutation(
                        "an isolation that the pool sets back is taken for the session's",
                        HIBERNATE + "session/PhysicalConnection.java",
                        "if (leftOpen || isolationSet || !strictest.equals(current)) {",
                        "if (leftOpen) {",
                        "internal.session.ReturnedConnectionsTest#anIsolationThatThePoolSetsBackIsAskedFor"),
                new Mutation(
                        "what one session has set is taken for the pool's",
                        HIBERNATE + "session/PooledConnections.java",
                        "strictest = free.isolation().strictest(strictest == null ? free.isolation() : strictest);",
                        "strictest = new Isolation(connection.getValue().facts().settings().isolation().level(), false);",
                        "contract.NewConnectionsIT#isolationOfAConnectionInUse"),
                new Mutation(
                        "it does not matter that the server checks writes",
                        HIBERNATE + "connection/SessionContract.java",
                        "isolation.level(), isolation.snapshot());",
                        "isolation.level(), log == null);",
                        "contract.SnapshotIsolationIT#everyWrite"),
                new Mutation(
                        "a session without connection is not judged by the connections that check writes",
                        HIBERNATE + "connection/SessionContract.java",
                        "isolation != null && isolation.snapshot());",
                        "isolation != null && isolation.level() < 0);",
                        CHECKED_WRITES),
                new Mutation(
                        "a transaction is read-only because the session says so",
                        HIBERNATE + "session/PhysicalConnection.java",
                        "readOnlyInVain = known != null && wanted && !readOnly;",
                        "readOnly = true;",
                        CHECKED_WRITES),
                new Mutation(
                        "temporary tables are not looked at",
                        HIBERNATE + "session/PhysicalConnection.java",
                        "shadows.refusal(physical, now.hasLocked())",
                        "null",
                        "contract.NewConnectionsIT#connectionInitSql"),
                new Mutation(
                        "a limit of all selects does not matter",
                        HIBERNATE + "session/SessionFacts.java",
                        "if (limited) {",
                        "if (limited && account == null) {",
                        "contract.NewConnectionsIT#connectionInitSql"),
                new Mutation(
                        "the server that a connection reaches does not matter",
                        HIBERNATE + "session/SessionFacts.java",
                        "if (!identity.equals(server.identity())) {",
                        "if (identity == null) {",
                        "OtherServerIT#aPoolOnAnotherServer"),
                new Mutation(
                        "the address of the client's URL does not matter",
                        HIBERNATE + "session/SessionFacts.java",
                        "if (!address.equals(server.sqlAddress())) {",
                        "if (address == null) {",
                        "contract.NewConnectionsIT#aClientOfAnotherAddress"),
                new Mutation(
                        "a view is taken for a table",
                        HIBERNATE + "gate/SqlKinds.java",
                        "if (kind == TableKind.OTHER) {",
                        "if (kind == null) {",
                        INSIDE),
                new Mutation(
                        "assumed tables are never looked up",
                        HIBERNATE + "connection/KnownTables.java",
                        "return assumed.isEmpty();",
                        "return true;",
                        "AwayIT#aViewThatWasTakenForATableIsNotOverlooked"),
                new Mutation(
                        "a table that turns out to be a view changes nothing",
                        HIBERNATE + "connection/KnownTables.java",
                        "            wrong.run();",
                        "            wrong.hashCode();",
                        "AwayIT#aViewThatWasTakenForATableIsNotOverlooked"),
                new Mutation(
                        "a result set leads to the unwatched statement",
                        HIBERNATE + "gate/StatementTracker.java",
                        "return result instanceof ResultSet rows ? WatchedResultSet.of(rows, (Statement) proxy, log) : result;",
                        "return result;",
                        INSIDE),
                new Mutation(
                        "a load leaves no begun transaction behind",
                        HIBERNATE + "seam/RoutedLoad.java",
                        "integration.contract().answers(execution.session(), statement.from());",
                        "",
                        "contract.LeftBehindIT#aSessionWithoutPersistenceContext"),
                new Mutation(
                        "a connection does not learn of the loads before it",
                        HIBERNATE + "connection/HibernateConnections.java",
                        "loads.forEach(tracked.transactionLog()::answered);",
                        "",
                        "contract.LeftBehindIT#aReadOfRowsWithoutHibernate"),
                new Mutation(
                        "a proof leaves its transaction open",
                        HIBERNATE + "session/PhysicalConnection.java",
                        "physical.rollback();",
                        "",
                        "contract.LeftBehindIT#aProofBeginsNoTransaction"),
                new Mutation(
                        "an isolation set inside a transaction holds at once",
                        HIBERNATE + "gate/TransactionLog.java",
                        "if (state() == State.CLEAN && !begun) {",
                        "if (state() != null) {",
                        "internal.gate.TransactionGateTest"),
                new Mutation(
                        "an index that was made anew is taken for the one before",
                        HIBERNATE + "plan/LookupPlan.java",
                        "if (now.equals(known) && index.definition().equals(choice.definition())) {",
                        "if (again) {",
                        "internal.plan.LookupPlanTest"),
                new Mutation(
                        "a plan outlives a change of a column that it compares",
                        HIBERNATE + "plan/BoundTable.java",
                        "if (!now.equals(table)) {",
                        "if (now.columns().isEmpty()) {",
                        "internal.plan.LookupPlanTest"),
                new Mutation(
                        "an answer counts that came while the table changed",
                        HIBERNATE + "plan/BoundTable.java",
                        "if (index.table() != begun) {",
                        "if (begun.columns().isEmpty()) {",
                        "internal.plan.LookupPlanTest"),
                new Mutation(
                        "a text key of a UUID is read as Java reads it",
                        HIBERNATE + "plan/LookupValues.java",
                        "return value; // as it came",
                        "return value instanceof String text && text.length() == 36 && column.dataType().equals(\"uuid\")"
                                + " ? java.util.UUID.fromString(text) : value; // as it came",
                        "RoutedKeysIT#aTextIdOfAUuidColumnIsReadAsSqlReadsIt"),
                new Mutation(
                        "JDBC asks an inspector again after a lookup that failed",
                        HIBERNATE + "seam/RoutedLoad.java",
                        "creator = inspection.creator();",
                        "",
                        "RoutedInspectionIT#commentsAndAnInspectorOfTheSession"),
                new Mutation(
                        "an inspector sees a statement without its comment",
                        HIBERNATE + "seam/Execution.java",
                        "new DeferredResultSetAccess(select, bindings, context, standard, -1).getFinalSql();",
                        "select.getSqlString();",
                        "RoutedInspectionIT#commentsAndAnInspectorOfTheSession"),
                new Mutation(
                        "the guard does not look",
                        CLIENT + "control/guard/DdlGuard.java",
                        "if (failure.isEmpty()) {",
                        "if (true) {",
                        "SchemaIT#aSchemaUpdateDoesNotWaitForLookupsThatGoOn"),
                new Mutation(
                        "rows of a join are put together before all of them are of one packet",
                        HIBERNATE + "plan/OpenJoin.java",
                        "if (packet.isComplete()) {",
                        "if (true) {",
                        "ChangingAggregateIT"),
                new Mutation(
                        "a connection of the read-only DataSource is taken for one of the primary",
                        HIBERNATE + "session/ConnectionUse.java",
                        "return isOfReader() && readers() == null ? ConnectionSource.READ_ONLY : null;",
                        "return null;",
                        "contract.ReadOnlyDataSourceIT#aReadOnlyTransactionIsOfTheReader"),
                new Mutation(
                        "a session leaves the primary because HandlerSocket has answered it",
                        HIBERNATE + "session/ConnectionUse.java",
                        "if (replacesSql) {",
                        "if (replacesSql && seen != null) {",
                        "contract.ReadOnlyDataSourceIT#aSessionStaysWhereSqlWouldHaveLeftIt"),
                new Mutation(
                        "what read-only transactions do to connections of the primary's pool is not seen",
                        HIBERNATE + "session/ConnectionUse.java",
                        "Seen found = wasReadOnly() ? findOfReader() : pool.find(connection);",
                        "Seen found = wasReadOnly() ? null : pool.find(connection);",
                        "contract.ReadOnlyDataSourceIT#whatReadOnlyTransactionsDoToASharedPoolIsSeen"),
                new Mutation(
                        "a session without connection is taken for one that writes",
                        HIBERNATE + "connection/SessionContract.java",
                        "logical.getPhysicalConnection();",
                        "logical.isOpen();",
                        "contract.ReadOnlyDataSourceIT#aReadOnlySessionIsOfTheReader"),
                new Mutation(
                        "a join that is in vain is sent for ever",
                        HIBERNATE + "plan/Backoff.java",
                        "if (failures.get() >= MAX_FAILURES",
                        "if (failures.get() < 0",
                        "ChangingAggregateIT"));
    }

    @ParameterizedTest
    @MethodSource("mutations")
    void aTestTurnsRedWhen(Mutation mutation, @TempDir Path folder) throws Exception {
        mutation.assertSeen("io.handlersocket.hibernate", folder, HandlerSocketLoads.class, HandlerSocketClient.class);
    }
}
