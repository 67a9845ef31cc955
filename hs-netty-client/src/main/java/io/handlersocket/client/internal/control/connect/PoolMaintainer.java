// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.connect;

import io.handlersocket.client.CircuitState;
import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.UnavailableException.Reason;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.Backoff;
import io.handlersocket.client.internal.control.ClientOptions;
import io.handlersocket.client.internal.control.NotUsableException;
import io.handlersocket.client.internal.control.ReconnectAttempts;
import io.handlersocket.client.internal.control.index.Indexes;
import io.handlersocket.client.internal.control.index.Indexes.GuardCheck;
import io.handlersocket.client.internal.control.sql.Discovery;
import io.handlersocket.client.internal.control.sql.SqlSession;
import io.handlersocket.client.internal.control.sql.SqlSessions;
import io.handlersocket.client.internal.lookup.IndexState;
import io.handlersocket.client.internal.transport.ServerConnection;
import io.handlersocket.client.internal.transport.pool.ConnectionPool;
import io.handlersocket.client.internal.transport.shared.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fills the {@link ConnectionPool}: makes connections, opens every index on them, publishes them, replaces lost and old
 * ones, and closes them. Control thread only, unless a method says otherwise.
 */
public final class PoolMaintainer implements ReadConnections {

    private static final Logger LOG = LoggerFactory.getLogger(PoolMaintainer.class);

    private static final long AFTER_REPAIR_MILLIS = 1_000;

    private final ClientOptions options;
    private final ConnectionPool pool;
    private final Indexes indexes;
    private final Runnable markClean;
    private final GuardCheck check;
    private final ConnectionMaker maker;
    private final ConnectionEvents events;
    private final DirectConnectionMaker directMaker;
    private final ReconnectAttempts repairs;
    private final ConnectionAges<Connection> ages;
    private final AtomicLong made = new AtomicLong();

    /**
     * @param markClean runs when nothing is open that the guard would have to check
     * @param check lets the guard check in between, if opening everything on new connections takes long
     */
    public PoolMaintainer(
            ClientOptions options, ConnectionPool pool, Indexes indexes, Runnable markClean, GuardCheck check) {
        this.options = options;
        this.pool = pool;
        this.indexes = indexes;
        this.markClean = markClean;
        this.check = check;
        this.maker = new ConnectionMaker(options, pool);
        this.events = new ConnectionEvents(options.listener());
        this.directMaker = new DirectConnectionMaker(options, pool, events, indexes, check);
        this.repairs = new ReconnectAttempts(options.listener(), new Backoff(50, 2_000));
        this.ages = new ConnectionAges<>(options.times().maxAge().toNanos());
    }

    /** Returns the number of shared connections made after the first ones. Any thread. */
    public long reconnects() {
        return Math.max(0, made.get() - options.sizes().connections());
    }

    /** Tells the listener that a connection ended, if it served lookups. Any thread. */
    public void closed(ServerConnection connection, String reason) {
        events.closed(connection, reason);
    }

    @Override
    public List<TableName> connect(SqlSession sql, Discovery.Found found) throws SQLException, NotUsableException {
        pool.closeAll("reconnecting");
        markClean.run(); // nothing is open, so the guard was not silent until now
        indexes.closeAllButIdle(Reason.NOT_CONNECTED);
        List<Connection> all = WorkerSpreader.connect(
                sql,
                () -> maker.connect(found.target(), options.sizes().connections()),
                WorkerSpreader::close,
                options.nanoTime());
        markClean.run();
        indexes.openAll(sql, found.facts(), all, indexes.due().wanted());
        List<TableName> blocked = indexes.blocked().take();
        if (blocked.isEmpty()) {
            publish(found, List.of(), all);
        }
        return blocked;
    }

    @Override
    public List<TableName> openMissing(SqlSessions sql, Discovery.Found found) throws SQLException, NotUsableException {
        List<TableName> blocked = indexes.blocked().take(); // first: a silent connection answers no opening
        if (!blocked.isEmpty()) {
            return blocked;
        }
        Collection<IndexState> due = indexes.due().now(options.nanoTime().getAsLong());
        if (!due.isEmpty()) {
            indexes.openAll(sql.get(), found.facts(), pool.serving(), due);
        }
        if (!indexes.due().isAnyPostponed()) {
            directMaker.step(sql, found);
        }
        return indexes.blocked().take();
    }

    @Override
    public boolean hasMoreToOpen() {
        return indexes.due().isAnyPostponed();
    }

