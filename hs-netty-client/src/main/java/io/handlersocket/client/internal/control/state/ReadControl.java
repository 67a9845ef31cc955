// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.state;

import io.handlersocket.client.ClientState;
import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.Attempts;
import io.handlersocket.client.internal.control.Backoff;
import io.handlersocket.client.internal.control.ClientOptions;
import io.handlersocket.client.internal.control.NotUsableException;
import io.handlersocket.client.internal.control.connect.ReadConnections;
import io.handlersocket.client.internal.control.guard.DdlGuard;
import io.handlersocket.client.internal.control.guard.Quarantine;
import io.handlersocket.client.internal.control.guard.StandBack;
import io.handlersocket.client.internal.control.sql.Discovery;
import io.handlersocket.client.internal.control.sql.PatchLevelWarning;
import io.handlersocket.client.internal.control.sql.SqlSession;
import io.handlersocket.client.internal.control.sql.SqlSessions;
import io.handlersocket.client.internal.control.sql.WritePortWarning;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the steps of a client that reads: connects, watches what is connected, closes everything when it stands in the way of
 * another session, and comes back. Which step is next, the {@link State} says. Control thread only.
 */
final class ReadControl {

    private static final Logger LOG = LoggerFactory.getLogger(ReadControl.class);

    /** The next step where only a wake-up ends the state. */
    static final long SAFETY_NET_MILLIS = TimeUnit.MINUTES.toMillis(1);

    private static final long PROBE_MILLIS = 1_000;
    private static final long PROBE_NANOS = TimeUnit.MILLISECONDS.toNanos(PROBE_MILLIS);

    /** Only an operator changes it: loads a plugin, restarts a server. */
    private static final long NOT_USABLE_FIRST_MILLIS = 2_000;

    private static final long NOT_USABLE_CAP_MILLIS = TimeUnit.MINUTES.toMillis(1);
    private static final long PERMANENT_MILLIS = TimeUnit.MINUTES.toMillis(10);

    private final ClientOptions options;
    private final StatusBoard board;
    private final SqlSessions sessions;
    private final ReadConnections connections;
    private final Runnable clean;
    private final LongSupplier clock;
    private final Discovery discovery;
    private final DdlGuard guard;
    private final StandBack standBack;
    private final Attempts attempts;
    private final Backoff notUsable = new Backoff(NOT_USABLE_FIRST_MILLIS, NOT_USABLE_CAP_MILLIS);
    private final WritePortWarning writePortWarning;
    private final PatchLevelWarning patchLevelWarning;

    /**
     * @param clean told when the guard has looked and no session waits
     * @param clock as {@link System#nanoTime()}
     */
    ReadControl(
            ClientOptions options,
            StatusBoard board,
            SqlSessions sessions,
            ReadConnections connections,
            Quarantine quarantine,
            Runnable clean,
            LongSupplier clock) {
        this.options = options;
        this.board = board;
        this.sessions = sessions;
        this.connections = connections;
        this.clean = clean;
        this.clock = clock;
        this.discovery = new Discovery(options);
        this.guard = new DdlGuard(quarantine, clock);
        this.standBack = new StandBack(clock);
        this.attempts = new Attempts(options.listener(), new Backoff(100, 2_000));
        this.writePortWarning = new WritePortWarning(options.name());
        this.patchLevelWarning = new PatchLevelWarning(options.name());
    }

    /** Whether everything is closed for a moment, and comes back by itself. */
    boolean isYielding() {
        return board.now() instanceof State.YieldingToDdl yielding && yielding.client() == ClientState.READY;
    }

    /** Whether the guard should have looked by now. */
    boolean isLate() {
        return board.now() instanceof State.Ready ready && clock.getAsLong() - ready.nextProbeNanos() >= 0;
    }

    /** Connects if everything was closed for want of lookups; true if it was. */
    boolean wakeUp() {
        if (!(board.now() instanceof State.Idle)) {
            return false;
        }
        take(this::connect);
        return true;
    }

    /** Does the next thing; returns the milliseconds until the step after it. */
    long step() {
        long delay = take(() -> board.now().step(this));
        State now = board.now();
        if (now instanceof State.Stopped || now instanceof State.Closed) { // maybe the order did not wait for this step
            connections.close(now.reason(), now.why());
        }
        return delay;
    }

    private interface Step {
        long take() throws SQLException, NotUsableException;
    }

