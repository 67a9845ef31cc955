// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.writes.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.Endpoint;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.UnavailableException.Reason;
import io.handlersocket.client.catalog.CatalogFixture;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.guard.DdlGuard;
import io.handlersocket.client.internal.control.guard.Quarantine;
import io.handlersocket.client.internal.control.sql.Discovery;
import io.handlersocket.client.internal.control.sql.WorkerSettings;
import io.handlersocket.client.internal.transport.Target;
import io.handlersocket.client.internal.transport.shared.EmbeddedConnection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** For which tables the write connection is closed. */
class WaitingSessionTest {

    private static final Table TABLE = WriteFixture.TABLE.table();
    private static final Discovery.Found FOUND = new Discovery.Found(
            CatalogFixture.SERVER,
            new Target(new Endpoint("localhost", 9999), ""),
            new WorkerSettings("'settings'", "settings"),
            false,
            false,
            false);
    private final SQLException lockWait = new SQLException("made up", "HY000", 1205);

    private final FakeSql sql = server(null, FOUND.facts().identity());
    private final DdlGuard guard = new DdlGuard(new Quarantine(InstantSource.system()), System::nanoTime);

    private static FakeSql server(@Nullable String drainLockOwner, String identity) {
        return FakeSql.writable()
                .row(
                        "IS_USED_LOCK",
                        drainLockOwner,
                        identity,
                        FOUND.facts().account(),
                        FOUND.facts().schema(),
                        "settings");
    }

    private List<TableName> waitedFor(FakeSql server) throws SQLException {
        WriteConnection connection =
                new WriteConnection(FOUND, new EmbeddedConnection().connection(), 5_000, System::nanoTime);
        connection.tables().put(TABLE.name(), TABLE);
        return connection.blockedTables(server.session(), guard);
    }

    @Test
    void noTableIsClosedWithoutAWaitingSession() throws SQLException {
        assertThat(waitedFor(sql)).isEmpty();
    }

    @Test
    void aTableThatCannotBeReadAtOnceIsWaitedFor() throws SQLException {
        assertThat(waitedFor(sql.failure("FROM `s`.`t` LIMIT 0", lockWait))).containsExactly(TABLE.name());
    }

    /** As under FLUSH TABLES WITH READ LOCK, which lets reads pass. */
    @Test
    void aTableThatCannotBeChangedAtOnceIsWaitedFor() throws SQLException {
        assertThat(waitedFor(sql.failure("UPDATE `s`.`t`", lockWait))).containsExactly(TABLE.name());
    }

    @Test
    void anyOtherErrorSaysNothingAboutTables() {
        SQLException interrupted = new SQLException("interrupted", "70100", 1317);
        assertThatThrownBy(() -> waitedFor(sql.failure("UPDATE `s`.`t`", interrupted)))
                .isSameAs(interrupted);
    }

    @Test
    void aLostSessionSaysNothingAboutTables() {
        SQLException lost = new SQLException("made up", "08S01");
        assertThatThrownBy(() -> waitedFor(sql.failure("UPDATE `s`.`t`", lost))).isSameAs(lost);
    }

    @Test
    void nothingIsWrittenWhileASessionHoldsTheDrainLockOrOnAnotherServer() {
        for (FakeSql other : List.of(server("7", FOUND.facts().identity()), server(null, "other"))) {
            assertUnavailable(other, Reason.DRAINED);
        }
    }

    @Test
    void nothingIsWrittenToAServerThatBecameReadOnly() {
        assertUnavailable(sql.row("read_only", 1), Reason.NOT_USABLE);
    }

    private void assertUnavailable(FakeSql server, Reason reason) {
        assertThatThrownBy(() -> waitedFor(server))
                .isInstanceOfSatisfying(
                        UnavailableException.class,
                        why -> assertThat(why.reason()).isEqualTo(reason));
    }
}
