// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.guard;

import static io.handlersocket.client.internal.control.sql.FakeServer.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.sql.FakeServer;
import io.handlersocket.client.internal.control.sql.SqlSession;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Which tables of other clients the guard watches. */
class TablesOfOtherClientsTest {

    private static final TableName PLAYER = table("player");
    private static final TableName MAIL = table("mail");
    private static final TableName LOG = new TableName("archive", "log");

    private final FakeServer server = new FakeServer();
    private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 1); // it may overflow
    private final TablesOfOtherClients others = new TablesOfOtherClients(clock::get);

    private Collection<TableName> tables(TableName... open) throws SQLException {
        return others.tables(server.session(), "game", Set.of(open));
    }

    private Collection<TableName> tablesLater(TableName... open) throws SQLException {
        clock.addAndGet(TimeUnit.SECONDS.toNanos(10));
        return tables(open);
    }

    @Test
    void tablesOfTheOwnSchemaAndOfOpenTablesAreWatched() throws SQLException {
        server.tables.addAll(Set.of(PLAYER, MAIL, LOG));
        assertThat(tables(PLAYER)).containsExactly(MAIL);
        TableName other = new TableName("archive", "other");
        assertThat(tablesLater(PLAYER, other)).containsExactlyInAnyOrder(MAIL, LOG);
    }

    @Test
    void theListIsReadOnceInTenSeconds() throws SQLException {
        tables();
        server.tables.add(MAIL);
        clock.addAndGet(TimeUnit.SECONDS.toNanos(9));
        assertThat(tables()).isEmpty();
        assertThat(tablesLater()).containsExactly(MAIL);
    }

    @Test
    void aListThatCannotBeReadLeavesTheLastOne() throws SQLException {
        server.tables.add(MAIL);
        tables();
        SqlSession session = server.session();
        server.failure = new SQLException("Lock wait timeout exceeded", "HY000", 1205);
        clock.addAndGet(TimeUnit.SECONDS.toNanos(10));
        assertThat(others.tables(session, "game", Set.of())).containsExactly(MAIL);
        server.failure = server.broken;
        clock.addAndGet(TimeUnit.SECONDS.toNanos(10));
        assertThatThrownBy(() -> others.tables(session, "game", Set.of())).isSameAs(server.broken);
    }

    @Test
    void aTableThatIsDroppedByWhatChangesItIsAskedForNoMore() throws SQLException {
        server.tables.add(MAIL);
        server.changing.add(MAIL); // has no column from now on
        tables();
        assertThat(others.hideIfChanging(server.session(), MAIL)).isTrue();
        server.tables.remove(MAIL);
        tables();
        assertThat(others.isHidden(MAIL)).isTrue();
        tablesLater();
        assertThat(others.isHidden(MAIL)).isFalse();
        server.statements.clear();
        tables();
        assertThat(server.statements).noneMatch(sql -> sql.contains("information_schema.COLUMNS"));
    }

    @Test
    void aForgottenTableIsWatchedAgainAfterAMinute() throws SQLException {
        server.tables.add(MAIL);
        tables();
        others.hide(MAIL);
        assertThat(others.isHidden(MAIL)).isTrue();
        for (int i = 0; i < 5; i++) {
            assertThat(tablesLater()).isEmpty();
        }
        assertThat(tablesLater()).containsExactly(MAIL);
        assertThat(others.isHidden(MAIL)).isFalse();
    }
}
