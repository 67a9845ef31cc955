// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.index;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.RequestTimeoutException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.UnavailableException.Reason;
import io.handlersocket.client.internal.control.NotUsableException;
import io.handlersocket.client.internal.control.sql.SqlSession;
import io.handlersocket.client.internal.lookup.OpenedIndex;
import io.handlersocket.client.internal.transport.ServerConnection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Proves that HandlerSocket and SQL reach the same server: lookups over HandlerSocket must raise a counter that SQL
 * shows.
 *
 * <p>It needs an open index, so it follows the first opening. Nothing else raises a counter: of the status variables of
 * 10.11 none changed by 2,000 authentications, unknown commands, lookups of ids that are not open, or openings of
 * tables that do not exist. {@code WorkerSpreader} proves it earlier, where the account may see the server's workers.
 */
public final class SameServerProof {

    /** A worker locks the table once for what it reads at once, so each of these lookups raises the counter by one. */
    private static final int LOOKUPS = 3;

    private static final String LOCKS = "SHOW GLOBAL STATUS LIKE 'Handlersocket_hs_table_lock'";

    /** Longer than the timeout of a probe, which the I/O thread must be able to end; short, because the guard waits. */
    private static final long ANSWER_MILLIS = 1_500;

    private SameServerProof() {}

    /** Compares the counter before and after lookups over each connection; fails if it did not rise. */
    public static void check(SqlSession session, List<? extends ServerConnection> connections, OpenedIndex index)
            throws SQLException, NotUsableException {
        for (ServerConnection connection : connections) { // through a load balancer, each may reach another server
            long before = locks(session);
            for (int i = 0; i < LOOKUPS; i++) {
                await(
                        connection.probe(
                                index.wire(),
                                index.fullKeyPrefix(),
                                index.layout().keyParts()),
                        connection);
            }
            if (locks(session) - before < LOOKUPS) {
                throw new NotUsableException("HandlerSocket on " + connection
                        + " is not the server that SQL reaches: lookups there do not raise the counter of this server");
            }
        }
    }

    static void await(CompletableFuture<Boolean> lookup, Object connection) throws NotUsableException {
        try {
            lookup.get(ANSWER_MILLIS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof HandlerSocketException ended && ended.retryable()) {
                throw ended; // neither proves nor disproves it
            }
            throw new NotUsableException("the first lookup failed: " + e.getCause());
        } catch (TimeoutException e) {
            throw new RequestTimeoutException(connection + ": no answer to the first lookup", true);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnavailableException(Reason.NOT_CONNECTED, connection + ": interrupted during the first lookup");
        }
    }

    private static long locks(SqlSession session) throws SQLException {
        return session.query(row -> row.getLong(2), LOCKS).stream().findFirst().orElse(0L);
    }
}
