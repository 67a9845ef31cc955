// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.Comparison;
import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.ProtocolException;
import io.handlersocket.client.Range;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.Row;
import io.handlersocket.client.ServerErrorException;
import io.handlersocket.client.TooLargeException;
import io.handlersocket.client.catalog.CatalogFixture;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.concurrent.UserStages;
import io.handlersocket.client.internal.transport.ConnectionLimits;
import io.handlersocket.client.internal.transport.WireIndex;
import io.handlersocket.client.internal.transport.shared.ConnectionPool;
import io.handlersocket.client.internal.transport.shared.EmbeddedConnection;
import io.handlersocket.client.spi.PacketGuard;
import io.handlersocket.client.spi.ServerIndex;
import io.handlersocket.client.spi.SystemTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The first lines of a packet are those of its guard, which judges the packet before a lookup is answered. */
class GuardedPacketTest {

    private static final TableName NAME = SystemTable.GTID_SLAVE_POS.spec().table();
    private static final IndexState.Name OPENING = new IndexState.Name(NAME, "PRIMARY", true);
    private static final long HOUR = 3_600_000_000_000L;

    private final ConnectionPool pool = new ConnectionPool(
            "unit",
            new ConnectionLimits(1_000, 10, 10, 1_000, 0, HOUR),
            null,
            (closed, reason) -> {},
            () -> {},
            System::nanoTime);
    private final LookupContext context =
            new LookupContext(pool, closed -> {}, Tables.SILENT, () -> false, new UserStages(null, pool.io()), HOUR);
    private final OpenedIndex byPlayer = Tables.opened(Tables.index("PRIMARY", true, "player"));
    private final OpenedIndex positions = positions();
    private final EmbeddedConnection server = new EmbeddedConnection();

    private static Column number(String name, String type) {
        return new Column(
                name, type, type + " unsigned", true, false, 0, 0, 20, 0, 0, null, null, false, false, List.of());
    }

    private static Table table(TableName name, String kind, String engine, Column... more) {
        List<Column> columns = new ArrayList<>(List.of(
                number("domain_id", "int"),
                number("sub_id", "bigint"),
                number("server_id", "int"),
                number("seq_no", "bigint")));
        columns.addAll(List.of(more));
        return new Table(
                name, kind, engine, false, columns, List.of(Tables.index("PRIMARY", true, "domain_id", "sub_id")));
    }

    private static OpenedIndex positions() {
        Table table = table(NAME, "BASE TABLE", "InnoDB");
        ReplyLayout layout = ReplyLayout.of(table, OPENING, CatalogFixture.SERVER);
        return new OpenedIndex(new WireIndex(3, NAME, "PRIMARY", layout.columnNames()), layout);
    }

    @BeforeEach
    void open() {
        server.open(positions.wire());
        server.open(byPlayer.wire());
    }

    @AfterEach
    void close() {
        pool.close();
    }

    /** Reads the last row of some domains, and remembers what it was shown. */
    private static final class Recorder implements PacketGuard {

        private final List<Range> lines = new ArrayList<>();
        private final List<List<List<Row>>> packets = new ArrayList<>();
        private @Nullable HandlerSocketException refusal;

        Recorder(int... domains) {
            for (int domain : domains) {
                lines.add(Range.all(Comparison.LESS_OR_EQUAL, domain).limit(1));
            }
        }

        @Override
        public ServerIndex index() {
            throw new AssertionError("the test passes the opening");
        }

        @Override
        public List<Range> lines() {
            return lines;
        }

        @Override
        public void check(List<List<Row>> rows) {
            packets.add(rows);
            if (refusal != null) {
                throw refusal;
            }
        }
    }

    private FindRequest find() {
        return Objects.requireNonNull(FindRequest.of(context, byPlayer, new Object[] {5}, System.nanoTime()));
    }

    private FindRequest send(PacketGuard guard) {
        FindRequest find = find();
        server.connection().submit(GuardedPacket.of(guard, positions, List.of(find)));
        return find;
    }

