// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.connect;

import io.handlersocket.client.UnavailableException.Reason;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.NotUsableException;
import io.handlersocket.client.internal.control.sql.Discovery;
import io.handlersocket.client.internal.control.sql.SqlSession;
import io.handlersocket.client.internal.control.sql.SqlSessions;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The connections of a client that reads, and the indexes on them, as the steps of the control thread use them. */
public interface ReadConnections {

    /**
     * Closes the connections, makes new ones, and opens the indexes on them. They serve lookups, unless this returns
     * tables that sessions wait for: then the caller must close everything.
     */
    List<TableName> connect(SqlSession sql, Discovery.Found found) throws SQLException, NotUsableException;

    /** Opens missing indexes and direct connections; returns as {@link #connect}. */
    List<TableName> openMissing(SqlSessions sql, Discovery.Found found) throws SQLException, NotUsableException;

    /** Returns whether indexes had to wait for the guard: call {@link #openMissing} again at once. */
    boolean hasMoreToOpen();

    /** Keeps idle connections alive and replaces old ones; call it once a second. */
    void maintain(SqlSessions sql, Discovery.Found found) throws SQLException, NotUsableException;

    /** Returns whether connections were lost. */
    boolean isIncomplete();

    boolean isEmpty();

    /** Replaces lost connections while the others serve; returns the milliseconds until the next call. */
    long repair(SqlSessions sql, Discovery.Found found) throws SQLException, NotUsableException;

    Map<TableName, Set<String>> openColumns();

    /** Returns the tables opened on these connections; the server keeps them open until the connections end. */
    Set<TableName> tablesKeptByServer();

    /** Returns when a lookup was last sent, by {@link System#nanoTime()}; {@code sinceNanos} at least. */
    long lastUsedNanos(long sinceNanos);

    /** Closes the indexes on these tables for a while, and tells the listener. */
    void quarantine(List<TableName> tables);

    /** Closes everything at once; lookups fail with this reason from now on. */
    void close(String reason, Reason unavailable);

    /** As {@link #close}, after requests in flight are answered or the request timeout has passed. */
    void drain(String reason, Reason unavailable);
}
