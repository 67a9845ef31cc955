// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.guard;

import static io.handlersocket.client.internal.control.sql.FakeServer.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import io.handlersocket.client.ClientListener;
import io.handlersocket.client.Logs;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.Options;
import io.handlersocket.client.internal.control.sql.Discovery;
import io.handlersocket.client.internal.control.sql.FakeServer;
import io.handlersocket.client.internal.control.sql.SqlSession;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.mariadb.jdbc.MariaDbDataSource;

/** What the guard concludes from SQL's answers. */
class DdlGuardTest {

    private static final Set<TableName> NONE = Set.of();

    private final FakeServer server = new FakeServer();
    private final AtomicLong clock = new AtomicLong();
    private final Quarantine quarantine = new Quarantine(InstantSource.system());
    private final DdlGuard guard = new DdlGuard(quarantine, clock::get);

    private List<TableName> toClose(Set<TableName> open, Set<TableName> kept) throws SQLException {
        server.statements.clear();
        return guard.tablesToClose(server.session(), "game", columns(open), kept);
    }

    private static Map<TableName, List<String>> columns(Set<TableName> open) {
        return open.stream().collect(Collectors.toMap(table -> table, table -> List.of("id", "level")));
    }

    private long probes() {
        return server.statements.stream().filter(sql -> sql.contains("LIMIT 0")).count();
    }

    @Test
    void cleanTablesAreOneStatement() throws SQLException {
        assertThat(toClose(Set.of(table("player"), table("guild")), NONE)).isEmpty();
        assertThat(probes()).isEqualTo(1);
        assertThat(toClose(NONE, NONE)).isEmpty();
        assertThat(probes()).as("nothing open").isZero();
    }

    @Test
    void theTablesThatAreWaitedForAreFoundInFewStatements() throws SQLException {
        Set<TableName> open = new LinkedHashSet<>();
        for (int i = 0; i < 64; i++) {
            open.add(table("t" + i));
        }
        server.waitedFor.add(table("t41"));
        assertThat(toClose(open, NONE)).containsExactly(table("t41"));
        assertThat(probes()).as("all, and two for each halving").isEqualTo(13);

        server.waitedFor.add(table("t3"));
        server.waitedFor.add(table("t63"));
        assertThat(toClose(open, NONE)).containsExactlyInAnyOrder(table("t3"), table("t41"), table("t63"));
        assertThat(probes()).isLessThan(40);
    }

    @Test
    void theColumnsThatAreReadMustBeReadable() throws SQLException {
        server.tables.add(table("mail"));
        for (int check = 0; check < 10; check++) {
            toClose(Set.of(table("player")), NONE);
            String columns = check % 5 == 0 ? "`id` IS NULL AND `level` IS NULL" : "1";
            assertThat(server.statements)
                    .filteredOn(sql -> sql.contains("LIMIT 0"))
                    .singleElement()
                    .asString()
                    .contains("(SELECT " + columns + " FROM `game`.`player` LIMIT 0)")
                    .contains("(SELECT 1 FROM `game`.`mail` LIMIT 0)");
        }
    }

    /** The driver logs each error at WARN. */
    @Test
    void theOnlyTableIsAskedForOnce() throws SQLException {
        server.waitedFor.add(table("player"));
        assertThat(toClose(Set.of(table("player")), NONE)).containsExactly(table("player"));
        assertThat(probes()).isEqualTo(1);
    }

    @Test
    void onlyTheTableThatIsWaitedForIsClosed() throws SQLException {
        server.waitedFor.add(table("guild"));
        assertThat(toClose(Set.of(table("player"), table("guild")), NONE)).containsExactly(table("guild"));
    }

    @Test
    void anOpenTableThatIsGoneIsClosed() throws SQLException {
        server.gone.add(table("player"));
        assertThat(toClose(Set.of(table("player"), table("guild")), NONE)).containsExactly(table("player"));
    }