    private void receive(String... replies) {
        for (String reply : replies) {
            server.receive(reply.replace(' ', '\t') + '\n');
        }
    }

    @Test
    void theLinesOfTheGuardComeFirstInOneFlush() {
        Recorder guard = new Recorder(0, 7);
        FindRequest find = send(guard);
        assertThat(server.flushes()).containsExactly("3\t<=\t1\t0\t1\t0\n3\t<=\t1\t7\t1\t0\n7\t=\t1\t5\n");
        receive("0 4 0 99 1 42");
        assertThat(guard.packets).as("one line is not answered").isEmpty();
        receive("0 4 7 100 2 18446744073709551615");
        assertThat(guard.packets).hasSize(1);
        assertThat(find).isNotDone();
        receive("0 3 1 5 50");
        assertThat(find.join()).isPresent();
        List<List<Row>> rows = guard.packets.get(0);
        assertThat(rows).hasSize(2);
        assertThat(rows.get(0).get(0).longAt(3)).isEqualTo(42);
        assertThat(String.valueOf(rows.get(1).get(0).valueAt(3))).isEqualTo("18446744073709551615");
    }

    @Test
    void aLineWithoutARowIsShownAsOne() {
        Recorder guard = new Recorder(0);
        send(guard);
        server.discardFlushes();
        receive("0 4", "0 3");
        assertThat(guard.packets).containsExactly(List.of(List.of()));
    }

    @Test
    void noLookupOfARefusedPacketIsAnswered() {
        Recorder guard = new Recorder(0);
        guard.refusal = new RefusedException("too old");
        FindRequest find = send(guard);
        server.discardFlushes();
        receive("0 4 0 99 1 42");
        assertThat(find).isCompletedExceptionally();
        receive("0 3 1 5 50");
        assertThatThrownBy(find::join).hasCause(guard.refusal);
        assertThat(server.connection().isClosed()).isFalse();
    }

    @Test
    void anErrorInsteadOfALineRefusesThePacket() {
        Recorder guard = new Recorder(0, 7);
        FindRequest find = send(guard);
        server.discardFlushes();
        receive("2 1 stmtnum", "0 4 0 99 1 42", "0 3 1 5 50");
        assertThatThrownBy(find::join).hasCauseInstanceOf(ServerErrorException.class);
        assertThat(guard.packets).isEmpty();
    }

    @Test
    void aMalformedLineEndsTheConnection() {
        Recorder guard = new Recorder(0);
        FindRequest find = send(guard);
        server.discardFlushes();
        receive("0 3 0 99 1");
        assertThatThrownBy(find::join).hasCauseInstanceOf(ProtocolException.class);
        assertThat(server.connection().isClosed()).isTrue();
        assertThat(guard.packets).isEmpty();
    }

    @Test
    void aPacketThatTheServerMayReadInPiecesIsRefused() {
        List<FindRequest> many = Collections.nCopies(200, find());
        assertThatThrownBy(() -> GuardedPacket.of(new Recorder(0), positions, many))
                .isInstanceOf(TooLargeException.class);
    }

    @Test
    void onlyTheSystemTableAsTheServerMakesItIsOpened() {
        List<Table> others = List.of(
                table(NAME, "BASE TABLE", "Aria"),
                table(NAME, "VIEW", ""),
                table(NAME, "BASE TABLE", "InnoDB", number("more", "int")),
                table(new TableName("mysql", "other"), "BASE TABLE", "InnoDB"));
        for (Table other : others) {
            assertThatThrownBy(() -> ReplyLayout.of(other, OPENING, CatalogFixture.SERVER))
                    .as("%s", other)
                    .isInstanceOf(RefusedException.class);
        }
    }

    @Test
    void onlyTheReadSideOpensIt() {
        Table table = table(NAME, "BASE TABLE", "InnoDB");
        assertThatThrownBy(() -> ReplyLayout.of(table, "PRIMARY", true, CatalogFixture.SERVER))
                .isInstanceOf(RefusedException.class)
                .hasMessage("mysql.gtid_slave_pos is a table of the system schema mysql");
    }
}
