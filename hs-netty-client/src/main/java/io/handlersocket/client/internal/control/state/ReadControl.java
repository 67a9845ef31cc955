// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.state;

import io.handlersocket.client.ClientState;
import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.UnavailableException.Reason;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.Backoff;
import io.handlersocket.client.internal.control.ClientOptions;
import io.handlersocket.client.internal.control.NotUsableException;
import io.handlersocket.client.internal.control.ReconnectAttempts;
import io.handlersocket.client.internal.control.connect.ReadConnections;
import io.handlersocket.client.internal.control.guard.DdlGuard;
import io.handlersocket.client.internal.control.guard.Quarantine;
import io.handlersocket.client.internal.control.guard.YieldTimer;
import io.handlersocket.client.internal.control.sql.Discovery;
import io.handlersocket.client.internal.control.sql.ServerWarnings;
import io.handlersocket.client.internal.control.sql.SqlSession;
import io.handlersocket.client.internal.control.sql.SqlSessions;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The steps of a client that reads: connects, watches the connections, closes them when a session waits for a lock, and
 * reconnects. The {@link State} says which step is next. {@link ReadSide} runs them. Control thread only. Longer than
 * other classes, because each step may end in any of the others, and one place shows the whole order.
 */
final class ReadControl {

    private static final Logger LOG = LoggerFactory.getLogger(ReadControl.class);

    /** The time until the next step in a state that only a wake-up ends. */
    private static final long SAFETY_NET_MILLIS = TimeUnit.MINUTES.toMillis(1);

    private static final long CHECK_MILLIS = 1_000;
    private static final long CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(CHECK_MILLIS);

    /** How late a check may be for want of a session; the dead man's switch waits a little longer. */
    private static final long MOST_LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(700);

    private static final long RETRY_MILLIS = 100;
    private static final long GO_ON = -1;
    private static final long PERMANENT_MILLIS = TimeUnit.MINUTES.toMillis(10);

    private final ClientOptions options;
    private final StatusBoard board;
    private final SqlSessions sessions;
    private final ReadConnections connections;
    private final Runnable markClean;
    private final LongSupplier nanoTime;
    private final Discovery discovery;
    private final DdlGuard guard;
    private final YieldTimer yieldTimer;
    private final ReconnectAttempts attempts;
    // An operator has to act. For about half a minute he may be replacing the plugin, so the client looks often.
    private final Backoff notUsable = new Backoff(1_500, TimeUnit.MINUTES.toMillis(1), 25);
    private final ServerWarnings warnings;
    private long repairNotBeforeNanos;

    /** The milliseconds until the next step, if a check has ended this one in the middle; else {@link #GO_ON}. */
    private long endedBy = GO_ON;

    /** @param markClean runs each time the guard finds that no session waits */
    ReadControl(
            ClientOptions options,
            StatusBoard board,
            SqlSessions sessions,
            ReadConnections connections,
            Quarantine quarantine,
            Runnable markClean) {
        this.options = options;
        this.board = board;
        this.sessions = sessions;
        this.connections = connections;
        this.markClean = markClean;
        this.nanoTime = options.nanoTime();
        this.discovery = new Discovery(options);
        this.guard = new DdlGuard(quarantine, nanoTime);
        this.yieldTimer = new YieldTimer(quarantine, nanoTime);
        this.attempts = new ReconnectAttempts(options.listener(), new Backoff(100, 2_000));
        this.warnings = new ServerWarnings(options.name());
        this.repairNotBeforeNanos = nanoTime.getAsLong();
    }

    /** Returns whether the client was READY, closed everything for a moment, and reconnects by itself. */
    boolean isYielding() {
        return board.now() instanceof State.YieldingToDdl && board.is(ClientState.READY);
    }

    boolean isCheckDue() {
        return board.now() instanceof State.Ready ready && nanoTime.getAsLong() - ready.nextCheckNanos() >= 0;
    }

    /**
     * Checks before a hold, if a check is due while the client serves lookups. Returns false if the check ends the
     * step, because everything had to be closed, or no session can be had for the check.
     */
    boolean checkIfDue() throws SQLException, NotUsableException {
        if (options.guard() && isCheckDue() && board.now() instanceof State.Ready ready) {
            endedBy = check(ready, nanoTime.getAsLong());
        }
        return endedBy == GO_ON;
    }