    @Test
    void aTableThatAnotherClientMayHaveOpenCounts() throws SQLException {
        server.tables.add(table("mail"));
        server.waitedFor.add(table("mail"));
        assertThat(toClose(Set.of(table("player")), NONE)).containsExactly(table("mail"));
    }

    @Test
    void aTableOfOthersThatIsBeingChangedIsLeftOutUntilThatHasEnded() throws SQLException {
        server.tables.add(table("mail"));
        server.changing.add(table("mail"));
        assertThat(toClose(Set.of(table("player")), NONE)).isEmpty();
        assertThat(toClose(Set.of(table("player")), Set.of(table("mail")))).isEmpty();
        assertThat(probes()).as("without it").isEqualTo(1);
        server.changing.clear();
        server.waitedFor.add(table("mail"));
        assertThat(toClose(Set.of(table("player")), NONE)).containsExactly(table("mail"));
    }

    @Test
    void aStatementThatEndsDuringTheCheckWaitedForNobody() throws SQLException {
        server.tables.add(table("mail"));
        SQLException lockWait = new SQLException("Lock wait timeout exceeded", "HY000", 1205);
        server.failuresOf.put(table("mail"), new ArrayDeque<>(List.of(lockWait, lockWait)));
        assertThat(toClose(Set.of(table("player")), NONE)).isEmpty();
        assertThat(probes()).as("all, player, mail twice").isEqualTo(4);
    }

    /** It changed, whatever it has now. */
    @Test
    void anOpenTableThatIsBeingChangedIsClosed() throws SQLException {
        server.changing.add(table("player"));
        assertThat(toClose(Set.of(table("player")), NONE)).containsExactly(table("player"));
    }

    @Test
    void aTableThatTheServerKeepsOpenCounts() throws SQLException {
        TableName elsewhere = new TableName("archive", "log");
        server.waitedFor.add(elsewhere);
        assertThat(toClose(Set.of(table("player")), Set.of(table("player"), elsewhere)))
                .containsExactly(elsewhere);
    }

    @Test
    void aTableOfOthersThatIsGoneIsNotAskedForAgainSoon() throws SQLException {
        server.tables.add(table("mail"));
        server.gone.add(table("mail"));
        assertThat(toClose(Set.of(table("player")), NONE)).isEmpty();
        assertThat(probes()).isEqualTo(3);
        assertThat(toClose(Set.of(table("player")), NONE)).isEmpty();
        assertThat(probes()).as("without it").isEqualTo(1);
    }

    @Test
    void tablesOfOthersAreReadEveryTenSeconds() throws SQLException {
        assertThat(toClose(Set.of(table("player")), NONE)).isEmpty();
        server.tables.add(table("mail"));
        server.waitedFor.add(table("mail"));
        clock.addAndGet(TimeUnit.SECONDS.toNanos(9));
        assertThat(toClose(Set.of(table("player")), NONE)).isEmpty();
        clock.addAndGet(TimeUnit.SECONDS.toNanos(2));
        assertThat(toClose(Set.of(table("player")), NONE)).containsExactly(table("mail"));
    }

    @Test
    void tooManyTablesOfOthersAreNotWatched() throws SQLException {
        for (int i = 0; i <= 300; i++) {
            server.tables.add(table("t" + i));
        }
        server.waitedFor.add(table("t7"));
        assertThat(toClose(Set.of(table("player")), NONE)).isEmpty();
    }

    @Test
    void aWaitThatClosingDidNotEndIsForAnotherSession() throws SQLException {
        server.tables.add(table("mail"));
        server.waitedFor.add(table("mail"));
        quarantine.add(table("mail"), 0);
        assertThat(toClose(Set.of(table("player")), NONE)).isEmpty();
    }

