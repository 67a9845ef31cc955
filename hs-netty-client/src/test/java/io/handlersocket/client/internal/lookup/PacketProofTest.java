// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.GtidPosition;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.TooLargeException;
import io.handlersocket.client.catalog.CatalogFixture;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.catalog.CatalogRecords.DefaultColumn;
import io.handlersocket.client.internal.catalog.CatalogRecords.DefaultTable;
import io.handlersocket.client.internal.concurrent.UserStages;
import io.handlersocket.client.internal.transport.ConnectionLimits;
import io.handlersocket.client.internal.transport.WireIndex;
import io.handlersocket.client.internal.transport.pool.ConnectionPool;
import io.handlersocket.client.internal.transport.shared.EmbeddedConnection;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The first lines of a packet read the position, and nothing else is taken for one. */
class PacketProofTest {

    private static final long HOUR = 3_600_000_000_000L;

    private final ConnectionPool pool = new ConnectionPool(
            "unit", new ConnectionLimits(1_000, 10, 10, 1_000, 0, HOUR), null, (closed, reason) -> {}, () -> {});
    private final LookupContext context = new LookupContext(
            pool, new Counters(), closed -> {}, Tables.SILENT, new UserStages(null, pool.io()), HOUR, HOUR);
    private final OpenedIndex byPlayer = Tables.opened(Tables.index("PRIMARY", true, "player"));
    private final OpenedIndex positions = positions();
    private final EmbeddedConnection server = new EmbeddedConnection();

    private static Column number(String name, String type) {
        return new DefaultColumn(
                name, type, type + " unsigned", true, false, 0, 0, 20, 0, 0, null, null, false, false, List.of());
    }

    private static Table table(TableName name, String kind, String engine, Column... more) {
        List<Column> columns = new ArrayList<>(List.of(
                number("domain_id", "int"),
                number("sub_id", "bigint"),
                number("server_id", "int"),
                number("seq_no", "bigint")));
        columns.addAll(List.of(more));
        return new DefaultTable(
                name, kind, engine, false, columns, List.of(Tables.index("PRIMARY", true, "domain_id", "sub_id")));
    }

