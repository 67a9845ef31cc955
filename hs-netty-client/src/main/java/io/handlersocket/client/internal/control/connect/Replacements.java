// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.connect;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.internal.control.Attempts;
import io.handlersocket.client.internal.control.Backoff;
import io.handlersocket.client.internal.control.ClientOptions;
import io.handlersocket.client.internal.control.NotUsableException;
import io.handlersocket.client.internal.control.index.Indexes;
import io.handlersocket.client.internal.control.sql.Discovery;
import io.handlersocket.client.internal.control.sql.SqlSessions;
import io.handlersocket.client.internal.transport.Connection;
import io.handlersocket.client.internal.transport.ConnectionPool;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts new connections in the place of lost and of old ones while the others serve: every index is open on them before the
 * first lookup is. Control thread only.
 */
final class Replacements {

    private static final Logger LOG = LoggerFactory.getLogger(Replacements.class);

    private static final long LATER_MILLIS = 1_000;

    private final ClientOptions options;
    private final ConnectionPool pool;
    private final ConnectionMaker maker;
    private final Indexes indexes;
    private final Attempts repairs;
    private final ConnectionAges<Connection> ages;

    Replacements(ClientOptions options, ConnectionPool pool, ConnectionMaker maker, Indexes indexes) {
        this.options = options;
        this.pool = pool;
        this.maker = maker;
        this.indexes = indexes;
        this.repairs = new Attempts(options.listener(), new Backoff(50, 2_000));
        this.ages = new ConnectionAges<>(options.times().maxAge().toNanos());
    }

    /** Connections that are missing. */
    int missing() {
        return options.sizes().connections() - pool.published().size();
    }

    /**
     * Makes the connections that are missing, while the survivors serve.
     *
     * @return the milliseconds until this is to be called again
     */
    long repair(SqlSessions sql, Discovery.Found found, List<Connection> survivors)
            throws SQLException, NotUsableException {
        repairs.now();
        List<Connection> added = List.of();
        try {
            added = maker.replace(found.target(), options.sizes().connections() - survivors.size());
            indexes.extend(sql.get(), found.facts(), added);
            if (survivors.stream().anyMatch(connection -> !connection.isClosed())) {
                publish(found, survivors, added);
                repairs.succeeded();
            }
            return LATER_MILLIS;
        } catch (HandlerSocketException e) {
            LOG.debug("{}: {}", options.name(), e.getMessage());
            added.forEach(connection -> connection.close("could not be made ready"));
            return repairs.failed();
        }
    }

    /** Replaces connections that are too old, if all are there. What fails is tried later: the old ones serve on. */
    void renew(SqlSessions sql, Discovery.Found found) throws SQLException, NotUsableException {
        List<Connection> serving = pool.published();
        List<Connection> old = ages.old(serving, System.nanoTime());
        if (old.isEmpty() || missing() > 0) {
            return;
        }
        List<Connection> added = List.of();
        try {
            added = WorkerSpread.spread(
                    sql.get(), () -> maker.replace(found.target(), old.size()), WorkerSpread::close);
            indexes.extend(sql.get(), found.facts(), added);
            if (added.stream().anyMatch(Connection::isClosed)) {
                added.forEach(connection -> connection.close("another connection ended while it was to be renewed"));
                ages.postpone(old, System.nanoTime());
                return;
            }
            List<Connection> staying = new ArrayList<>(serving);
            staying.removeAll(old);
            publish(found, staying, added);
            old.forEach(connection -> pool.retire(
                    connection, "older than maxAge", options.times().request().toNanos()));
        } catch (HandlerSocketException e) {
            LOG.debug("{}: connections are not renewed: {}", options.name(), e.getMessage());
            added.forEach(connection -> connection.close("could not be made ready"));
            ages.postpone(old, System.nanoTime());
        }
    }

    private void publish(Discovery.Found found, List<Connection> staying, List<Connection> added) {
        List<Connection> all = new ArrayList<>(staying);
        all.addAll(added);
        pool.publish(all);
        maker.keep(found.endpoint(), added);
    }
}
