// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.WriteOptions;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.connect.ConnectionMaker;
import io.handlersocket.client.internal.control.guard.DeadMansSwitch;
import io.handlersocket.client.internal.control.guard.Quarantine;
import io.handlersocket.client.internal.control.guard.StandBack;
import io.handlersocket.client.internal.control.index.SameServerProof;
import io.handlersocket.client.internal.control.sql.Collations;
import io.handlersocket.client.internal.control.sql.Discovery;
import io.handlersocket.client.internal.control.sql.SqlSession;
import io.handlersocket.client.internal.lookup.WriteQueue;
import io.handlersocket.client.internal.lookup.WriteShape;
import io.handlersocket.client.internal.protocol.Requests;
import io.handlersocket.client.internal.transport.Connection;
import io.handlersocket.client.internal.transport.ConnectionPool;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way to the write port: an SQL session and one connection, made when a write waits, watched while they are there, and
 * closed when none comes or somebody wants to pass. Its own thread only, where not said.
 */
final class WriteLink {

    private static final Logger LOG = LoggerFactory.getLogger(WriteLink.class);

    /** What is on its way is waited for so long: somebody may be waiting for the connection to end. */
    private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Only a safety net: who writes wakes the loop. */
    private static final long ASLEEP_MILLIS = TimeUnit.MINUTES.toMillis(1);

    private static final long AFTER_FAILURE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long FENCED_MILLIS = 20;

    private final ClientOptions options;
    private final WriteOptions writes;
    private final ConnectionPool pool;
    private final WriteQueue queue;
    private final WriteServer server;
    private final ConnectionMaker connectionMaker;
    private final DeadMansSwitch deadMansSwitch;
    private final long breathMillis;
    private final Quarantine quarantine = new Quarantine();
    private final WriteGuard guard = new WriteGuard(quarantine);
    private final StandBack standBack = new StandBack();
    private final Collations collations = new Collations();
    private volatile @Nullable SqlSession session;
    private @Nullable OpenWrites open;
    private @Nullable HandlerSocketException failure;
    private long failedNanos;

    /**
     * @param breathMillis how long a connection is used at most. Who waits for {@code LOCK TABLES … READ}, as mariadb-dump does, is
     *     seen by no probe, so everybody is let pass again and again; by the server's clock, because its worker has to be
     *     without any client's connection for that
     */
    WriteLink(ClientOptions options, WriteOptions writes, ConnectionPool pool, WriteQueue queue, long breathMillis) {
        this.options = options;
        this.writes = writes;
        this.pool = pool;
        this.queue = queue;
        this.breathMillis = breathMillis;
        this.server = new WriteServer(options, writes);
        this.connectionMaker = new ConnectionMaker(options, pool);
        this.deadMansSwitch = new DeadMansSwitch(() -> true, pool, options.listener());
    }

    void start() {
        deadMansSwitch.start();
    }

    /** Opens what is waited for, or looks after what is open; says how many milliseconds later to look again. */
    long step() {
        try {
            if (open != null && open.connection().isClosed()) {
                close("connection lost");
            }
            Set<WriteShape> missing = queue.missing();
            OpenWrites now = open;
            if (now == null) {
                return missing.isEmpty() ? sleep() : connect();
            }
            failure = null;
            if (now.isBreathDue()) {
                close("a moment for others");
                sleep(); // the next session finds the way to an address that has moved
                return standBack.begin(List.of());
            }
            if (now.isProbeDue()) {
                List<TableName> guilty = guard.look(now.sql(), now.found(), now.tables());
                if (!guilty.isEmpty()) {
                    return letPass(guilty);
                }
                deadMansSwitch.clean();
                now.probed();
            }
            return missing.isEmpty() ? idle(now) : openMore(now, missing);
        } catch (SQLException e) {
            return fail(new UnavailableException(
                    UnavailableException.Reason.NOT_CONNECTED, options.name() + ": SQL: " + e.getMessage()));
        } catch (NotUsableException e) {
            return fail(new UnavailableException(
                    UnavailableException.Reason.NOT_USABLE, options.name() + ": no writes: " + e.getMessage()));
        } catch (HandlerSocketException e) {
            return fail(e);
        } catch (RuntimeException e) {
            LOG.error("{}: giving up this attempt to write", options.name(), e);
            return fail(new UnavailableException(UnavailableException.Reason.NOT_CONNECTED, options.name() + ": " + e));
        }
    }

    private long fail(HandlerSocketException why) {
        LOG.debug("{}: no writes", options.name(), why);
        close(String.valueOf(why.getMessage()));
        sleep();
        queue.refuseAll(why);
        failure = why;
        failedNanos = System.nanoTime();
        return ASLEEP_MILLIS;
    }

    /** Gives the SQL session back. */
    private long sleep() {
        SqlSession sql = session;
        session = null;
        if (sql != null) {
            sql.close();
        }
        return ASLEEP_MILLIS;
    }

