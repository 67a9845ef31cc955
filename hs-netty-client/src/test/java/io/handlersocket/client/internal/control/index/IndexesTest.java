// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.index;

import static io.handlersocket.client.internal.control.sql.FakeServer.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.ClientListener;
import io.handlersocket.client.ConnectionLostException;
import io.handlersocket.client.Index;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.Range;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.RequestTimeoutException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.catalog.CatalogFixture;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.concurrent.UserStages;
import io.handlersocket.client.internal.control.NotUsableException;
import io.handlersocket.client.internal.control.Options;
import io.handlersocket.client.internal.control.guard.HeldOpenings;
import io.handlersocket.client.internal.control.guard.Quarantine;
import io.handlersocket.client.internal.control.sql.SqlSessions;
import io.handlersocket.client.internal.lookup.IndexState;
import io.handlersocket.client.internal.lookup.LookupContext;
import io.handlersocket.client.internal.transport.ConnectionLimits;
import io.handlersocket.client.internal.transport.shared.ConnectionPool;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.mariadb.jdbc.MariaDbDataSource;

/** Opening twice, giving back, opening again, and what follows from each outcome. */
class IndexesTest {

    private static final TableName PLAYER = table("player");
    private static final IndexSpec SPEC = IndexSpec.primary("game", "player");
    private static final IndexSpec LEVEL = new IndexSpec(PLAYER, "PRIMARY", List.of("level"));
    private static final long SECOND = 1_000_000_000;
    private static final ServerFacts SERVER = CatalogFixture.SERVER;

    private final FakeCatalog sql = new FakeCatalog();
    private final FakeConnection connection = new FakeConnection(sql);
    private final List<String> heard = new ArrayList<>();
    private final List<IndexState> requested = new ArrayList<>();
    private final ClientListener listener = new ClientListener() {
        @Override
        public void refused(IndexSpec spec, String reason) {
            heard.add("refused " + spec);
        }

        @Override
        public void quarantined(TableName table) {
            heard.add("quarantined " + table);
        }
    };
    private final HeldOpenings holds = new HeldOpenings("unit", sql::session, System::nanoTime);
    private final Indexes indexes = new Indexes(
            new Quarantine(InstantSource.system()),
            Options.of("unit", new MariaDbDataSource(), listener),
            holds,
            sql::session);
    private final ConnectionPool pool = new ConnectionPool(
            "unit",
            new ConnectionLimits(1_000, 10, 10, 1_000, 0, SECOND),
            null,
            (closed, reason) -> {},
            () -> {},
            System::nanoTime);
    private final LookupContext context = new LookupContext(
            pool, requested::add, new ClientListener() {}, () -> false, new UserStages(null, pool.io()), SECOND);

    @BeforeEach
    void createTable() {
        sql.tables.put(PLAYER, List.of("level"));
    }

    @AfterEach
    void close() {
        pool.close();
    }

    private Index open() throws SQLException, NotUsableException {
        return indexes.open(sql.session(), SERVER, List.of(connection), context, SPEC);
    }

    private Map<IndexState, RefusedException> openAll() throws SQLException, NotUsableException {
        return indexes.openAll(
                sql.session(), SERVER, List.of(connection), indexes.due().wanted());
    }

    private void extend(FakeConnection added) throws SQLException, NotUsableException {
        SqlSessions sessions = new SqlSessions("unit", sql::session, System::nanoTime);
        try {
            indexes.extend(sessions, SERVER, List.of(added), () -> sql.log.add("CHECK"));
        } finally {
            sessions.release();
            sessions.abort();
        }
    }

    @Test
    void openingTwiceGivesOneHandleOfOneOpening() throws Exception {
        Index first = open();
        assertThat(open()).isSameAs(first);
        assertThat(connection.opened).hasSize(1);
        assertThat(indexes.registry().openColumns().keySet()).containsExactly(PLAYER);
    }

    @Test
    void aReleasedIndexIsClosedAndItsIdGivenAgain() throws Exception {
        Index first = open();
        indexes.registry().release(first);
        assertThatThrownBy(() -> first.find(1))
                .isInstanceOfSatisfying(
                        UnavailableException.class,
                        e -> assertThat(e.reason()).isEqualTo(UnavailableException.Reason.NOT_OPEN));
        assertThat(indexes.registry().openColumns().keySet()).isEmpty();
        assertThat(indexes.tablesKeptByServer()).as("open at the server").containsExactly(PLAYER);

        assertThat(open()).isNotSameAs(first);
        assertThat(connection.opened).hasSize(2).allMatch(wire -> wire.id() == 0);
        assertThat(connection.opened.get(0)).isNotSameAs(connection.opened.get(1));
    }

