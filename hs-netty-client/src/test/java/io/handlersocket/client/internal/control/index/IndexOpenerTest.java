// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.index;

import static io.handlersocket.client.internal.control.sql.FakeServer.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.ConnectionLostException;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.ServerErrorException;
import io.handlersocket.client.catalog.CatalogFixture;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.NotUsableException;
import io.handlersocket.client.internal.control.guard.HeldOpenings;
import io.handlersocket.client.internal.control.sql.Collations;
import io.handlersocket.client.internal.control.sql.SqlSession;
import io.handlersocket.client.internal.lookup.IndexState;
import io.handlersocket.client.internal.lookup.OpenedIndex;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What one opening finds out about each index. */
class IndexOpenerTest {

    private final FakeCatalog sql = new FakeCatalog();
    private final HeldOpenings holds = new HeldOpenings("unit", sql::session, System::nanoTime);
    private final FakeConnection connection = new FakeConnection(sql);
    private final IndexState player = new IndexState(new IndexState.Name(table("player"), "PRIMARY", true), 0);
    private final IndexState guild = new IndexState(new IndexState.Name(table("guild"), "PRIMARY", true), 0);

    @BeforeEach
    void createTables() {
        sql.tables.put(player.table(), List.of("level"));
        sql.tables.put(guild.table(), List.of("name"));
    }

    private OpeningOutcome<IndexState> open(IndexState... indexes) throws SQLException, NotUsableException {
        return open(() -> 0, indexes); // no hold is too long
    }

    private OpeningOutcome<IndexState> open(LongSupplier clock, IndexState... indexes)
            throws SQLException, NotUsableException {
        return open(reads(indexes), clock, indexes);
    }

    private static ReadPort reads(IndexState... indexes) {
        Map<IndexState, Integer> ids = new LinkedHashMap<>();
        for (IndexState index : indexes) {
            ids.put(index, ids.size());
        }
        return new ReadPort(CatalogFixture.SERVER, ids);
    }

    private OpeningOutcome<IndexState> open(Port<IndexState> port, LongSupplier clock, IndexState... indexes)
            throws SQLException, NotUsableException {
        return open(port, clock, List.of(connection), indexes);
    }

    private OpeningOutcome<IndexState> open(
            Port<IndexState> port, LongSupplier clock, List<FakeConnection> connections, IndexState... indexes)
            throws SQLException, NotUsableException {
        return new IndexOpener<>(
                        port, sql.session(), holds, sql::session, new Collations(System::nanoTime), connections, clock)
                .open(List.of(indexes));
    }

    @Test
    void opensEveryReadableColumnWhileSqlHoldsTheTable() throws Exception {
        OpeningOutcome<IndexState> outcome = open(player, guild);

        assertThat(outcome.opened()).containsOnlyKeys(player, guild);
        assertThat(Objects.requireNonNull(outcome.opened().get(player)).wire()).isSameAs(connection.opened.get(0));
        assertThat(sql.log)
                .containsSubsequence(
                        "START TRANSACTION",
                        "SELECT `id`,`level` FROM `game`.`player` LIMIT 0",
                        "OPEN 0 game.player.PRIMARY [id, level]",
                        "OPEN 1 game.guild.PRIMARY [id, name]",
                        "ROLLBACK AND NO CHAIN NO RELEASE");
        assertThat(outcome.undecided()).isEmpty();
    }

    @Test
    void aLongHoldLeavesTheOtherTablesForLater() throws Exception {
        IndexState name = new IndexState(new IndexState.Name(guild.table(), "name", true), 0);
        IndexState byName = new IndexState(new IndexState.Name(player.table(), "PRIMARY", false), 0);
        AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 100);

        OpeningOutcome<IndexState> outcome =
                open(() -> clock.getAndAdd(IndexOpener.HOLD.toNanos()), player, name, byName);