    /** Another client has opened the table meanwhile, and this client's connections keep it open. */
    @Test
    void aNewWaitForAQuarantinedTableCounts() throws SQLException {
        server.tables.add(table("mail"));
        quarantine.add(table("mail"), 0);
        assertThat(toClose(Set.of(table("player")), NONE)).isEmpty();
        assertThat(probes()).as("mail, and the others").isEqualTo(2);
        assertThat(toClose(Set.of(table("player")), NONE)).isEmpty();
        assertThat(probes()).as("all together").isEqualTo(1);
        server.waitedFor.add(table("mail"));
        assertThat(toClose(Set.of(table("player")), NONE)).containsExactly(table("mail"));
        assertThat(toClose(Set.of(table("player")), NONE)).as("the same wait").isEmpty();
        quarantine.setCalm(table("mail"), true);
        assertThat(toClose(Set.of(table("player")), NONE)).as("the next wait").containsExactly(table("mail"));
    }

    @Test
    void aTableThatTheseConnectionsKeepOpenIsWatchedEvenIfItWasQuarantinedBefore() throws SQLException {
        server.tables.add(table("mail"));
        server.waitedFor.add(table("mail"));
        quarantine.add(table("mail"), 0);
        assertThat(toClose(Set.of(table("player")), Set.of(table("mail")))).containsExactly(table("mail"));
    }

    /** As {@code max_statement_time} and KILL QUERY do: the driver takes the session for whole. */
    private static SQLException interrupted() {
        return new SQLTimeoutException("Query execution was interrupted (max_statement_time exceeded)", "70100", 1969);
    }

    @Test
    void anInterruptedProbeSaysNothingOfATable() throws SQLException {
        server.failuresOf.put(table("player"), new ArrayDeque<>(List.of(interrupted(), interrupted())));
        assertThat(toClose(Set.of(table("player"), table("guild")), NONE)).isEmpty();
        assertThat(probes()).as("all, guild, player twice").isEqualTo(4);
    }

    @Test
    void aServerThatInterruptsEveryProbeDoesNotAnswer() throws SQLException {
        server.failuresOf.put(table("player"), new ArrayDeque<>(List.of(interrupted(), interrupted(), interrupted())));
        assertThatThrownBy(() -> toClose(Set.of(table("player")), NONE)).isInstanceOf(SQLTimeoutException.class);
    }

    @Test
    void theLogSaysWhichErrorClosesATable() throws SQLException {
        server.waitedFor.add(table("guild"));
        server.gone.add(table("player"));
        try (Logs logs = new Logs()) {
            toClose(Set.of(table("player"), table("guild")), NONE);
            assertThat(logs.lines(Level.INFO))
                    .hasSize(2)
                    .anyMatch(line -> line.startsWith("game.guild: ") && line.contains("1205 (Lock wait timeout"))
                    .anyMatch(line -> line.startsWith("game.player: ") && line.contains("1146 (Table doesn't exist"));
        }
    }

    @Test
    void aBrokenSessionIsNoAnswer() throws SQLException {
        SqlSession session = server.session();
        server.failure = server.broken;
        assertThatThrownBy(() -> guard.tablesToClose(session, "game", columns(Set.of(table("player"))), NONE))
                .isSameAs(server.broken);
        assertThatThrownBy(() -> DdlGuard.hasWaitingSession(session, Set.of(table("player"))))
                .isSameAs(server.broken);
    }

    @Test
    void everythingIsClosedForTheDrainLockAndForAnotherServer() throws Exception {
        Discovery.Found found = new Discovery(Options.of("unit", new MariaDbDataSource(), new ClientListener() {}))
                .discover(server.session());
        assertThat(DdlGuard.drainReason(server.session(), found)).isEmpty();
        server.identity = "server-2";
        assertThat(DdlGuard.drainReason(server.session(), found))
                .contains("SQL reaches another server (server-2) than before (server-1)");
        server.drainLock = "42";
        assertThat(DdlGuard.drainReason(server.session(), found))
                .contains("SQL session 42 holds the lock handlersocket_drain");
    }
}
