// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.connect;

import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.NotUsableException;
import io.handlersocket.client.internal.control.sql.Discovery;
import io.handlersocket.client.internal.control.sql.SqlSession;
import io.handlersocket.client.internal.control.sql.SqlSessions;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;

/** What a client has open at the server for lookups: connections, and indexes on them. Control thread only. */
public interface ReadConnections {

    /**
     * Closes what is left, connects, and opens every index that is wanted.
     *
     * @return the tables that a session waits for: everything must be closed then. If empty, lookups are served
     */
    List<TableName> connect(SqlSession sql, Discovery.Found found) throws SQLException, NotUsableException;

    /** Opens the indexes and the direct connections that are missing; returns as {@link #connect}. */
    List<TableName> openMissing(SqlSessions sql, Discovery.Found found) throws SQLException, NotUsableException;

    /** Looks after idle and old connections; once a second. */
    void maintain(SqlSessions sql, Discovery.Found found) throws SQLException, NotUsableException;

    /** Whether connections were lost. */
    boolean isIncomplete();

    /** Whether no connection is left. */
    boolean isEmpty();

    /** Replaces the connections that were lost; returns the milliseconds until it is to be called again. */
    long repair(SqlSessions sql, Discovery.Found found) throws SQLException, NotUsableException;

    /** The tables that are open. */
    Set<TableName> openTables();

    /** The tables that were opened on these connections, open or not: the server keeps them. */
    Set<TableName> keptTables();

    /** When a lookup was last sent, by {@link System#nanoTime()}; {@code sinceNanos} at least. */
    long lastUsedNanos(long sinceNanos);

    /** Closes the indexes on these tables for a while, and says so. */
    void quarantine(List<TableName> tables);

    /** Closes everything at once. */
    void close(String reason, UnavailableException.Reason why);

    /** Closes everything once what is in flight is answered, within the request timeout. */
    void drain(String reason, UnavailableException.Reason why);
}
