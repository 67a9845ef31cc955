// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.guard;

import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.guard.HeldOpenings.NoSessionException;
import io.handlersocket.client.internal.control.sql.SqlSession;
import java.sql.SQLException;

/**
 * A table that is opened as a {@code HANDLER}, for a node of a Galera cluster. There DDL of any node aborts a
 * transaction at once, but waits for a handler. The session's next statement, even {@code SET}, closes a handler that
 * DDL waits for; a ping does not.
 */
final class HandlerHold implements TableHold {

    private static final String ALIAS = "handlersocket_hold";

    private record Origin(long sessionId, long idleSeconds, String server) {}

    private final SqlSession session;
    private final Origin origin;
    private boolean taken;

    private HandlerHold(SqlSession session, Origin origin, boolean taken) {
        this.session = session;
        this.origin = origin;
        this.taken = taken;
    }

    /**
     * Begins a hold in a session of its own; closes the session if that fails.
     *
     * @param node the identity of the node that opens the tables: a new session may reach another one
     */
    static HandlerHold begin(SqlSession session, String node) throws SQLException, NoSessionException {
        try {
            Origin origin = session.query(
                            row -> new Origin(row.getLong(1), row.getLong(2), row.getString(3)),
                            "SELECT CONNECTION_ID(), @@SESSION.wait_timeout, " + ServerFacts.IDENTITY_SQL)
                    .get(0);
            if (!origin.server().equals(node)) {
                throw new NoSessionException(
                        "SQL reaches another server (" + origin.server() + ") than before (" + node + ')', null);
            }
            session.execute("SET SESSION wait_timeout = " + IDLE_SECONDS);
            return new HandlerHold(session, origin, false);
        } catch (SQLException | NoSessionException | RuntimeException e) {
            session.close();
            throw e;
        }
    }

    @Override
    public SqlSession session() {
        return session;
    }

    @Override
    public long sessionId() {
        return origin.sessionId();
    }

    @Override
    public String server() {
        return origin.server();
    }

    @Override
    public boolean isSilent() {
        return true;
    }

    @Override
    public void take(TableName table) throws SQLException {
        session.execute("SET STATEMENT lock_wait_timeout=0 FOR HANDLER " + table.quoted() + " OPEN AS " + ALIAS);
        taken = true;
    }

    @Override
    public void keepAlive() throws SQLException {
        session.ping();
    }

    @Override
    public void end() throws SQLException {
        try {
            if (taken) {
                session.execute("HANDLER " + ALIAS + " CLOSE");
            }
            session.execute("SET SESSION wait_timeout = " + origin.idleSeconds());
        } catch (SQLException e) {
            session.abort(); // a pool must not lend it with the handler
            throw e;
        } finally {
            session.close();
        }
    }

    @Override
    public TableHold handOver(int networkTimeoutMillis) {
        return new HandlerHold(session.handOver(networkTimeoutMillis), origin, taken);
    }
}