        assertThat(outcome.opened()).as("the first table, whatever it takes").containsOnlyKeys(player, byName);
        assertThat(outcome.postponed()).containsExactly(name);
        assertThat(outcome.undecided()).isEmpty();
        assertThat(sql.log).noneMatch(line -> line.contains("guild"));
    }

    @Test
    void aTableThatASessionWaitsForIsNotOpenedAndOthersAre() throws Exception {
        sql.waitedFor.add(player.table());
        OpeningOutcome<IndexState> outcome = open(player, guild);
        assertThat(outcome.blocked()).containsExactly(player.table());
        assertThat(outcome.opened()).containsOnlyKeys(guild);
        assertThat(outcome.refused()).isEmpty();
        assertThat(sql.log).noneMatch(line -> line.startsWith("OPEN") && line.contains("player"));
    }

    @Test
    void noOpeningIsSentIfASessionWaitsSinceTheHold() throws Exception {
        sql.refusesUpdates.put(player.table(), Integer.MAX_VALUE);
        sql.waitedForAfterHold.add(player.table());
        OpeningOutcome<IndexState> outcome = open(player, guild);
        assertThat(outcome.blocked()).containsExactly(player.table());
        assertThat(outcome.opened()).containsOnlyKeys(guild);
        assertThat(sql.log).noneMatch(line -> line.startsWith("OPEN") && line.contains("player"));
    }

    @Test
    void aTableThatOthersMayOnlyReadIsOpened() throws Exception {
        sql.refusesUpdates.put(player.table(), Integer.MAX_VALUE);
        assertThat(open(player, guild).opened()).containsOnlyKeys(guild, player);
    }

    @Test
    void aTableThatAnAlterCopiesIsOpenedWhenTheAlterHasEnded() throws Exception {
        sql.refusesUpdates.put(player.table(), 3);
        assertThat(open(player).opened()).containsOnlyKeys(player);
        List<String> asked = sql.log.stream()
                .filter(line -> line.endsWith("FOR UPDATE") || line.startsWith("OPEN") || line.startsWith("ROLLBACK"))
                .map(line -> line.replaceAll(" .*", ""))
                .toList();
        assertThat(asked)
                .as("in the hold; twice without one and once more; in the next hold")
                .containsExactly("SELECT", "ROLLBACK", "SELECT", "SELECT", "SELECT", "SELECT", "OPEN", "ROLLBACK");
    }

    @Test
    void aTableThatIsMissingIsRefusedAndOthersAreOpened() throws Exception {
        sql.tables.remove(player.table());
        OpeningOutcome<IndexState> outcome = open(player, guild);
        assertThat(outcome.refused()).containsOnlyKeys(player);
        assertThat(outcome.opened()).containsOnlyKeys(guild);
    }

    @Test
    void anErrorOfTheServerIsTriedOnceMore() throws Exception {
        connection.failures.add(new ServerErrorException("c", 1, "open_table"));
        assertThat(open(player).opened()).as("after a RENAME").containsOnlyKeys(player);

        connection.failures.add(new ServerErrorException("c", 1, "open_table"));
        connection.failures.add(new ServerErrorException("c", 1, "open_table"));
        assertThat(open(player).refused().get(player))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("the server does not open it (1 open_table)");
    }

    /** As the write port, where a failed opening harms a worker of the server. */
    @Test
    void nothingFollowsTheFirstFailureOnAPortThatMustNotFail() throws Exception {
        ReadPort reads = reads(player, guild);
        Port<IndexState> careful = new Port<>() {
            @Override
            public TableName table(IndexState wanted) {
                return wanted.table();
            }

            @Override
            public OpenedIndex check(SqlSession session, IndexState wanted, Table table) throws SQLException {
                return reads.check(session, wanted, table);
            }

            @Override
            public boolean mayFail() {
                return false;
            }
        };
        connection.failures.add(new ServerErrorException("c", 1, "open_table"));
        OpeningOutcome<IndexState> outcome = open(careful, () -> 0, player, guild);
        assertThat(connection.opened).isEmpty();
        assertThat(outcome.undecided()).containsExactly(guild);
        assertThat(outcome.refused()).containsOnlyKeys(player);
        assertThat(outcome.refused().get(player)).hasCauseInstanceOf(ServerErrorException.class);
    }

    @Test
    void anErrorOfTheServerBlocksATableThatASessionWaitsForAfterTheHold() throws Exception {
        sql.waitedForAfterHold.add(player.table());
        connection.failures.add(new ServerErrorException("c", 1, "open_table"));
        OpeningOutcome<IndexState> outcome = open(player);
        assertThat(outcome.blocked()).containsExactly(player.table());
        assertThat(outcome.refused()).isEmpty();
        assertThat(connection.opened).as("not tried again").isEmpty();
    }

    @Test
    void anOpeningWithoutAnAnswerBlocksATableThatASessionWaitsFor() throws Exception {
        sql.waitedForAfterHold.add(player.table());
        connection.failures.add(FakeConnection.silence());
        OpeningOutcome<IndexState> outcome = open(player, guild);
        assertThat(outcome.unanswered()).containsExactly(player.table());
        assertThat(outcome.blocked()).containsExactly(player.table());
        assertThat(outcome.opened()).containsOnlyKeys(guild);
    }

    /** A statement that begins to wait just now waits for each opening that was sent. */
    @Test
    void anOpeningWithoutAnAnswerIsSentOnNoFurtherConnection() throws Exception {
        FakeConnection second = new FakeConnection(sql);
        assertThat(open(reads(guild), () -> 0, List.of(connection, second), guild)
                        .opened())
                .containsOnlyKeys(guild);
        assertThat(second.opened).hasSize(1);

        connection.failures.add(FakeConnection.silence());
        OpeningOutcome<IndexState> outcome =
                open(reads(player, guild), () -> 0, List.of(connection, second), player, guild);
        assertThat(outcome.unanswered()).containsExactly(player.table());
        assertThat(outcome.undecided()).containsExactlyInAnyOrder(player, guild);
        assertThat(second.opened).hasSize(1);
    }

    @Test
    void anOpeningWithoutAnAnswerSaysNothingOfATableThatNobodyWaitsFor() throws Exception {
        connection.failures.add(FakeConnection.silence());
        OpeningOutcome<IndexState> outcome = open(player, guild);
        assertThat(outcome.unanswered()).containsExactly(player.table());
        assertThat(outcome.blocked()).isEmpty();
        assertThat(outcome.refused()).isEmpty();
        assertThat(outcome.undecided()).contains(player);
    }

    @Test
    void aLostConnectionSaysNothingOfTheIndex() throws Exception {
        connection.failures.add(new ConnectionLostException("made up", null));
        OpeningOutcome<IndexState> outcome = open(player);
        assertThat(outcome.undecided()).contains(player);
        assertThat(outcome.unanswered()).isEmpty();
    }

    @Test
    void aBrokenSessionEndsTheOpening() {
        sql.failure = new SQLNonTransientConnectionException("made up");
        assertThatThrownBy(() -> open(player)).isSameAs(sql.failure);
        assertThat(connection.opened).isEmpty();
    }

    @Test
    void onlyAnUnchangedTableKeepsItsOpening() throws Exception {
        OpenedIndex first = Objects.requireNonNull(open(player).opened().get(player));
        player.open(first, 0);
        assertThat(open(player).opened().get(player)).isSameAs(first);

        sql.tables.put(player.table(), List.of("level", "score"));
        assertThat(open(player).opened().get(player)).isNotSameAs(first);
    }
}