    private static OpenedIndex positions() {
        Table table = table(GtidTable.NAME, "BASE TABLE", "InnoDB");
        ReplyLayout layout = ReplyLayout.of(table, GtidTable.OPENING, CatalogFixture.SERVER);
        return new OpenedIndex(new WireIndex(3, GtidTable.NAME, "PRIMARY", layout.columnNames()), layout);
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

    private FindRequest send(PacketProof proof) {
        FindRequest find = Objects.requireNonNull(
                FindRequest.of(new LookupScope(context, byPlayer), new Object[] {5}, System.nanoTime()));
        server.connection().submit(proof.packet(List.of(find)));
        return find;
    }

    private void receive(String... replies) {
        for (String reply : replies) {
            server.receive(reply.replace(' ', '\t') + '\n');
        }
    }

    @Test
    void theLinesOfAllDomainsComeFirstInOneFlush() {
        PacketProof proof = new PacketProof(positions, 0, 7);
        FindRequest find = send(proof);
        assertThat(server.flushes()).containsExactly("3\t<=\t1\t0\t1\t0\n3\t<=\t1\t7\t1\t0\n7\t=\t1\t5\n");
        assertThat(proof.isEmpty()).isFalse();
        assertThat(proof.lowest()).as("no answer yet").isNull();
        receive("0 4 0 99 1 42", "0 4 7 100 2 18446744073709551615");
        assertThat(find).isNotDone();
        receive("0 3 1 5 50");
        assertThat(find.join()).isPresent();
        assertThat(proof.lowest())
                .isEqualTo(GtidPosition.parse("0-1-42,7-2-18446744073709551615"))
                .isEqualTo(proof.highest());
    }

    @Test
    void theRowOfALowerDomainIsNoPosition() {
        PacketProof proof = new PacketProof(positions, 7);
        send(proof);
        server.discardFlushes();
        receive("0 4 0 99 1 42", "0 3");
        assertThat(proof.lowest()).isEqualTo(GtidPosition.NONE);
        PacketProof empty = new PacketProof(positions, 0);
        send(empty);
        server.discardFlushes();
        receive("0 4", "0 3");
        assertThat(empty.lowest()).isEqualTo(GtidPosition.NONE);
    }

    @Test
    void ofSeveralPacketsTheLowestAndTheHighestPositionAreKnown() {
        PacketProof proof = new PacketProof(positions, 0);
        send(proof);
        send(proof);
        send(proof);
        server.discardFlushes();
        receive("0 4 0 99 1 9", "0 3", "0 4 0 98 1 10", "0 3");
        assertThat(proof.lowest()).as("one is not answered").isNull();
        receive("0 4 0 97 1 8", "0 3");
        assertThat(proof.lowest()).isEqualTo(GtidPosition.parse("0-1-8"));
        assertThat(proof.highest()).isEqualTo(GtidPosition.parse("0-1-10"));
    }

    @Test
    void aPacketWithoutAPositionLowersThatOfTheRead() {
        PacketProof proof = new PacketProof(positions, 0);
        send(proof);
        send(proof);
        server.discardFlushes();
        receive("0 4 0 99 1 9", "0 3", "0 4", "0 3");
        assertThat(proof.lowest()).isEqualTo(GtidPosition.NONE);
        assertThat(proof.highest()).isEqualTo(GtidPosition.parse("0-1-9"));
    }

    @Test
    void anErrorInsteadOfAPositionProvesNothing() {
        PacketProof proof = new PacketProof(positions, 0);
        FindRequest find = send(proof);
        server.discardFlushes();
        receive("2 1 stmtnum", "0 3 1 5 50");
        assertThat(find.join()).isPresent();
        assertThat(proof.lowest()).isNull();
        assertThat(proof.highest()).isNull();
    }

    @Test
    void aMalformedPositionEndsTheConnection() {
        PacketProof proof = new PacketProof(positions, 0);
        FindRequest find = send(proof);
        server.discardFlushes();
        receive("0 4 0 99 1 x");
        assertThat(find).isCompletedExceptionally();
        assertThat(proof.lowest()).isNull();
    }

    @Test
    void aPacketThatTheServerMayReadInPiecesIsRefused() {
        FindRequest find = Objects.requireNonNull(
                FindRequest.of(new LookupScope(context, byPlayer), new Object[] {5}, System.nanoTime()));
        PacketProof proof = new PacketProof(positions, 0);
        assertThatThrownBy(() -> proof.packet(Collections.nCopies(200, find))).isInstanceOf(TooLargeException.class);
        assertThat(proof.isEmpty()).isTrue();
    }

    @Test
    void onlyTheTableAsTheServerMakesItIsOpened() {
        List<Table> others = List.of(
                table(GtidTable.NAME, "BASE TABLE", "Aria"),
                table(GtidTable.NAME, "VIEW", ""),
                table(GtidTable.NAME, "BASE TABLE", "InnoDB", number("more", "int")),
                table(new TableName("mysql", "other"), "BASE TABLE", "InnoDB"));
        for (Table other : others) {
            assertThatThrownBy(() -> ReplyLayout.of(other, GtidTable.OPENING, CatalogFixture.SERVER))
                    .as("%s", other)
                    .isInstanceOf(RefusedException.class);
        }
    }

    @Test
    void onlyTheClientOpensIt() {
        Table table = table(GtidTable.NAME, "BASE TABLE", "InnoDB");
        var equal = new SharedIndex.Name(GtidTable.NAME, "PRIMARY", false);
        assertThat(equal).isEqualTo(GtidTable.OPENING);
        assertThatThrownBy(() -> ReplyLayout.of(table, equal, CatalogFixture.SERVER))
                .isInstanceOf(RefusedException.class)
                .hasMessage("mysql.gtid_slave_pos is a table of the system schema mysql");
        assertThatThrownBy(() -> ReplyLayout.of(table, "PRIMARY", true, CatalogFixture.SERVER))
                .isInstanceOf(RefusedException.class);
    }
}