    @Override
    public void maintain(SqlSessions sql, Discovery.Found found) throws SQLException, NotUsableException {
        pool.shared().keepAlive(found.target().secret());
        if (pool.circuit().state() != CircuitState.CLOSED) {
            pool.closeSilent(found.target().secret(), options.times().request().toNanos());
        }
        long now = options.nanoTime().getAsLong();
        pool.expireDirect(now); // in case a stage blocks the thread that does it
        pool.direct().closeOld(now, options.times().maxAge().toNanos());
        List<Connection> serving = pool.shared().all();
        List<Connection> old = ages.old(serving, now);
        if (!old.isEmpty() && !isIncomplete()) {
            renew(sql, found, serving, old);
        }
    }

    /** Replaces old connections. If that fails, they stay in use, and it is tried again later. */
    private void renew(SqlSessions sql, Discovery.Found found, List<Connection> serving, List<Connection> old)
            throws SQLException, NotUsableException {
        List<Connection> added = List.of();
        try {
            added = WorkerSpreader.connect(
                    sql.get(),
                    () -> maker.connectQuickly(found.target(), old.size()),
                    WorkerSpreader::close,
                    options.nanoTime());
            if (!openIndexes(sql, found, added)) {
                return;
            }
            List<Connection> staying = new ArrayList<>(serving);
            staying.removeAll(old);
            publish(found, staying, added);
            long timeoutNanos = options.times().request().toNanos();
            old.forEach(connection -> pool.retire(connection, "older than maxAge", timeoutNanos));
        } catch (HandlerSocketException e) {
            LOG.debug("{}: connections are not renewed: {}", options.name(), e.getMessage());
            added.forEach(connection -> connection.close("could not be made ready"));
            ages.postpone(old, options.nanoTime().getAsLong());
        }
    }

    /**
     * Opens every index on new connections; fails if one was closed again. If the guard has ended the step, closes them
     * and returns false.
     */
    private boolean openIndexes(SqlSessions sql, Discovery.Found found, List<Connection> added)
            throws SQLException, NotUsableException {
        if (!indexes.extend(sql, found.facts(), added, check)) {
            added.forEach(connection -> connection.close("the guard had to check first"));
            return false;
        }
        if (added.stream().anyMatch(Connection::isClosed)) {
            throw new UnavailableException(Reason.NOT_CONNECTED, "a new connection was closed again");
        }
        return true;
    }

    @Override
    public boolean isIncomplete() {
        return pool.shared().all().size() < options.sizes().connections();
    }

    @Override
    public boolean isEmpty() {
        return pool.shared().all().isEmpty();
    }

    @Override
    public long repair(SqlSessions sql, Discovery.Found found) throws SQLException, NotUsableException {
        repairs.starting();
        List<Connection> survivors = pool.shared().all();
        List<Connection> added = List.of();
        try {
            added = maker.connectQuickly(found.target(), options.sizes().connections() - survivors.size());
            if (openIndexes(sql, found, added) && survivors.stream().anyMatch(connection -> !connection.isClosed())) {
                publish(found, survivors, added);
                repairs.succeeded();
            }
            return AFTER_REPAIR_MILLIS;
        } catch (HandlerSocketException e) {
            LOG.debug("{}: lost connections are not replaced: {}", options.name(), e.getMessage());
            added.forEach(connection -> connection.close("could not be made ready"));
            return repairs.failed();
        }
    }

    private void publish(Discovery.Found found, List<Connection> staying, List<Connection> added) {
        List<Connection> all = new ArrayList<>(staying);
        all.addAll(added);
        pool.publish(all);
        made.addAndGet(added.size());
        added.forEach(connection -> events.opened(found.endpoint(), connection));
    }

    @Override
    public Map<TableName, Set<String>> openColumns() {
        return indexes.registry().openColumns();
    }

    @Override
    public Set<TableName> tablesKeptByServer() {
        return indexes.tablesKeptByServer();
    }

    @Override
    public long lastUsedNanos(long sinceNanos) {
        return indexes.registry().lastUsedNanos(sinceNanos);
    }

    @Override
    public void quarantine(List<TableName> tables) {
        tables.forEach(indexes.blocked()::quarantine);
    }

    @Override
    public void close(String reason, Reason unavailable) {
        pool.closeAll(reason);
        indexes.closeAll(unavailable);
    }

    @Override
    public void drain(String reason, Reason unavailable) {
        indexes.closeAll(unavailable); // before the connections, so that a lookup fails with this reason
        pool.drain(reason, options.times().request().toNanos());
        close(reason, unavailable);
    }
}