    /**
     * Returns a new session for a check that is due. The server may refuse it because too many sessions are open. If
     * the client then closed everything, it would need even more sessions, so it tries again for a while: then this
     * returns null.
     */
    private @Nullable SqlSession sessionForCheck(State.Ready ready) throws SQLException, NotUsableException {
        try {
            return sessions.fresh();
        } catch (SQLException e) {
            if (connections.isEmpty() || nanoTime.getAsLong() - ready.nextCheckNanos() >= MOST_LATE_NANOS) {
                throw e;
            }
            return null;
        }
    }

    boolean wakeUp() {
        if (!(board.now() instanceof State.Idle)) {
            return false;
        }
        take(this::connect);
        return true;
    }

    /** Takes the step of the current state; returns the milliseconds until the next one. */
    long step() {
        long delay = take(this::stepOfState);
        State now = board.now();
        if (now instanceof State.Stopped || now instanceof State.Closed) { // perhaps while this step was running
            connections.close(now.reason(), now.unavailable());
        }
        return delay;
    }

    private long stepOfState() throws SQLException, NotUsableException {
        State now = board.now();
        if (now.isOrdered() || now instanceof State.Idle) {
            return SAFETY_NET_MILLIS;
        }
        if (now instanceof State.Ready ready) {
            return watch(ready);
        }
        return now instanceof State.Unreachable ? reconnect() : connect();
    }

    private interface Step {
        long take() throws SQLException, NotUsableException;
    }

    private long take(Step step) {
        try {
            endedBy = GO_ON;
            long delay = step.take();
            attempts.succeeded();
            notUsable.reset();
            return delay;
        } catch (NotUsableException e) {
            giveUp(e);
            return e.isPermanent() ? PERMANENT_MILLIS : attempts.failed(notUsable.nextMillis());
        } catch (SQLException e) {
            giveUp(e);
        } catch (HandlerSocketException e) {
            closeAndMove(new State.Unreachable(String.valueOf(e.getMessage())));
        } catch (RuntimeException e) {
            LOG.error("{}: this attempt to connect failed", options.name(), e);
            closeAndMove(new State.Unreachable(e.toString()));
        } finally {
            sessions.release();
        }
        return attempts.failed();
    }

    private long reconnect() throws SQLException, NotUsableException {
        attempts.starting();
        return connect();
    }

    private long connect() throws SQLException, NotUsableException {
        if (board.now() instanceof State.Drained drained) { // a resume that overtook its drain leaves connections open
            connections.close(drained.reason(), drained.unavailable());
        }
        SqlSession sql = sessions.freshForConnecting();
        long waitMillis = yieldTimer.remainingMillis(sql);
        if (waitMillis > 0) {
            return waitMillis;
        }
        Discovery.Found found = discovery.discover(sql);
        sessions.toNode(Discovery.node(found.facts()));
        warnings.check(found);
        if (drainIfRequired(sql, found)) {
            return CHECK_MILLIS;
        }
        long start = nanoTime.getAsLong();
        List<TableName> blocked = connections.connect(sql, found);
        if (!blocked.isEmpty()) {
            return yieldTo(blocked);
        }
        String where = found.endpoint() + " (read), server " + found.facts().version() + ", database "
                + found.facts().schema();
        // Nobody has checked since the first table was opened.
        if (!board.move(new State.Ready(found, where, nanoTime.getAsLong(), start + CHECK_NANOS))) {
            connections.close("the application stopped the client", board.now().unavailable());
        }
        return connections.hasMoreToOpen() ? 1 : millisUntilCheck();
    }

    private long millisUntilCheck() {
        return board.now() instanceof State.Ready ready
                ? Math.max(1, TimeUnit.NANOSECONDS.toMillis(ready.nextCheckNanos() - nanoTime.getAsLong()))
                : CHECK_MILLIS;
    }

