// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.writes.internal;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.ServerErrorException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.UnavailableException.Reason;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.Backoff;
import io.handlersocket.client.internal.control.ClientOptions;
import io.handlersocket.client.internal.control.NotUsableException;
import io.handlersocket.client.internal.control.guard.DdlGuard;
import io.handlersocket.client.internal.control.guard.PortControl;
import io.handlersocket.client.internal.control.guard.YieldTimer;
import io.handlersocket.client.internal.control.index.OpeningOutcome;
import io.handlersocket.client.internal.control.index.SameServerProof;
import io.handlersocket.client.internal.control.sql.CatalogReader;
import io.handlersocket.client.internal.control.sql.Collations;
import io.handlersocket.client.internal.control.sql.Discovery;
import io.handlersocket.client.internal.control.sql.SqlSession;
import io.handlersocket.client.internal.transport.shared.Connection;
import io.handlersocket.client.internal.transport.shared.ConnectionPool;
import io.handlersocket.writes.WriteOptions;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connects to the write port when a write waits and opens the indexes it needs. Closes the connection when it is idle
 * or an SQL session waits for an open table. Control thread only, unless a method says otherwise.
 */
final class WriteConnector {

    private static final Logger LOG = LoggerFactory.getLogger(WriteConnector.class);

    /** The longest wait for answers before closing, since an SQL session may wait for the connection to end. */
    private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The time until the next step if nothing is due: each waiting write wakes the loop earlier. */
    private static final long SAFETY_NET_MILLIS = TimeUnit.MINUTES.toMillis(1);

    private static final long RETRY_MILLIS = 100;
    private static final long FENCED_MILLIS = 20;

    private final ClientOptions options;
    private final WriteOptions writes;
    private final ConnectionPool pool;
    private final WriteQueue queue;
    private final WriteDiscovery discovery;
    private final PortControl port;
    private final long pauseEveryMillis;
    private final DdlGuard guard;
    private final LongSupplier nanoTime;
    private final YieldTimer yieldTimer;
    private final Collations collations;
    private final Backoff notUsable = new Backoff(2_000, TimeUnit.MINUTES.toMillis(1)); // an operator has to act
    private @Nullable WriteConnection current;
    private @Nullable HandlerSocketException failure;
    private long retryNanos;

    /**
     * @param pauseEveryMillis how often all clients close their write connections, at the same moments of the server's
     *     clock. No check sees a session that waits for {@code LOCK TABLES … READ}, as mariadb-dump does. It gets its
     *     lock in a pause, when the server's worker has no connection
     */
    WriteConnector(
            ClientOptions options,
            WriteOptions writes,
            ConnectionPool pool,
            PortControl port,
            WriteQueue queue,
            long pauseEveryMillis) {
        this.options = options;
        this.writes = writes;
        this.pool = pool;
        this.port = port;
        this.queue = queue;
        this.pauseEveryMillis = pauseEveryMillis;
        this.discovery = new WriteDiscovery(options, writes);
        this.nanoTime = options.nanoTime();
        this.guard = new DdlGuard(port.quarantine(), nanoTime);
        this.yieldTimer = new YieldTimer(port.quarantine(), nanoTime);
        this.collations = new Collations(nanoTime);
    }