    @Test
    void anIndexIsWantedAgainWhenAllConnectionsAreClosed() throws Exception {
        Index handle = open();
        indexes.closeAll(UnavailableException.Reason.NOT_CONNECTED);
        assertThat(indexes.due().wanted()).hasSize(1);
        assertThat(indexes.tablesKeptByServer()).isEmpty();

        openAll();

        assertThat(indexes.due().wanted()).isEmpty();
        assertThat(open()).isSameAs(handle);
        assertThat(sql.log.stream().filter("PROBE"::equals))
                .as("each new set of connections must prove its server")
                .hasSize(6);
    }

    @Test
    void noIndexIsOpenedOnAnotherServer() {
        connection.sameServer = false;
        assertThatThrownBy(this::open).isInstanceOf(NotUsableException.class);
        assertThat(indexes.registry().openColumns().keySet()).isEmpty();
    }

    @Test
    void aTableWhoseOpeningIsNotProvenIsStillWatched() {
        connection.probeFailure = new RequestTimeoutException("made up", true);
        assertThatThrownBy(this::open).isSameAs(connection.probeFailure);
        assertThat(indexes.registry().openColumns().keySet()).isEmpty();
        assertThat(indexes.tablesKeptByServer()).as("open at the server").containsExactly(PLAYER);
    }

    @Test
    void noIndexOfABlockedTableServesLookups() throws Exception {
        Index whole = open();
        Index part = indexes.open(sql.session(), SERVER, List.of(connection), context, LEVEL);
        indexes.closeAll(UnavailableException.Reason.NOT_CONNECTED);
        sql.waitedForAfterHold.add(PLAYER);
        connection.failures.add(FakeConnection.silence()); // of the first of both
        openAll();
        assertThat(indexes.blocked().take()).containsExactly(PLAYER);
        assertThat(indexes.registry().openColumns().keySet()).isEmpty();
        assertUnavailable(whole, UnavailableException.Reason.QUARANTINED);
        assertUnavailable(part, UnavailableException.Reason.QUARANTINED);
    }

    @Test
    void aQuarantinedTableIsNotOpenedForANewHandleEither() {
        sql.waitedFor.add(PLAYER);
        assertThatThrownBy(this::open).isInstanceOf(UnavailableException.class);
        sql.waitedFor.clear();
        assertThatThrownBy(this::open)
                .isInstanceOfSatisfying(
                        UnavailableException.class,
                        e -> assertThat(e.reason()).isEqualTo(UnavailableException.Reason.QUARANTINED));
        assertThat(connection.opened).isEmpty();
    }

    @Test
    void aLookupByAQuarantinedIndexWakesAnIdleClient() throws Exception {
        Index handle = open();
        indexes.closeAll(UnavailableException.Reason.NOT_CONNECTED);
        sql.waitedFor.add(PLAYER);
        openAll();
        assertUnavailable(handle, UnavailableException.Reason.QUARANTINED);
        assertThat(requested).isEmpty();

        indexes.closeAll(UnavailableException.Reason.IDLE);
        assertUnavailable(handle, UnavailableException.Reason.IDLE);
        assertThat(requested).hasSize(1);

        assertThatThrownBy(() -> indexes.reopen(sql.session(), SERVER, List.of(connection), requested.get(0)))
                .isInstanceOf(UnavailableException.class);
        assertUnavailable(handle, UnavailableException.Reason.QUARANTINED);
        assertThat(requested).as("the end of the quarantine opens it").hasSize(1);
    }

    @Test
    void aLookupByARefusedIndexWakesAnIdleClient() throws Exception {
        Index handle = open();
        indexes.closeAll(UnavailableException.Reason.NOT_CONNECTED);
        sql.tables.clear();
        openAll();
        assertThatThrownBy(() -> handle.find(1)).isInstanceOf(RefusedException.class);
        assertThat(requested).isEmpty();

        indexes.closeAll(UnavailableException.Reason.IDLE);
        assertUnavailable(handle, UnavailableException.Reason.IDLE);
        assertThat(requested).hasSize(1);
    }

    @Test
    void aTableThatIsGoneIsNotAskedForAgainBeforeALookupNeedsIt() throws Exception {
        Index handle = open();
        indexes.closeAll(UnavailableException.Reason.DRAINED);
        sql.tables.clear();
        assertThat(openAll()).hasSize(1);
        for (int i = 0; i < 3; i++) {
            indexes.closeAll(UnavailableException.Reason.DRAINED);
            sql.log.clear();
            openAll();
            assertThat(sql.log).as("reconnect").isEmpty();
        }
        assertUnavailable(handle, UnavailableException.Reason.NOT_OPEN);
        assertThat(requested).hasSize(1);

        createTable();
        indexes.reopen(sql.session(), SERVER, List.of(connection), requested.get(0));
        assertThat(indexes.registry().openColumns()).containsKey(PLAYER);
    }