    private long take(Step step) {
        try {
            long delay = step.take();
            attempts.succeeded();
            notUsable.reset();
            return delay;
        } catch (SQLException e) {
            giveUp(new State.Unreachable("SQL: " + e.getMessage()));
        } catch (NotUsableException e) {
            giveUp(new State.NotUsable(String.valueOf(e.getMessage()), e.isOtherProduct()));
            return e.isPermanent() ? PERMANENT_MILLIS : attempts.failed(notUsable.nextMillis());
        } catch (HandlerSocketException e) {
            giveUp(new State.Unreachable(String.valueOf(e.getMessage())));
        } catch (RuntimeException e) {
            LOG.error("{}: this attempt to connect failed", options.name(), e);
            giveUp(new State.Unreachable(e.toString()));
        } finally {
            sessions.release();
        }
        return attempts.failed();
    }

    /** From {@link State.Unreachable}, or after all connections were lost: the listener hears of it. */
    long reconnect() throws SQLException, NotUsableException {
        attempts.now();
        return connect();
    }

    long connect() throws SQLException, NotUsableException {
        SqlSession sql = sessions.first();
        long away = standBack.remainingMillis(sql);
        if (away > 0) {
            return away;
        }
        Discovery.Found found = discovery.discover(sql);
        writePortWarning.check(found);
        patchLevelWarning.check(found);
        if (drain(sql, found)) {
            return PROBE_MILLIS;
        }
        List<TableName> waitedFor = connections.connect(sql, found);
        if (!waitedFor.isEmpty()) {
            return yieldTo(waitedFor);
        }
        long now = clock.getAsLong();
        String where = found.endpoint() + " (read), server " + found.facts().version() + ", database "
                + found.facts().schema();
        if (!board.move(new State.Ready(found, where, now, now + PROBE_NANOS), found)) {
            connections.close("the application stopped the client", board.now().why());
        }
        return PROBE_MILLIS;
    }

    long watch(State.Ready ready) throws SQLException, NotUsableException {
        long now = clock.getAsLong();
        long idleNanos = options.times().idle().toNanos();
        if (idleNanos > 0 && now - connections.lastUsedNanos(ready.sinceNanos()) > idleNanos) {
            return sleep("no lookup for " + options.times().idle());
        }
        Discovery.Found found = ready.server();
        long nextProbeNanos = ready.nextProbeNanos();
        if (now - nextProbeNanos >= 0) {
            if (options.guard()) {
                SqlSession sql = sessions.fresh();
                if (drain(sql, found)) {
                    return 1; // what SQL reaches now is discovered at once
                }
                List<TableName> toClose = guard.tablesToClose(
                        sql, found.facts().schema(), connections.openTables(), connections.keptTables());
                if (!toClose.isEmpty()) {
                    return yieldTo(toClose);
                }
                clean.run();
            }
            nextProbeNanos = now + PROBE_NANOS;
            board.move(ready.probeAt(nextProbeNanos));
            connections.maintain(sessions, found);
        }
        List<TableName> waitedFor = connections.openMissing(sessions, found);
        if (!waitedFor.isEmpty()) {
            return yieldTo(waitedFor);
        }
        long delay = Math.max(1, TimeUnit.NANOSECONDS.toMillis(nextProbeNanos - clock.getAsLong()));
        if (!connections.isIncomplete()) {
            return delay;
        }
        // If none is left, nothing held the tables meanwhile: they may have changed.
        return connections.isEmpty() ? reconnect() : Math.min(delay, connections.repair(sessions, found));
    }

    /** Closes everything, the SQL session included, until a lookup is asked for. */
    private long sleep(String reason) {
        connections.drain(reason, UnavailableException.Reason.IDLE);
        giveUp(new State.Idle(reason));
        return SAFETY_NET_MILLIS;
    }

    /** Closes everything if a session holds the drain lock, or if SQL is not what it was; false if neither is so. */
    private boolean drain(SqlSession sql, Discovery.Found found) throws SQLException {
        Optional<String> reason = DdlGuard.drainReason(sql, found);
        if (reason.isEmpty()) {
            return false;
        }
        connections.close(reason.get(), UnavailableException.Reason.DRAINED);
        board.move(new State.Drained(reason.get()));
        return true;
    }

    /** Closes everything so that the sessions that wait for these tables get their locks. */
    private long yieldTo(List<TableName> tables) {
        String reason = "a lock is waited for on " + tables;
        connections.close(reason, UnavailableException.Reason.QUARANTINED);
        options.listener().drained(reason);
        connections.quarantine(tables);
        State before = board.now();
        board.move(
                new State.YieldingToDdl(before instanceof State.YieldingToDdl again ? again.before() : before, tables));
        return standBack.begin(tables);
    }

    /** Closes everything, the SQL session included. */
    void giveUp(State next) {
        connections.close(next.reason(), next.why());
        sessions.release();
        board.move(next);
    }

    /** Closes everything in order, as the application wants it, unless it wants otherwise by now. */
    void stop(State.Stopping stopping) {
        if (board.now() == stopping) {
            State next = stopping.next();
            connections.drain(next.reason(), next.why());
            sessions.release();
            board.stopped(stopping);
        }
    }
}
