// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.guard;

import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.sql.SqlSession;
import java.sql.SQLException;

/** What makes RENAME, DROP and CREATE OR REPLACE VIEW of a table wait while indexes of it are opened. */
sealed interface TableHold permits TransactionHold, HandlerHold {

    /**
     * After this time without a statement the server ends the hold, so that DDL does not wait for a lost session.
     * Longer than a pause of the JVM or of the network: a hold that ends before its opening can crash the server.
     */
    int IDLE_SECONDS = 60;

    SqlSession session();

    /** Returns the server's number of the session. */
    long sessionId() throws SQLException;

    /** Returns the identity of the server that the session reaches. */
    String server() throws SQLException;

    /** Returns whether the session may run no statement while it holds a table; then it holds one table at most. */
    boolean isSilent();

    /** Holds a table; fails if a session waits for it, or the account may not read it. */
    void take(TableName table) throws SQLException;

    /** Lets the session live on, for about half a second; fails if it has ended. */
    void keepAlive() throws SQLException;

    void end() throws SQLException;

    /** Hands the session over to an owner with this limit for each statement. */
    TableHold handOver(int networkTimeoutMillis);
}