    @Test
    void anIndexThatWasNeverOpenIsNotAskedForAgain() throws Exception {
        sql.tables.clear();
        assertThatThrownBy(this::open).isInstanceOf(RefusedException.class);
        assertThat(indexes.due().wanted()).isEmpty();
        createTable();
        open();
        assertThat(indexes.registry().openColumns()).containsKey(PLAYER);
    }

    private static void assertUnavailable(Index handle, UnavailableException.Reason reason) {
        assertThatThrownBy(() -> handle.find(1))
                .isInstanceOfSatisfying(
                        UnavailableException.class, e -> assertThat(e.reason()).isEqualTo(reason));
    }

    @Test
    void aClosedIndexReadsNoListOfRangesNotEvenAnEmptyOne() throws Exception {
        Index handle = open();
        indexes.closeAll(UnavailableException.Reason.DRAINED);
        for (List<Range> ranges : List.of(List.<Range>of(), List.of(Range.equal(1)))) {
            assertThatThrownBy(() -> handle.ranges(ranges))
                    .isInstanceOfSatisfying(
                            UnavailableException.class,
                            e -> assertThat(e.reason()).isEqualTo(UnavailableException.Reason.DRAINED));
            assertThat(handle.rangesAsync(ranges).toCompletableFuture()).isCompletedExceptionally();
        }
        assertThat(context.counters().failed().sum()).isEqualTo(4);
    }

    @Test
    void aTableThatASessionWaitsForIsQuarantinedAndReportedOnce() throws Exception {
        sql.waitedFor.add(PLAYER);
        assertThatThrownBy(this::open)
                .isInstanceOfSatisfying(
                        UnavailableException.class,
                        e -> assertThat(e.reason()).isEqualTo(UnavailableException.Reason.QUARANTINED));
        assertThat(heard).containsExactly("quarantined game.player");
        assertThat(indexes.due().wanted()).isEmpty();
        assertThat(indexes.blocked().take()).containsExactly(PLAYER);
        assertThat(indexes.blocked().take()).isEmpty();

        assertThat(indexes.due().now(System.nanoTime())).isEmpty();
        sql.waitedFor.clear();
        assertThat(holds.close(Duration.ofSeconds(10))).isTrue();
        assertThat(indexes.due().now(System.nanoTime() + 60 * SECOND)).hasSize(1);
        openAll();
        assertThat(indexes.registry().openColumns().keySet()).containsExactly(PLAYER);
    }

    @Test
    void anOpeningWithoutAnAnswerQuarantinesATableThatASessionWaitsFor() {
        sql.waitedForAfterHold.add(PLAYER);
        connection.failures.add(FakeConnection.silence());
        assertThatThrownBy(this::open).isInstanceOf(UnavailableException.class);
        assertThat(indexes.blocked().take()).containsExactly(PLAYER);
    }

    @Test
    void anOpeningWithoutAnAnswerMakesTheClientReconnectIfNobodyWaitsForTheTable() {
        connection.failures.add(FakeConnection.silence());
        assertThatThrownBy(this::open)
                .isInstanceOfSatisfying(
                        UnavailableException.class,
                        e -> assertThat(e.reason()).isEqualTo(UnavailableException.Reason.NOT_OPEN));
        assertThatThrownBy(() -> indexes.blocked().take())
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("did not answer the opening of [")
                .hasMessageContaining(PLAYER.table());
        assertThat(indexes.blocked().take()).isEmpty();
    }

    @Test
    void aRefusalIsThrownAndReported() {
        sql.tables.clear();
        assertThatThrownBy(this::open).isInstanceOf(RefusedException.class);
        assertThat(heard).containsExactly("refused " + SPEC);
    }

    @Test
    void anOpeningOnALostConnectionIsTriedAgain() throws Exception {
        connection.failures.add(new ConnectionLostException("made up", null));
        assertThatThrownBy(this::open).isInstanceOf(UnavailableException.class);
        assertThat(indexes.due().now(System.nanoTime())).hasSize(1);
        assertThat(indexes.due().now(System.nanoTime())).as("once").isEmpty();
        assertThat(openAll()).isEmpty();
        assertThat(indexes.registry().openColumns().keySet()).containsExactly(PLAYER);
    }

    @Test
    void newConnectionsServeTheSameOpening() throws Exception {
        open();
        FakeConnection added = new FakeConnection(sql);
        extend(added);
        assertThat(added.opened).containsExactlyElementsOf(connection.opened);
        assertThat(indexes.registry().openColumns().keySet()).containsExactly(PLAYER);
    }

    @Test
    void theGuardMayCheckBeforeEachHoldOfNewConnections() throws Exception {
        open();
        sql.log.clear();
        extend(new FakeConnection(sql));
        assertThat(sql.log).startsWith("CHECK").containsOnlyOnce("CHECK").contains("START TRANSACTION");
    }

