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
import io.handlersocket.client.internal.transport.Target;
import io.handlersocket.client.internal.transport.direct.DirectConnection;
import io.handlersocket.client.internal.transport.shared.Connection;
import io.handlersocket.client.internal.transport.shared.ConnectionPool;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fills the {@link ConnectionPool}: makes connections, opens every index on them, publishes them, replaces lost and old
 * ones, and closes them. Control thread only, unless a method says otherwise.
 */
public final class PoolMaintainer implements ReadConnections {

    private static final Logger LOG = LoggerFactory.getLogger(PoolMaintainer.class);

    private static final long AFTER_REPAIR_MILLIS = 1_000;

    // Short, so that the guard is not late.
    private static final long QUICK_NANOS = TimeUnit.MILLISECONDS.toNanos(800);
    private static final int DIRECT_MILLIS = 300;

    private static final int MAX_OPENINGS = 200;

    @FunctionalInterface
    private interface Maker<C> {
        /** Makes connections and adds them to the list; if it fails, the list has those that were made before. */
        void make(List<C> made) throws SQLException, NotUsableException;
    }

    private final ClientOptions options;
    private final ConnectionPool pool;
    private final Indexes indexes;
    private final Runnable markClean;
    private final GuardCheck check;
    private final ServingConnections serving;
    private final Backoff direct = new Backoff(200, 10_000);
    private final ReconnectAttempts repairs;
    private final AtomicLong made = new AtomicLong();
    private long directNotBeforeNanos;

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
        this.serving = new ServingConnections(
                options.listener(), options.times().maxAge().toNanos());
        this.repairs = new ReconnectAttempts(options.listener(), new Backoff(50, 2_000));
        this.directNotBeforeNanos = options.nanoTime().getAsLong();
    }

    /** Returns the number of shared connections made after the first ones. Any thread. */
    public long reconnects() {
        return Math.max(0, made.get() - options.sizes().connections());
    }

    /** Tells the listener that a connection ended, if it served lookups. Any thread. */
    public void closed(ServerConnection connection, String reason) {
        serving.closed(connection, reason);
    }

    @Override
    public List<TableName> connect(SqlSession sql, Discovery.Found found) throws SQLException, NotUsableException {
        pool.closeAll("reconnecting");
        markClean.run(); // nothing is open, so the guard was not silent until now
        indexes.closeAllButIdle(Reason.NOT_CONNECTED);
        List<Connection> all = WorkerSpreader.connect(
                sql, () -> pool.connectAll(found.target(), options.sizes().connections()), options.nanoTime());
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
            SqlSession session = sql.getIfFree();
            if (session == null) {
                return List.of(); // what follows would wait for one again
            }
            indexes.openAll(session, found.facts(), pool.serving(), due);
        }
        if (!indexes.due().isAnyPostponed()) {
            addDirect(sql, found);
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
        List<Connection> old = serving.old(pool.shared().all(), now);
        if (!old.isEmpty() && !isIncomplete()) {
            renew(sql, found, old);
        }
    }

    /** Replaces old connections. If that fails, they stay in use, and it is tried again later. */
    private void renew(SqlSessions sql, Discovery.Found found, List<Connection> old)
            throws SQLException, NotUsableException {
        List<Connection> staying = new ArrayList<>(pool.shared().all());
        staying.removeAll(old);
        Maker<Connection> several = made -> made.addAll(WorkerSpreader.connect(
                sql.get(), () -> connectQuickly(found.target(), old.size()), options.nanoTime()));
        if (add(sql, found, "connections are not renewed", several, added -> publish(found, staying, added))) {
            long timeoutNanos = options.times().request().toNanos();
            old.forEach(connection -> connection.retire("older than maxAge", timeoutNanos));
        } else {
            serving.postpone(old, options.nanoTime().getAsLong());
        }
    }

    /**
     * Makes connections, opens every index on them, and publishes them. Closes them, and returns false, if one could
     * not be made or ended again, or if the guard has ended the step. Makes none without an SQL session.
     */
    private <C extends ServerConnection> boolean add(
            SqlSessions sql, Discovery.Found found, String otherwise, Maker<C> maker, Consumer<List<C>> publish)
            throws SQLException, NotUsableException {
        if (sql.getIfFree() == null) {
            LOG.debug("{}: {}: the DataSource gives no connection", options.name(), otherwise);
            return false;
        }
        List<C> added = new ArrayList<>();
        boolean serve = false;
        try {
            maker.make(added);
            if (indexes.extend(sql, found.facts(), added, check)
                    && added.stream().noneMatch(ServerConnection::isClosed)) {
                publish.accept(added);
                serve = true;
            }
        } catch (HandlerSocketException e) {
            LOG.debug("{}: {}: {}", options.name(), otherwise, e.getMessage());
        } finally {
            if (!serve) {
                added.forEach(connection -> connection.close("could not be made ready"));
            }
        }
        return serve;
    }

    private List<Connection> connectQuickly(Target target, int count) {
        return pool.connectAll(target, count, Math.min(options.times().connect().toNanos(), QUICK_NANOS));
    }

    /** Adds direct connections if blocking callers found no free one. A failure is tried again later. */
    private void addDirect(SqlSessions sql, Discovery.Found found) throws SQLException, NotUsableException {
        long now = options.nanoTime().getAsLong();
        int missing = pool.direct().missing();
        if (missing == 0 || now - directNotBeforeNanos < 0) {
            return;
        }
        // Each index takes one round trip on each connection, and all openings together may take a second.
        int tables = Math.max(1, indexes.registry().openColumns().size());
        int most = Math.min(missing, Math.max(1, MAX_OPENINGS / tables));
        Maker<DirectConnection> several = made -> {
            long deadline = now + TimeUnit.MILLISECONDS.toNanos(DIRECT_MILLIS);
            do {
                made.add(pool.connectDirect(found.target(), DIRECT_MILLIS));
            } while (made.size() < most && options.nanoTime().getAsLong() - deadline < 0);
        };
        directNotBeforeNanos = now + TimeUnit.MILLISECONDS.toNanos(direct.nextMillis());
        boolean done = add(sql, found, "no direct connection", several, added -> {
            pool.direct().add(added);
            serving.opened(found.endpoint(), added, now);
        });
        if (done) {
            directNotBeforeNanos = now;
            direct.reset();
        }
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
        int lost = options.sizes().connections() - survivors.size();
        Maker<Connection> several = made -> made.addAll(connectQuickly(found.target(), lost));
        boolean repaired = add(sql, found, "lost connections are not replaced", several, added -> {
            if (survivors.stream().allMatch(Connection::isClosed)) { // the tables may have changed meanwhile
                throw new UnavailableException(Reason.NOT_CONNECTED, "the last connection was lost too");
            }
            publish(found, survivors, added);
        });
        if (!repaired) {
            return repairs.failed();
        }
        repairs.succeeded();
        return AFTER_REPAIR_MILLIS;
    }

    private void publish(Discovery.Found found, List<Connection> staying, List<Connection> added) {
        List<Connection> all = new ArrayList<>(staying);
        all.addAll(added);
        pool.publish(all);
        made.addAndGet(added.size());
        serving.opened(found.endpoint(), added, options.nanoTime().getAsLong());
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
