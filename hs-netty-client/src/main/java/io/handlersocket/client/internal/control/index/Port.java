// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.index;

import io.handlersocket.client.RefusedException;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.sql.SqlSession;
import io.handlersocket.client.internal.lookup.OpenedIndex;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;

/** What differs between the ports of a server. */
public interface Port<W> {

    TableName table(W wanted);

    /**
     * Checks, during the hold, that an index may be opened, and returns how. Fails with {@link RefusedException} if
     * not, and with {@link SQLException} if a session waits for the table, or the account may not do what the port
     * needs.
     */
    OpenedIndex check(SqlSession session, W wanted, Table table) throws SQLException;

    /**
     * Returns whether a failed opening does no harm. Then openings are sent together, and a failed one is tried
     * again. If not, {@link #check} must fail while a session waits for the table, and nothing follows a failure.
     */
    boolean mayFail();

    /** Called for each opening that was sent, before its answer. */
    default void sent(OpenedIndex index, CompletableFuture<?> answer) {}
}
