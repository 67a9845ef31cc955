// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.TableName;
import java.util.concurrent.CompletionStage;

/**
 * Opens tables for changes over HandlerSocket's write port. Thread-safe.
 *
 * <p>These writes give less than SQL:
 *
 * <ul>
 *   <li><b>No binary log.</b> Replicas, point-in-time recovery, change data capture and Galera do not get these writes.
 *   <li><b>No transaction.</b> Each write commits by itself, outside any transaction that the application has in SQL.
 *   <li><b>An acknowledged write can be lost.</b> The server commits all writes that it reads together, of all
 *       clients, in one InnoDB transaction. If one of them is the victim of a deadlock, InnoDB rolls back all of
 *       them, after other clients were told that their writes are applied.
 *   <li><b>No triggers, CHECKs, generated columns, system versioning, {@code DEFAULT} or {@code ON UPDATE
 *       CURRENT_TIMESTAMP}</b>, no strict mode and no privileges. The client refuses tables for which this could
 *       matter and says why.
 *   <li><b>All writes wait for each other.</b> While one write waits for a row that SQL has locked, all writes of all
 *       clients wait.
 *   <li><b>An open table blocks</b> DDL, {@code FLUSH TABLES WITH READ LOCK}, {@code SET GLOBAL read_only=1}, {@code
 *       LOCK TABLES} and plain {@code mariadb-dump}. So the client connects when a write waits, checks every second
 *       whether a session waits for a table, and closes the connection soon after the last write.
 * </ul>
 *
 * <p>Use them for counters, sessions and scores on a server without binary log, and use SQL for everything else.
 * Writes are off until {@link HandlerSocketClientBuilder#writes} is called, and are refused where {@code log_bin} or
 * {@code wsrep_on} is on.
 *
 * @since 0.1
 */
public interface Writes {

    /**
     * Checks over SQL whether rows of a table may be changed by the key of an index. Waits for the answer and opens
     * nothing.
     *
     * @param table the table
     * @param index a unique index. The account needs SELECT, INSERT, UPDATE and DELETE, and TRIGGER to see whether
     *     there are triggers
     * @return the index, for all threads and for as long as the client lives
     * @throws RefusedException if a change could have another effect in SQL, or if the server must not be written to
     * @throws UnavailableException if SQL cannot be asked now, or if the server is {@code read_only}
     * @throws IllegalStateException if called on one of the client's own threads; use {@link #openIndex} there
     */
    WriteIndex index(TableName table, String index);

    /** As {@link #index(TableName, String)}, by primary key. */
    default WriteIndex index(TableName table) {
        return index(table, IndexDefinition.PRIMARY);
    }

    /**
     * As {@link #index(TableName, String)}, without blocking.
     *
     * @return the index; fails with {@link RefusedException} or {@link UnavailableException}
     */
    CompletionStage<WriteIndex> openIndex(TableName table, String index);
}