    private long watch(State.Ready ready) throws SQLException, NotUsableException {
        long now = nanoTime.getAsLong();
        long idleNanos = options.times().idle().toNanos();
        if (idleNanos > 0 && now - connections.lastUsedNanos(ready.sinceNanos()) > idleNanos) {
            return becomeIdle("no lookup for " + options.times().idle().toMillis() + " ms");
        }
        Discovery.Found found = ready.server();
        if (now - ready.nextCheckNanos() >= 0) {
            endedBy = check(ready, now);
            if (endedBy == GO_ON) {
                connections.maintain(sessions, found);
            }
        }
        List<TableName> blocked = endedBy == GO_ON ? connections.openMissing(sessions, found) : List.of();
        if (!blocked.isEmpty()) {
            return yieldTo(blocked);
        }
        if (endedBy != GO_ON) {
            return endedBy;
        }
        long repairMillis = Long.MAX_VALUE;
        if (connections.isIncomplete()) {
            if (connections.isEmpty()) { // the server has released the tables: they may have changed
                return reconnect();
            }
            repairMillis = repairIfDue(found);
            if (endedBy != GO_ON) {
                return endedBy;
            }
        }
        // Repairs and openings take time, so what is left until the check is known only now.
        return connections.hasMoreToOpen() ? 1 : Math.min(repairMillis, millisUntilCheck());
    }

    /** Replaces lost connections, but not at once if new ones get lost again; returns the milliseconds until then. */
    private long repairIfDue(Discovery.Found found) throws SQLException, NotUsableException {
        long waitNanos = repairNotBeforeNanos - nanoTime.getAsLong();
        if (waitNanos > 0) {
            return 1 + TimeUnit.NANOSECONDS.toMillis(waitNanos);
        }
        long delay = connections.repair(sessions, found);
        repairNotBeforeNanos = nanoTime.getAsLong() + TimeUnit.MILLISECONDS.toNanos(delay);
        return delay;
    }

    /**
     * Lets the guard check, and sets the time of the next check. Returns the milliseconds until the next step, if this
     * one must end now; else {@link #GO_ON}.
     */
    private long check(State.Ready ready, long now) throws SQLException, NotUsableException {
        if (options.guard()) {
            SqlSession sql = sessionForCheck(ready);
            if (sql == null) {
                return RETRY_MILLIS;
            }
            Discovery.Found found = ready.server();
            if (drainIfRequired(sql, found)) {
                return 1; // the next step discovers the server that SQL reaches now
            }
            List<TableName> toClose = guard.tablesToClose(
                    sql, found.facts().schema(), connections.openColumns(), connections.tablesKeptByServer());
            if (!toClose.isEmpty()) {
                return yieldTo(toClose);
            }
            markClean.run();
        }
        board.move(ready.withNextCheck(now + CHECK_NANOS));
        return GO_ON;
    }

    /** Closes everything, the SQL session included, until the next lookup. */
    private long becomeIdle(String reason) {
        connections.drain(reason, Reason.IDLE);
        closeAndMove(new State.Idle(reason));
        sessions.releaseAll(); // one that the DataSource gives late would stay until the next lookup
        return SAFETY_NET_MILLIS;
    }

    /** Closes everything if a session holds the drain lock or SQL differs from discovery; returns whether it did. */
    private boolean drainIfRequired(SqlSession sql, Discovery.Found found) throws SQLException {
        Optional<String> reason = DdlGuard.drainReason(sql, found);
        if (reason.isEmpty()) {
            return false;
        }
        connections.close(reason.get(), Reason.DRAINED);
        board.move(new State.Drained(reason.get()));
        return true;
    }

    /** Closes everything so that the sessions that wait for these tables get their locks. */
    private long yieldTo(List<TableName> tables) {
        String reason = "SQL sessions wait for locks on " + tables;
        connections.close(reason, Reason.QUARANTINED);
        options.listener().drained(reason);
        connections.quarantine(tables);
        State before = board.now();
        board.move(
                new State.YieldingToDdl(before instanceof State.YieldingToDdl again ? again.before() : before, tables));
        return yieldTimer.begin(tables);
    }

    void giveUp(SQLException failure) {
        closeAndMove(new State.Unreachable(StatusBoard.SQL + failure.getMessage()));
    }

    void giveUp(NotUsableException failure) {
        closeAndMove(new State.NotUsable(String.valueOf(failure.getMessage()), failure.isOtherProduct()));
    }

    private void closeAndMove(State next) {
        connections.close(next.reason(), next.unavailable());
        sessions.release();
        board.move(next);
    }

    /**
     * Closes everything once requests in flight are answered, if the application orders it. Carries out the newest
     * order, so that whoever gave an earlier one does not return before everything is closed.
     */
    void stop() {
        sessions.releaseAll();
        if (board.now() instanceof State.Stopping order) {
            State next = order.next();
            connections.drain(next.reason(), next.unavailable());
            board.stopped(order);
        }
    }
}