    private long connect() throws SQLException, NotUsableException {
        HandlerSocketException before = failure;
        if (before != null && System.nanoTime() - failedNanos < AFTER_FAILURE_NANOS) {
            queue.refuseAll(before); // who writes again at once must not connect again at once
            return ASLEEP_MILLIS;
        }
        SqlSession sql = session;
        if (sql == null) {
            sql = SqlSession.open(options.sql());
            session = sql;
        }
        long away = standBack.remainingMillis(sql);
        if (away > 0) {
            return away;
        }
        Discovery.Found found = server.find(sql);
        collations.startedAs(found.facts().identity());
        guard.refuseDrained(sql, found);
        if (WriteServer.isFenced(sql)) {
            return FENCED_MILLIS; // what waits too long meanwhile is refused
        }
        long breath = breathMillis - WriteServer.clockMillis(sql) % breathMillis;
        deadMansSwitch.clean();
        Connection made = connectionMaker.connect(found.endpoint(), 1).get(0);
        options.listener().opened(found.endpoint());
        OpenWrites now = new OpenWrites(sql, found, made, breath);
        open = now;
        queue.connect(made);
        return open(now, queue.missing());
    }

    /** Not while anything is written or waits for the fence: an opening would wait behind it, until it is given up. */
    private long openMore(OpenWrites now, Set<WriteShape> missing) throws SQLException, NotUsableException {
        if (queue.isBusy()) {
            return idle(now); // who waits at the head of the queue wakes the loop when the round before is answered
        }
        return WriteServer.isFenced(now.sql()) ? FENCED_MILLIS : open(now, missing);
    }

    private long open(OpenWrites now, Set<WriteShape> missing) throws SQLException, NotUsableException {
        quarantine.release(System.nanoTime());
        Map<WriteShape, Integer> wanted = new LinkedHashMap<>();
        for (WriteShape shape : missing) {
            if (quarantine.contains(shape.table())) {
                queue.refuse(shape.table(), quarantined(shape.table()));
            } else if (now.hasIds()) {
                wanted.put(shape, now.newId());
            } else {
                queue.refuse(shape.table(), tooMany());
            }
        }
        if (wanted.isEmpty()) {
            return 1;
        }
        boolean first = now.tables().isEmpty();
        WriteOpener.Outcome outcome =
                new WriteOpener(now.sql(), now.found().facts(), collations).open(wanted, now.connection());
        outcome.refused().forEach(queue::refuse);
        if (!outcome.blocked().isEmpty()) {
            return letPass(List.copyOf(outcome.blocked()));
        }
        if (outcome.broken()) {
            close("an opening failed");
            return standBack.begin(List.of());
        }
        if (first && !outcome.opened().isEmpty()) {
            SameServerProof.check(
                    now.sql(),
                    List.of(now.connection()),
                    outcome.opened().values().iterator().next().index());
        }
        outcome.opened()
                .forEach((shape, one) ->
                        now.tables().put(shape.table(), one.table().table()));
        queue.open(outcome.opened());
        return idle(now);
    }

    private HandlerSocketException tooMany() {
        return new RefusedException(options.name() + ": more than " + Requests.MAX_INDEX_IDS
                + " combinations of columns are written to at once");
    }

    private UnavailableException quarantined(TableName table) {
        return new UnavailableException(
                UnavailableException.Reason.QUARANTINED, table + ": somebody waits for a lock on the table");
    }

    /** How long until something is to be looked at; closes everything if no write came for a while. */
    private long idle(OpenWrites now) {
        Long idleSince = queue.idleSinceNanos();
        long left = writes.idleTimeout().toNanos() - (idleSince == null ? 0 : System.nanoTime() - idleSince);
        if (left <= 0 && idleSince != null) {
            close("no write for " + writes.idleTimeout());
            return sleep();
        }
        return Math.max(1, 1 + TimeUnit.NANOSECONDS.toMillis(Math.min(left, now.nanosUntilDue())));
    }

    /** Closes everything so that those who wait get their locks. */
    private long letPass(List<TableName> guilty) {
        String reason = "a lock is waited for on " + guilty;
        close(reason);
        options.listener().drained(reason);
        for (TableName table : guilty) {
            if (!quarantine.contains(table)) {
                quarantine.add(table, System.nanoTime());
                options.listener().quarantined(table);
            }
            queue.refuse(table, quarantined(table));
        }
        return standBack.begin(guilty);
    }

    /** Closes the connection after the answers that come in time. */
    void close(String reason) {
        OpenWrites was = open;
        queue.disconnect();
        open = null;
        if (was != null) {
            long deadline = System.nanoTime() + Math.min(writes.timeout().toNanos(), CLOSE_NANOS);
            queue.awaitIdle(deadline - System.nanoTime());
            pool.drain(reason, deadline - System.nanoTime());
            options.listener().closed(was.found().endpoint(), reason);
        }
    }

    /** Closes everything, the SQL session included; what waits is refused. */
    void stop(HandlerSocketException why) {
        close(String.valueOf(why.getMessage()));
        sleep();
        queue.refuseAll(why);
    }

    /** The tables that are not opened. Any thread. */
    List<TableName> quarantined() {
        return quarantine.names();
    }

    /** Breaks the SQL session, whatever it is doing. Any thread, when no step will follow. */
    void abort() {
        SqlSession sql = session;
        if (sql != null) {
            sql.abort();
        }
    }
}