    @Test
    void silentNewConnectionsAreClosedAndNotAskedForTheProof() throws Exception {
        open();
        sql.tables.put(table("guild"), List.of("level"));
        indexes.open(sql.session(), SERVER, List.of(connection), context, IndexSpec.primary("game", "guild"));
        FakeConnection added = new FakeConnection(sql);
        sql.log.clear();
        sql.waitedForAfterHold.add(PLAYER);
        added.failures.add(FakeConnection.silence());

        extend(added);

        assertThat(added.isClosed()).isTrue();
        assertThat(sql.log).doesNotContain("PROBE");
        assertThat(indexes.blocked().take()).containsExactly(PLAYER);
    }

    @Test
    void aLongHoldIsContinuedByTheNextOne() throws Exception {
        for (String name : List.of("guild", "item")) {
            sql.tables.put(table(name), List.of("level"));
        }
        for (String name : List.of("player", "guild", "item")) {
            indexes.open(sql.session(), SERVER, List.of(connection), context, IndexSpec.primary("game", name));
        }
        indexes.closeAll(UnavailableException.Reason.NOT_CONNECTED);
        sql.delayMillis = 1 + IndexOpener.HOLD.toMillis();

        openAll();
        assertThat(indexes.registry().openColumns().keySet()).containsExactly(PLAYER);
        assertThat(indexes.due().isAnyPostponed()).isTrue();
        List<IndexState> due = indexes.due().now(System.nanoTime());
        assertThat(due).extracting(IndexState::table).containsExactly(table("guild"), table("item"));
        indexes.openAll(sql.session(), SERVER, List.of(connection), due);
        assertThat(indexes.due().isAnyPostponed()).isTrue();
        indexes.openAll(
                sql.session(), SERVER, List.of(connection), indexes.due().now(System.nanoTime()));
        assertThat(indexes.due().isAnyPostponed()).isFalse();
        assertThat(indexes.registry().openColumns().keySet()).hasSize(3);

        FakeConnection added = new FakeConnection(sql);
        sql.log.clear();
        extend(added);
        assertThat(added.opened).hasSize(3);
        assertThat(sql.log.stream().filter("CHECK"::equals))
                .as("before each hold")
                .hasSize(3);
        assertThat(sql.log.stream().filter("PROBE"::equals)).as("one proof").hasSize(3);

        indexes.closeAll(UnavailableException.Reason.NOT_CONNECTED);
        openAll();
        assertThat(indexes.due().isAnyPostponed()).isTrue();
        indexes.closeAll(UnavailableException.Reason.NOT_CONNECTED);
        assertThat(indexes.due().isAnyPostponed()).as("nothing is open").isFalse();
    }

    @Test
    void whatWasNotAnsweredIsForgottenWithTheConnections() {
        connection.failures.add(FakeConnection.silence());
        assertThatThrownBy(this::open).isInstanceOf(UnavailableException.class);
        indexes.closeAll(UnavailableException.Reason.NOT_CONNECTED);
        assertThat(indexes.blocked().take())
                .as("of connections that are closed")
                .isEmpty();
    }

    @Test
    void aServerThatDoesNotAnswerAnOpeningIsNotAskedForTheProof() throws Exception {
        open();
        sql.tables.put(table("guild"), List.of("level"));
        indexes.open(sql.session(), SERVER, List.of(connection), context, IndexSpec.primary("game", "guild"));
        indexes.closeAll(UnavailableException.Reason.NOT_CONNECTED);
        sql.log.clear();
        connection.failures.add(FakeConnection.silence()); // of the first of both

        openAll();

        assertThat(sql.log).doesNotContain("PROBE");
        assertThat(indexes.registry().openColumns().keySet()).as("not proven").isEmpty();
        assertThatThrownBy(() -> indexes.blocked().take()).isInstanceOf(UnavailableException.class);
    }

    @Test
    void newConnectionsCloseAnIndexWhoseTableChanged() throws Exception {
        open();
        sql.tables.put(PLAYER, List.of("level", "score"));
        extend(new FakeConnection(sql));
        assertThat(indexes.registry().openColumns().keySet()).isEmpty();
        assertThat(indexes.due().now(System.nanoTime())).hasSize(1);
    }

    static List<Throwable> failuresOfAnOpening() {
        return List.of(new ConnectionLostException("made up", null), FakeConnection.silence());
    }

    @ParameterizedTest
    @MethodSource("failuresOfAnOpening")
    void newConnectionsThatLackAnIndexAreClosed(Throwable failure) throws Exception {
        open();
        FakeConnection added = new FakeConnection(sql);
        added.failures.add(failure);
        extend(added);
        assertThat(added.isClosed()).isTrue();
        assertThat(indexes.blocked().take()).isEmpty();
        assertThat(indexes.registry().openColumns().keySet())
                .as("on the others")
                .containsExactly(PLAYER);
    }
}
