// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.writes.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.Endpoint;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.catalog.CatalogFixture;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.guard.DdlGuard;
import io.handlersocket.client.internal.control.guard.HeldOpenings;
import io.handlersocket.client.internal.control.guard.Quarantine;
import io.handlersocket.client.internal.control.index.IndexOpener;
import io.handlersocket.client.internal.control.index.OpeningOutcome;
import io.handlersocket.client.internal.control.sql.Collations;
import io.handlersocket.client.internal.control.sql.Discovery;
import io.handlersocket.client.internal.control.sql.WorkerSettings;
import io.handlersocket.client.internal.transport.Target;
import io.handlersocket.client.internal.transport.shared.EmbeddedConnection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What becomes of a table that SQL does not lock, and when the connection is due for its next step. */
class WriteConnectionTest {

    private static final WriteTarget TARGET = WriteFixture.increment().target();

    private final DdlGuard guard = new DdlGuard(new Quarantine(InstantSource.system()), System::nanoTime);
    private final EmbeddedConnection server = new EmbeddedConnection();

    private WriteConnection connection(long pauseMillis) {
        Discovery.Found found = new Discovery.Found(
                CatalogFixture.SERVER,
                new Target(new Endpoint("localhost", 9999), ""),
                new WorkerSettings("'settings'", "settings"),
                false,
                false,
                false);
        return new WriteConnection(found, server.connection(), pauseMillis, System::nanoTime);
    }

    private OpeningOutcome<WriteTarget> opening(WriteConnection connection, SQLException failure) throws Exception {
        FakeSql sql = FakeSql.writable().failure("SELECT 1 FROM `s`.`t`", failure);
        return new IndexOpener<>(
                        connection,
                        sql.session(),
                        new HeldOpenings("unit", sql::session, System::nanoTime),
                        sql::session,
                        new Collations(System::nanoTime),
                        List.of(connection.connection()),
                        System::nanoTime)
                .open(Set.of(TARGET));
    }

    private void assertNothingWasSent(WriteConnection connection) {
        assertThat(server.flushes()).isEmpty();
        assertThat(connection.tables()).isEmpty();
    }

    @Test
    void aTableThatASessionWaitsForIsBlocked() throws Exception {
        WriteConnection connection = connection(5_000);
        OpeningOutcome<WriteTarget> outcome = opening(connection, new SQLException("made up", "HY000", 1205));
        assertThat(outcome.blocked()).containsExactly(TARGET.table());
        assertThat(outcome.refused()).isEmpty();
        assertThat(outcome.opened()).isEmpty();
        assertNothingWasSent(connection);
    }

    @Test
    void aTableThatSqlDoesNotReadIsRefused() throws Exception {
        WriteConnection connection = connection(5_000);
        OpeningOutcome<WriteTarget> outcome = opening(connection, new SQLException("no such table", "42S02", 1146));
        assertThat(outcome.blocked()).isEmpty();
        assertThat(outcome.undecided()).isEmpty();
        assertThat(outcome.refused()).containsOnlyKeys(TARGET);
        assertThat(outcome.refused().get(TARGET))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("no such table");
        assertNothingWasSent(connection);
    }

    @Test
    void aLostSessionFailsTheOpening() {
        SQLException lost = new SQLException("made up", "08S01");
        WriteConnection connection = connection(5_000);
        assertThatThrownBy(() -> opening(connection, lost)).isSameAs(lost);
        assertNothingWasSent(connection);
    }

    @Test
    void onlyALockThatIsWaitedForBlocksAnOpenTable() throws SQLException {
        SQLException wait = new SQLException("Lock wait timeout exceeded", "HY000", 1205);
        assertThat(blockedIfTouched(wait))
                .containsExactly(WriteFixture.TABLE.table().name());

        SQLException interrupted = new SQLException("Query execution was interrupted", "70100", 1317);
        assertThatThrownBy(() -> blockedIfTouched(interrupted)).isSameAs(interrupted);
    }

    private List<TableName> blockedIfTouched(SQLException touched) throws SQLException {
        FakeSql sql = FakeSql.writable()
                .row(
                        "IS_USED_LOCK",
                        null,
                        CatalogFixture.SERVER.identity(),
                        CatalogFixture.SERVER.account(),
                        CatalogFixture.SERVER.schema(),
                        "settings")
                .failure("UPDATE `s`.`t`", touched);
        WriteConnection connection = connection(5_000);
        connection.tables().put(WriteFixture.TABLE.table().name(), WriteFixture.TABLE.table());
        return connection.blockedTables(sql.session(), guard);
    }

    @Test
    void itIsDueForAPauseAtItsTimeAndForAProbeEachSecond() {
        WriteConnection pausing = connection(0);
        assertThat(pausing.isPauseDue()).isTrue();
        assertThat(pausing.isCheckDue()).isFalse();
        assertThat(pausing.nanosUntilDue()).isNotPositive();
        WriteConnection fresh = connection(5_000);
        assertThat(fresh.isPauseDue()).isFalse();
        assertThat(fresh.nanosUntilDue()).isBetween(1L, 1_000_000_000L);
    }
}
