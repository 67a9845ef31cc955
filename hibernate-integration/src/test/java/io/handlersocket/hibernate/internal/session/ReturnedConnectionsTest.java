// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.hibernate.fixture.FakeClient;
import io.handlersocket.hibernate.fixture.StubDatabase;
import io.handlersocket.hibernate.internal.gate.ConnectionTracker;
import io.handlersocket.hibernate.internal.gate.Isolation;
import io.handlersocket.hibernate.internal.gate.SqlKinds;
import io.handlersocket.hibernate.internal.gate.TableKind;
import io.handlersocket.hibernate.internal.gate.TrackedConnection;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a connection without auto-commit leaves behind when it is returned inside a transaction. */
class ReturnedConnectionsTest {

    private static final long STALE = TimeUnit.MILLISECONDS.toNanos(1_100);

    private final StubDatabase database = new StubDatabase().isolation(Connection.TRANSACTION_READ_COMMITTED);
    private final ServerFacts server = FakeClient.server(false);
    private TableKind tables = TableKind.PLAIN;
    private long now;
    private boolean useful = true;
    private boolean galera;
    private final PooledConnections pool = new PooledConnections(() -> now, List::of, () -> useful, () -> galera);
    private final Connection pooled = database.connection();

    private TrackedConnection take() throws SQLException {
        TrackedConnection taken =
                ConnectionTracker.track(pooled, pool.use(pooled, false), new SqlKinds(name -> tables));
        taken.setAutoCommit(false);
        return taken;
    }