    /** Takes the next step; returns the milliseconds until the one after it. */
    long step() {
        try {
            if (current != null && current.connection().isClosed()) {
                close("connection lost");
            }
            Set<WriteTarget> missing = queue.missing();
            WriteConnection now = current;
            if (now == null) {
                return missing.isEmpty() ? SAFETY_NET_MILLIS : connect();
            }
            failure = null;
            notUsable.reset();
            if (now.isPauseDue()) {
                close("pause of all writers");
                return yieldTimer.begin(List.of());
            }
            if (now.isCheckDue()) {
                List<TableName> blocked = now.blockedTables(port.sessions().get(), guard);
                if (!blocked.isEmpty()) {
                    return yieldTo(blocked);
                }
                port.deadMansSwitch().markClean();
            }
            return missing.isEmpty() ? closeIfIdle(now) : openMore(now, missing);
        } catch (SQLException e) {
            return fail(unavailable(Reason.NOT_CONNECTED, "SQL: " + e.getMessage()), RETRY_MILLIS);
        } catch (NotUsableException e) { // until an operator changes the server
            return fail(unavailable(Reason.NOT_USABLE, "no writes: " + e.getMessage()), notUsable.nextMillis());
        } catch (HandlerSocketException e) {
            return fail(e, RETRY_MILLIS);
        } catch (RuntimeException e) {
            LOG.error("{}: an attempt to write failed", options.name(), e);
            return fail(unavailable(Reason.NOT_CONNECTED, e.toString()), RETRY_MILLIS);
        } finally {
            if (current == null) { // the DataSource may reach another server later
                port.sessions().release();
            }
        }
    }

    private UnavailableException unavailable(Reason reason, String why) {
        return new UnavailableException(reason, options.name() + ": " + why);
    }

    private long fail(HandlerSocketException why, long retryMillis) {
        LOG.debug("{}: cannot write", options.name(), why);
        close(String.valueOf(why.getMessage()));
        failure = why;
        retryNanos = nanoTime.getAsLong() + TimeUnit.MILLISECONDS.toNanos(retryMillis);
        port.sessions().release(); // before the stages of callers, which may need the pool's only connection
        queue.refuseAll(why);
        return SAFETY_NET_MILLIS;
    }

    private long connect() throws SQLException, NotUsableException {
        HandlerSocketException before = failure;
        if (before != null && nanoTime.getAsLong() - retryNanos < 0) {
            queue.refuseAll(before);
            return SAFETY_NET_MILLIS;
        }
        SqlSession sql = port.sessions().freshForConnecting();
        long waitMillis = yieldTimer.remainingMillis(sql);
        if (waitMillis > 0) {
            return waitMillis;
        }
        Discovery.Found found = discovery.find(sql);
        collations.forgetUnlessFrom(found.facts().identity());
        WriteDiscovery.refuseDrained(sql, found);
        if (WriteDiscovery.isFenced(sql)) {
            return FENCED_MILLIS; // the queue expires writes that wait too long
        }
        long untilPause = pauseEveryMillis - WriteDiscovery.clockMillis(sql) % pauseEveryMillis;
        port.deadMansSwitch().markClean();
        Connection made = pool.connectAll(found.target(), 1).get(0);
        options.listener().opened(found.endpoint());
        WriteConnection now = new WriteConnection(found, made, untilPause, nanoTime);
        current = now;
        queue.connect(made);
        return open(now, queue.missing());
    }

    /** Opens nothing while a batch is in flight or a fence is held: the opening would wait for it and fail. */
    private long openMore(WriteConnection now, Set<WriteTarget> missing) throws SQLException, NotUsableException {
        if (queue.isBusy()) {
            return closeIfIdle(now); // the queue wakes the loop when the batch is answered
        }
        return WriteDiscovery.isFenced(port.sessions().get()) ? FENCED_MILLIS : open(now, missing);
    }

    private long open(WriteConnection now, Set<WriteTarget> missing) throws SQLException, NotUsableException {
        Map<TableName, HandlerSocketException> refused = new LinkedHashMap<>();
        try {
            return open(now, missing, refused);
        } finally { // last, because it may run stages of callers
            refused.forEach(queue::refuse);
        }
    }

