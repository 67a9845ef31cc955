// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.guard;

import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.NotUsableException;
import io.handlersocket.client.internal.control.sql.SqlSession;
import io.handlersocket.client.internal.control.sql.SqlSessions;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;

/**
 * A table that is opened as a {@code HANDLER}, for a node of a Galera cluster. There DDL of any node aborts a
 * transaction at once, but waits for a handler. The session's next statement, even {@code SET}, closes a handler that
 * DDL waits for; a ping does not.
 */
final class HandlerHold implements TableHold {

    private static final String ALIAS = "handlersocket_hold";

    private final SqlSession session;
    private final long sessionId;
    private final long idleSecondsBefore;
    private boolean taken;

    private HandlerHold(SqlSession session, long sessionId, long idleSecondsBefore, boolean taken) {
        this.session = session;
        this.sessionId = sessionId;
        this.idleSecondsBefore = idleSecondsBefore;
        this.taken = taken;
    }

    static HandlerHold begin(SqlSessions sessions) throws SQLException, NotUsableException {
        sessions.atGalera(true);
        SqlSession own;
        try {
            own = sessions.fresh();
        } catch (SQLTransientConnectionException e) {
            throw new NotUsableException("on a node of Galera the client needs two SQL sessions at once to open a"
                    + " table: " + e.getMessage());
        }
        try {
            long[] facts = own.query(
                            row -> new long[] {row.getLong(1), row.getLong(2)},
                            "SELECT CONNECTION_ID(), @@SESSION.wait_timeout")
                    .get(0);
            own.execute("SET SESSION wait_timeout = " + IDLE_SECONDS);
            return new HandlerHold(own, facts[0], facts[1], false);
        } catch (SQLException | RuntimeException e) {
            own.close();
            throw e;
        }
    }

    @Override
    public SqlSession session() {
        return session;
    }

    @Override
    public long sessionId() {
        return sessionId;
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
        try (session) {
            if (taken) {
                session.execute("HANDLER " + ALIAS + " CLOSE");
            }
            session.execute("SET SESSION wait_timeout = " + idleSecondsBefore);
        }
    }

    @Override
    public TableHold handOver(int networkTimeoutMillis) {
        return new HandlerHold(session.handOver(networkTimeoutMillis), sessionId, idleSecondsBefore, taken);
    }
}
