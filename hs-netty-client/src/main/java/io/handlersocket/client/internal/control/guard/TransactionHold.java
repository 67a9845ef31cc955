// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.guard;

import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.sql.SqlSession;
import java.sql.SQLException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A transaction whose statements have named the tables. The catalogue is read in it. */
record TransactionHold(SqlSession session) implements TableHold {

    private static final String LIMIT = "SET " + idleTimeouts("@%2$s = @@SESSION.%1$s, SESSION %1$s = " + IDLE_SECONDS);
    private static final String UNLIMIT = "SET " + idleTimeouts("SESSION %1$s = @%2$s");

    /**
     * One statement after the other keeps the session from being idle. The process list shows it, so that it tells an
     * operator what the session does.
     */
    private static final String WAIT = "DO SLEEP(0.5) /* HandlerSocket opens a table: if this session is killed, the"
            + " server can crash. Kill the session that waits for the table instead */";

    static TransactionHold begin(SqlSession session) throws SQLException {
        session.execute(LIMIT);
        session.execute("START TRANSACTION");
        return new TransactionHold(session);
    }

    /** Names each limit of an idle transaction, because the first two go before the general one. */
    private static String idleTimeouts(String each) {
        return Stream.of("readonly_transaction", "write_transaction", "transaction")
                .map(kind -> each.formatted("idle_" + kind + "_timeout", "handlersocket_" + kind))
                .collect(Collectors.joining(", "));
    }

    @Override
    public long sessionId() throws SQLException {
        return session.query(row -> row.getLong(1), "SELECT CONNECTION_ID()").get(0);
    }

    @Override
    public String server() throws SQLException {
        return session.query(row -> row.getString(1), "SELECT " + ServerFacts.IDENTITY_SQL)
                .get(0);
    }

    @Override
    public boolean isSilent() {
        return false;
    }

    @Override
    public void take(TableName table) throws SQLException {
        session.select("1", table, "");
    }

    @Override
    public void keepAlive() throws SQLException {
        session.execute(WAIT);
    }

    @Override
    public void end() throws SQLException {
        // Explicit, because completion_type may otherwise begin another transaction or end the session.
        session.execute("ROLLBACK AND NO CHAIN NO RELEASE");
        session.execute(UNLIMIT);
    }

    @Override
    public TableHold handOver(int networkTimeoutMillis) {
        return new TransactionHold(session.handOver(networkTimeoutMillis));
    }
}