    private long open(WriteConnection now, Set<WriteTarget> missing, Map<TableName, HandlerSocketException> refused)
            throws SQLException, NotUsableException {
        port.quarantine().release(nanoTime.getAsLong());
        Set<WriteTarget> wanted = new LinkedHashSet<>(missing);
        for (WriteTarget target : missing) {
            if (port.quarantine().contains(target.table())) {
                refused.put(target.table(), quarantined(target.table()));
                wanted.remove(target);
            }
        }
        if (wanted.isEmpty()) {
            return 1;
        }
        boolean first = now.tables().isEmpty();
        OpeningOutcome<WriteTarget> outcome = now.open(port, collations, wanted);
        outcome.refused().forEach((target, why) -> refused.put(target.table(), reason(why)));
        if (!outcome.blocked().isEmpty()) {
            return yieldTo(List.copyOf(outcome.blocked()));
        }
        // An unanswered opening does not prove that a session waits for that table: the server may be busy.
        if (!outcome.undecided().isEmpty()
                || refused.values().stream().anyMatch(ServerErrorException.class::isInstance)) {
            close("an opening failed");
            return yieldTimer.begin(List.of());
        }
        if (first && !outcome.opened().isEmpty()) {
            SameServerProof.check(port.sessions().get(), List.of(now.connection()), outcome.any());
        }
        queue.open(now.opened(outcome));
        return outcome.postponed().isEmpty() ? closeIfIdle(now) : 1;
    }

    /** Returns the server's error, because the same write may succeed later. */
    private static HandlerSocketException reason(RefusedException why) {
        return why.getCause() instanceof ServerErrorException error ? error : why;
    }

    private static UnavailableException quarantined(TableName table) {
        return new UnavailableException(Reason.QUARANTINED, table + ": an SQL session waits for a lock on the table");
    }

    /** Closes the connection if it is idle; returns the milliseconds until the next step. */
    private long closeIfIdle(WriteConnection now) {
        Long idleSince = queue.idleSinceNanos();
        long left = writes.idleTimeout().toNanos() - (idleSince == null ? 0 : nanoTime.getAsLong() - idleSince);
        if (left <= 0 && idleSince != null) {
            close("no write for " + writes.idleTimeout());
            return SAFETY_NET_MILLIS;
        }
        return Math.max(1, 1 + TimeUnit.NANOSECONDS.toMillis(Math.min(left, now.nanosUntilDue())));
    }

    /** Closes the connection, so that the sessions that wait for these tables get their locks. */
    private long yieldTo(List<TableName> blocked) {
        String reason = "SQL sessions wait for locks on " + blocked;
        close(reason);
        options.listener().drained(reason);
        for (TableName table : blocked) {
            if (!port.quarantine().contains(table)) {
                port.quarantine().add(table, nanoTime.getAsLong());
                options.listener().quarantined(table);
            }
        }
        long waitMillis = yieldTimer.begin(blocked);
        blocked.forEach(table -> queue.refuse(table, quarantined(table)));
        return waitMillis;
    }

    /** Closes the connection, after the batch in flight is answered if that is soon enough. */
    private void close(String reason) {
        WriteConnection was = current;
        queue.disconnect();
        current = null;
        if (was != null) {
            long limit = Math.min(writes.timeout().toNanos(), CLOSE_NANOS);
            long deadline = nanoTime.getAsLong() + limit;
            queue.awaitIdle(limit);
            pool.drain(reason, deadline - nanoTime.getAsLong());
            options.listener().closed(was.found().endpoint(), reason);
        }
    }

    /** Closes the connection and the SQL session. The next step may connect at once. */
    void stop(String why) {
        close(why);
        port.sessions().releaseAll();
        failure = null;
        notUsable.reset();
    }

    /** Asks SQL whether a table may be written to: in the guard's session, or in a new one while nothing is open. */
    WriteTable check(TableName name, String index) throws SQLException, NotUsableException {
        boolean connected = current != null;
        SqlSession sql = connected ? port.sessions().get() : port.sessions().freshForConnecting();
        try {
            ServerFacts server = discovery.find(sql).facts();
            collations.forgetUnlessFrom(server.identity());
            collations.prepare(sql, List.of(name));
            WriteTable table = WriteRules.read(sql, CatalogReader.read(sql, name, collations), index, server);
            WriteRules.tryEveryChange(sql, table.table());
            return table;
        } finally {
            if (!connected) {
                port.sessions().release();
            }
        }
    }
}