    private void run(TrackedConnection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            database.inTransaction(true);
            if (sql.startsWith("select")) {
                statement.executeQuery().close();
            } else {
                statement.executeUpdate();
            }
        }
    }

    private @Nullable String refusalOfLoad(TrackedConnection connection) {
        now += STALE;
        return ((ConnectionUse) connection.transactionLog().use()).refusal(server);
    }

    private void commit(TrackedConnection connection) throws SQLException {
        connection.commit();
        database.inTransaction(false);
    }

    /** As HikariCP does. */
    private void giveBack(TrackedConnection connection) {
        connection.transactionLog().closes();
        database.inTransaction(false);
    }

    /** Not every server has the variable. */
    @Test
    void onlyANodeOfGaleraIsAskedWhetherItsReadsWait() throws SQLException {
        ServerFacts node = FakeClient.server(true);
        giveBack(take());
        assertThat(database.lastAsked()).contains("@@sql_mode").doesNotContain("wsrep");
        assertThat(pool.refusal(server, true)).isNull();
        assertThat(pool.refusal(node, true)).isEqualTo(PhysicalConnection.SILENT);
        galera = true;
        now += STALE;
        giveBack(take());
        assertThat(database.lastAsked()).contains("@@sql_mode").endsWith(", @@wsrep_sync_wait");
        assertThat(pool.refusal(node, true)).isNull();
    }

    @Test
    void aReadDoesNotTaint() throws SQLException {
        giveBack(take());
        TrackedConnection connection = take();
        run(connection, "select name from player where name like ? escape '\\\\'");
        giveBack(connection);
        assertThat(pool.refusal(server, true)).isNull();
    }

    @Test
    void aProofInsideATransactionThatReadsDoesNotTaint() throws SQLException {
        giveBack(take());
        TrackedConnection connection = take();
        run(connection, "select name from player");
        int asked = database.settingsAsked();
        assertThat(refusalOfLoad(connection)).isNull();
        assertThat(database.settingsAsked()).isEqualTo(asked + 1);
        giveBack(connection);
        assertThat(database.settingsAsked()).as("on return").isEqualTo(asked + 1);
        assertThat(pool.refusal(server, true)).isNull();

        run(take(), "select name from player");
        assertThat(database.settingsAsked()).as("at the next use").isEqualTo(asked + 1);
    }

    @Test
    void aReadAfterACommittedWriteDoesNotTaint() throws SQLException {
        giveBack(take());
        TrackedConnection connection = take();
        run(connection, "call something()");
        commit(connection);
        run(connection, "select name from player");
        giveBack(connection);
        assertThat(pool.refusal(server, true)).isNull();
    }

    /** While the client is away: a search costs no proof, unless the assumption turns out to be wrong. */
    @Test
    void aReadOfTablesThatAreAssumedDoesNotTaint() throws SQLException {
        giveBack(take());
        tables = TableKind.ASSUMED;
        int asked = database.settingsAsked();
        for (int i = 0; i < 3; i++) {
            TrackedConnection connection = take();
            run(connection, "select name from player");
            giveBack(connection);
        }
        assertThat(database.settingsAsked()).isEqualTo(asked);
        assertThat(pool.refusal(server, true)).isNull();

        pool.distrust();
        assertThat(pool.refusal(server, true)).isEqualTo(PhysicalConnection.SILENT);
    }

    @Test
    void aWriteThatIsLeftOpenTaints() throws SQLException {
        giveBack(take());
        TrackedConnection connection = take();
        run(connection, "update player set name = ?");
        giveBack(connection);
        assertThat(pool.refusal(server, true)).isEqualTo(PhysicalConnection.LEFT_OPEN);

        giveBack(take());
        assertThat(pool.refusal(server, true)).isNull();
    }

    /** A pool that does not end it: the session sees what is not committed. */
    @Test
    void aTransactionThatIsFoundOpenIsLeftToSql() throws SQLException {
        giveBack(take());
        TrackedConnection connection = take();
        run(connection, "update player set name = ?");
        connection.transactionLog().closes();

        TrackedConnection next = take();
        assertThat(refusalOfLoad(next)).isEqualTo(PhysicalConnection.LEFT_OPEN);
        assertThat(pool.refusal(server, true)).isEqualTo(PhysicalConnection.LEFT_OPEN);
        run(next, "select name from player");
        next.transactionLog().closes();
        assertThat(pool.refusal(server, true)).isEqualTo(PhysicalConnection.LEFT_OPEN);
    }

    /** The pool sets it back without a word. No time passes, so nothing but the return is a reason to ask again. */
    @Test
    void anIsolationThatThePoolSetsBackIsAskedFor() throws SQLException {
        database.isolation(Connection.TRANSACTION_REPEATABLE_READ);
        giveBack(take());
        TrackedConnection connection = take();
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        giveBack(connection);

        take();
        assertThat(pool.refusal(server, true)).isNull();
        assertThat(pool.isolation()).isEqualTo(new Isolation(Connection.TRANSACTION_REPEATABLE_READ, false));
    }

    @Test
    void anOldProofIsRenewedOnlyIfALoadNeedsIt() throws SQLException {
        giveBack(take());
        int asked = database.settingsAsked();
        for (int i = 0; i < 5; i++) {
            now += STALE;
            TrackedConnection connection = take();
            run(connection, "select name from player");
            giveBack(connection);
        }
        assertThat(database.settingsAsked()).isEqualTo(asked);

        assertThat(pool.refusal(server, true)).isNull();
        now += STALE;
        giveBack(take());
        assertThat(database.settingsAsked()).isEqualTo(asked + 1);
    }

    /** As long as no load can go over HandlerSocket: the server is unknown, or the source of the connections refused. */
    @Test
    void asksNothingWhileNoProofCanHelp() throws SQLException {
        useful = false;
        TrackedConnection connection = take();
        run(connection, "select name from player");
        run(connection, "call something()");
        commit(connection);
        giveBack(connection);
        giveBack(take());
        assertThat(database.settingsAsked()).isZero();

        useful = true;
        assertThat(pool.refusal(server, true)).as("it ran a procedure").isEqualTo(PhysicalConnection.SILENT);
        giveBack(take());
        assertThat(database.settingsAsked()).isOne();
        assertThat(pool.refusal(server, true)).isNull();
    }

    @Test
    void asksNothingAgainBecauseOfALoadThatHasNoIndex() throws SQLException {
        giveBack(take());
        int asked = database.settingsAsked();
        for (int i = 0; i < 5; i++) {
            now += STALE;
            assertThat(pool.refusal(server, false)).isNull();
            giveBack(take());
        }
        assertThat(database.settingsAsked()).isEqualTo(asked);
    }

    /** A schema tool changes the session while the client connects. */
    @Test
    void theSchemaIsKnownIfTheClientConnectsDuringTheFirstUse() throws SQLException {
        useful = false;
        TrackedConnection connection = take();
        run(connection, "create table player (id int)");
        commit(connection);
        useful = true;
        giveBack(connection);
        giveBack(take());
        assertThat(pool.isKnown()).isTrue();
        assertThat(pool.schema()).isEqualTo(server.schema());
    }

    @Test
    void theSchemaIsKnownIfTheClientConnectsAfterAUseThatMayHaveChangedTheSession() throws SQLException {
        useful = false;
        TrackedConnection connection = take();
        run(connection, "create table player (id int)");
        commit(connection);
        giveBack(connection);
        assertThat(pool.schema()).isEmpty();
        useful = true;
        giveBack(take());
        assertThat(pool.isKnown()).isTrue();
        assertThat(pool.schema()).isEqualTo(server.schema());
    }
}
