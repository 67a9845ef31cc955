// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.TableName;
import java.util.concurrent.CompletionStage;

/**
 * Opens tables for changes over HandlerSocket's write port. Thread-safe.
 *
 * <p>These writes guarantee less than SQL:
 *
 * <ul>
 *   <li><b>No binary log.</b> Replicas, point-in-time recovery and change data capture miss these writes.
 *   <li><b>No transaction.</b> Each write commits by itself, outside any SQL transaction of the application.
 *   <li><b>An acknowledged write can be lost.</b> The server commits all writes that it reads together, of all
 *       clients, in one InnoDB transaction. If one of them is the victim of a deadlock, InnoDB rolls back all of
 *       them, even if the server has already acknowledged the writes of other clients.
 *   <li><b>No triggers, CHECKs, generated columns, system versioning, {@code DEFAULT} or {@code ON UPDATE
 *       CURRENT_TIMESTAMP}</b>, no strict mode and no privileges. The client refuses tables for which this could
 *       matter and gives the reason.
 *   <li><b>All writes wait for each other.</b> While one write waits for a row that SQL has locked, all writes of all
 *       clients wait.
 *   <li><b>An open table blocks</b> DDL, {@code FLUSH TABLES WITH READ LOCK}, {@code SET GLOBAL read_only=1}, {@code
 *       LOCK TABLES} and plain {@code mariadb-dump}. So the client connects when a write waits, checks every second
 *       whether a session waits for a table, and closes the connection soon after the last write.
 * </ul>
 *
 * <p>Use them for counters, sessions and scores on a server without binary log, and use SQL for everything else.
 * Writes are off until {@link HandlerSocketClientBuilder#writes} enables them. The client refuses them if {@code
 * log_bin} is on, unless {@link WriteOptions#unreplicated()} permits that, and on a Galera node.
 *
 * @since 0.1
 */
public interface Writes {

    /**
     * Checks over SQL whether the client may change rows of a table by the key of an index, and opens nothing. Waits as
     * long as {@link HandlerSocketClient#index(IndexSpec)} does. The SQL account needs SELECT, INSERT, UPDATE, DELETE
     * and, to see whether the table has triggers, TRIGGER.
     *
     * @param index the name of a unique index
     * @return the index, valid as long as the client
     * @throws RefusedException if a change could have another effect in SQL, or the client must not write to the server
     * @throws UnavailableException if SQL does not answer, the server is {@code read_only} or the thread is interrupted
     */
    WriteIndex index(TableName table, String index);

    /** Opens the primary key of a table as {@link #index(TableName, String)} does. */
    default WriteIndex index(TableName table) {
        return index(table, IndexDefinition.PRIMARY);
    }

    /**
     * Opens an index as {@link #index(TableName, String)} does, without waiting.
     *
     * @return the index; fails with {@link RefusedException} or {@link UnavailableException}
     */
    CompletionStage<WriteIndex> openIndex(TableName table, String index);
}
