// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.connect;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.internal.control.Backoff;
import io.handlersocket.client.internal.control.ClientOptions;
import io.handlersocket.client.internal.control.NotUsableException;
import io.handlersocket.client.internal.control.index.Indexes;
import io.handlersocket.client.internal.control.index.Indexes.GuardCheck;
import io.handlersocket.client.internal.control.sql.Discovery;
import io.handlersocket.client.internal.control.sql.SqlSessions;
import io.handlersocket.client.internal.transport.direct.DirectConnection;
import io.handlersocket.client.internal.transport.pool.ConnectionPool;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes direct connections if blocking callers found no free one. Control thread only. */
final class DirectConnectionMaker {

    private static final Logger LOG = LoggerFactory.getLogger(DirectConnectionMaker.class);

    /** Short, so that the guard is not late. */
    private static final int CONNECT_MILLIS = 300;

    private static final int MAX_OPENINGS = 200;

    private final ClientOptions options;
    private final ConnectionPool pool;
    private final ConnectionEvents events;
    private final Indexes indexes;
    private final GuardCheck check;
    private final Backoff backoff = new Backoff(200, 10_000);
    private final LongSupplier nanoTime;
    private long notBeforeNanos;

    DirectConnectionMaker(
            ClientOptions options, ConnectionPool pool, ConnectionEvents events, Indexes indexes, GuardCheck check) {
        this.options = options;
        this.pool = pool;
        this.events = events;
        this.indexes = indexes;
        this.check = check;
        this.nanoTime = options.nanoTime();
        this.notBeforeNanos = nanoTime.getAsLong();
    }

    /** Adds missing connections, with every index open on them. A failure is tried again later; lookups do without. */
    void step(SqlSessions sql, Discovery.Found found) throws SQLException, NotUsableException {
        int missing = pool.direct().missing();
        if (missing == 0) {
            return;
        }
        long now = nanoTime.getAsLong();
        if (now - notBeforeNanos < 0) {
            return;
        }
        // Each index takes one round trip on each connection, and all openings together may take a second.
        int tables = Math.max(1, indexes.registry().openColumns().size());
        int most = Math.min(missing, Math.max(1, MAX_OPENINGS / tables));
        List<DirectConnection> added = new ArrayList<>();
        boolean done = false;
        try {
            long deadline = now + TimeUnit.MILLISECONDS.toNanos(CONNECT_MILLIS);
            do {
                added.add(pool.connectDirect(found.target(), CONNECT_MILLIS));
            } while (added.size() < most && nanoTime.getAsLong() - deadline < 0);
            if (indexes.extend(sql, found.facts(), added, check)
                    && added.stream().noneMatch(DirectConnection::isClosed)) {
                pool.direct().add(added);
                added.forEach(connection -> events.opened(found.endpoint(), connection));
                backoff.reset();
                done = true;
            }
        } catch (HandlerSocketException e) {
            LOG.debug("{}: no direct connection: {}", options.name(), e.getMessage());
        } finally {
            if (!done) {
                added.forEach(connection -> connection.close("another connection could not be made"));
                notBeforeNanos = nanoTime.getAsLong() + TimeUnit.MILLISECONDS.toNanos(backoff.nextMillis());
            }
        }
    }
}
