// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.TableName;
import java.util.concurrent.CompletionStage;

/**
 * Changes rows over HandlerSocket's write port. Not SQL with less work, but a weaker product:
 *
 * <ul>
 *   <li><b>No binary log.</b> Replicas, point-in-time recovery, change data capture and Galera never hear of these
 *       writes.
 *   <li><b>No transaction.</b> Each write commits by itself, and one that is part of nothing the application does in
 *       SQL.
 *   <li><b>An acknowledged write can be lost.</b> All writes that the server picks up in one round, those of other
 *       clients too, are one transaction of InnoDB; if one of them ends a deadlock as its victim, all are undone, and
 *       others were told that theirs are done.
 *   <li><b>No triggers, CHECKs, generated columns, history, {@code DEFAULT} or {@code ON UPDATE CURRENT_TIMESTAMP}</b>,
 *       no strict mode and no privileges: tables where this could matter are refused, in words.
 *   <li><b>Everybody waits for everybody.</b> While one write waits for a row that SQL has locked, all writes of all
 *       clients wait.
 *   <li><b>An open table stands in the way</b> of DDL, {@code FLUSH TABLES WITH READ LOCK},
 *       {@code SET GLOBAL read_only=1}, {@code LOCK TABLES} and plain {@code mariadb-dump}: so the connection is made
 *       when a write comes, watched every second, and closed as soon as none comes.
 * </ul>
 *
 * <p>Good for counters, sessions and scores on a server without binary log; nothing else. It is off until {@link
 * HandlerSocketClientBuilder#writes} is called, and refused where {@code log_bin} or {@code wsrep_on} is on.
 *
 * @since 0.1
 */
public interface Writes {

    /**
     * Looks whether rows of a table may be changed here by the key of an index, and waits for that; nothing is opened
     * yet.
     *
     * @param index a unique one; the account needs SELECT, INSERT, UPDATE, DELETE and, to see whether there are
     *     triggers, TRIGGER
     * @throws RefusedException if a change could end differently than in SQL, or the server must not be written to
     * @throws UnavailableException if SQL cannot be asked now
     */
    WriteIndex index(TableName table, String index);

    /** As {@link #index(TableName, String)}, by primary key. */
    default WriteIndex index(TableName table) {
        return index(table, IndexDefinition.PRIMARY);
    }

    /** As {@link #index(TableName, String)}, in the background; fails with the same exceptions. */
    CompletionStage<WriteIndex> openIndex(TableName table, String index);
}
