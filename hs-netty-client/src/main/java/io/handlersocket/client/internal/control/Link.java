// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control;

import io.handlersocket.client.ClientState;
import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.transport.Connection;
import io.handlersocket.client.internal.transport.ConnectionPool;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way to the server: a round of HandlerSocket connections that live and die together, and stand back when DDL wants to
 * pass or when a new SQL session finds another server. Control thread only.
 */
final class Link {

    private static final Logger LOG = LoggerFactory.getLogger(Link.class);

    private static final long PROBE_MILLIS = 1_000;

    /** Only an operator changes it: a plugin is loaded, a server restarted. */
    private static final long NOT_USABLE_FIRST_MILLIS = 2_000;

    private static final long NOT_USABLE_CAP_MILLIS = TimeUnit.MINUTES.toMillis(1);

    private static final long OTHER_DATABASE_MILLIS = TimeUnit.MINUTES.toMillis(10);

    /** Only a safety net: who asks for a lookup wakes it up. */
    private static final long ASLEEP_MILLIS = TimeUnit.MINUTES.toMillis(1);

    private final ClientOptions options;
    private final ConnectionPool pool;
    private final ConnectionRounds rounds;
    private final Indexes indexes;
    private final Quarantine quarantine;
    private final Neighbours neighbours = new Neighbours();
    private final StatusBoard board;
    private final DeadMansSwitch deadMansSwitch;
    private final Discovery discovery;
    private final DirectRounds directRounds;
    private final Attempts attempts;
    private final Replacements replacements;
    private final Absence absence = new Absence();
    private final Backoff notUsable = new Backoff(NOT_USABLE_FIRST_MILLIS, NOT_USABLE_CAP_MILLIS);
    private final SqlSessions sessions;
    private final WritePortWarning writePortWarning;
    private final PatchLevelWarning patchLevelWarning;

    private long nextProbeNanos;
    private boolean reconnecting;
    private boolean asleep;
    private long readySinceNanos;

    Link(
            ClientOptions options,
            ConnectionPool pool,
            ConnectionRounds rounds,
            Indexes indexes,
            Quarantine quarantine,
            StatusBoard board,
            DeadMansSwitch deadMansSwitch) {
        this.options = options;
        this.pool = pool;
        this.rounds = rounds;
        this.indexes = indexes;
        this.quarantine = quarantine;
        this.board = board;
        this.deadMansSwitch = deadMansSwitch;
        this.discovery = new Discovery(options);
        this.directRounds = new DirectRounds(options, pool, rounds.events(), indexes);
        this.attempts = new Attempts(options.listener(), new Backoff(100, 2_000));
        this.replacements = new Replacements(options, pool, rounds, indexes);
        this.sessions = new SqlSessions(options);
        this.writePortWarning = new WritePortWarning(options.name());
        this.patchLevelWarning = new PatchLevelWarning(options.name());
    }

    /** Where to get a session to ask SQL with, if the server is there. */
    Optional<SqlSessions> sessions() {
        return board.is(ClientState.READY) ? Optional.of(sessions) : Optional.empty();
    }

    /** Whether everything is closed for a moment, to let somebody pass. */
    boolean isAway() {
        return board.is(ClientState.READY) && reconnecting;
    }

    /** Whether the guard should have looked by now. */
    boolean isLate() {
        return board.is(ClientState.READY) && !reconnecting && System.nanoTime() - nextProbeNanos >= 0;
    }

    /** Connects if everything was closed for want of lookups; true if it was. */
    boolean wakeUp() {
        if (!asleep) {
            return false;
        }
        asleep = false;
        step();
        return true;
    }

    /** Connects, or looks after what is connected; says how many milliseconds later to look again. */
    long step() {
        if (asleep) {
            return ASLEEP_MILLIS;
        }
        try {
            if (board.is(ClientState.UNREACHABLE)) {
                attempts.now();
            }
            long delay = board.is(ClientState.READY) && !reconnecting ? watch() : connect();
            attempts.succeeded();
            notUsable.reset();
            return delay;
        } catch (SQLException e) {
            giveUp(ClientState.UNREACHABLE, "SQL: " + e.getMessage());
        } catch (NotUsableException e) {
            if (e.isOtherDatabase()) {
                board.setOtherDatabase(String.valueOf(e.getMessage())); // first: the same state again is not logged
            }
            giveUp(ClientState.NOT_USABLE, String.valueOf(e.getMessage()));
            return e.isForGood() ? OTHER_DATABASE_MILLIS : attempts.failed(notUsable.nextMillis());
        } catch (HandlerSocketException e) {
            giveUp(ClientState.UNREACHABLE, String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            LOG.error("{}: giving up this attempt", options.name(), e);
            giveUp(ClientState.UNREACHABLE, e.toString());
        } finally {
            sessions.release();
        }
        return attempts.failed();
    }

    private long connect() throws SQLException, NotUsableException {
        SqlSession sql = sessions.first();
        long away = absence.remainingMillis(sql);
        if (away > 0) {
            return away;
        }
        Discovery.Found found = discovery.discover(sql);
        writePortWarning.check(found);
        patchLevelWarning.check(found);
        if (standBack(sql, found)) {
            return PROBE_MILLIS;
        }
        pool.closeAll("reconnecting");
        deadMansSwitch.clean(); // SQL answers and nothing is open: time spent closed is no silence
        indexes.closeOpen(UnavailableException.Reason.NOT_CONNECTED);
        List<Connection> connections = WorkerSpread.spread(
                sql, () -> rounds.connect(found.target(), options.sizes().connections()));
        deadMansSwitch.clean();
        indexes.reopen(sql, found.facts(), connections, indexes.wanted());
        if (mustLetPass()) {
            return letPass(indexes.takeBlocked());
        }
        pool.publish(connections);
        rounds.keep(found.endpoint(), connections);
        readySinceNanos = System.nanoTime();
        nextProbeNanos = readySinceNanos + TimeUnit.MILLISECONDS.toNanos(PROBE_MILLIS);
        reconnecting = false;
        board.set(
                ClientState.READY,
                found.endpoint() + " (read), server " + found.facts().version() + ", database "
                        + found.facts().schema(),
                found);
        return PROBE_MILLIS;
    }

    private long watch() throws SQLException, NotUsableException {
        Discovery.Found found = board.get().found();
        if (found == null) {
            throw new AssertionError("READY without a server");
        }
        long now = System.nanoTime();
        if (isIdle(now)) {
            return sleep();
        }
        if (now - nextProbeNanos >= 0) {
            if (options.guard()) {
                SqlSession sql = sessions.fresh();
                if (standBack(sql, found)) {
                    return 1; // what SQL reaches now is discovered at once
                }
                List<TableName> guilty = guilty(sql, found.facts());
                if (!guilty.isEmpty()) {
                    return letPass(guilty);
                }
                deadMansSwitch.clean();
            }
            nextProbeNanos = now + TimeUnit.MILLISECONDS.toNanos(PROBE_MILLIS);
            pool.keepAlive(found.target().secret());
            pool.expireDirect(); // in case a stage blocks the thread that does it
            pool.direct().closeOld(options.times().maxAge().toNanos());
            replacements.renew(sessions, found);
        }
        boolean released = quarantine.release(now);
        if (indexes.takeUnfinished() || released || indexes.isRefusedDue(now)) {
            indexes.reopen(sessions.get(), found.facts(), pool.serving(), indexes.wanted());
        }
        directRounds.step(sessions, found);
        if (mustLetPass()) {
            return letPass(indexes.takeBlocked());
        }
        long delay = Math.max(1, TimeUnit.NANOSECONDS.toMillis(nextProbeNanos - System.nanoTime()));
        return replacements.missing() > 0 ? Math.min(delay, repair(found)) : delay;
    }

    /** Whether somebody was found to wait, maybe for a worker that only our connections keep busy. */
    private boolean mustLetPass() {
        return indexes.takeStuck() || (options.guard() && indexes.hasBlocked());
    }

    private boolean isIdle(long now) {
        long timeout = options.times().idle().toNanos();
        return timeout > 0 && now - indexes.lastUsedNanos(readySinceNanos) > timeout;
    }

    /** Closes everything, the SQL session included, until somebody asks for a lookup. */
    private long sleep() {
        indexes.closeAll(UnavailableException.Reason.IDLE); // before the connections, so that a lookup now says why
        String reason = "no lookup for " + options.times().idle();
        pool.drain(reason, options.times().request().toNanos());
        giveUp(ClientState.IDLE, reason);
        asleep = true;
        return ASLEEP_MILLIS;
    }

    private List<TableName> guilty(SqlSession sql, ServerFacts facts) throws SQLException {
        Set<TableName> open = indexes.openTables();
        List<TableName> others = neighbours.of(sql, facts.schema(), open).stream()
                .filter(table -> !quarantine.contains(table)) // a wait that our closing did not end is not ours
                .toList();
        return DdlGuard.guilty(sql, open, others, neighbours);
    }

    /** Closes everything if a session holds the drain lock, or if SQL is not what it was. */
    private boolean standBack(SqlSession sql, Discovery.Found found) throws SQLException {
        Optional<String> reason = DdlGuard.drainReason(sql, found);
        if (reason.isEmpty()) {
            return false;
        }
        pool.closeAll(reason.get());
        indexes.closeAll(UnavailableException.Reason.DRAINED);
        board.set(ClientState.DRAINED, reason.get());
        return true;
    }

    /** Closes everything so that those who wait for these tables get their locks, and comes back without them. */
    private long letPass(List<TableName> guilty) {
        String reason = "a lock is waited for on " + guilty;
        pool.closeAll(reason);
        options.listener().drained(reason);
        guilty.forEach(indexes::quarantine);
        indexes.closeAll(UnavailableException.Reason.QUARANTINED);
        reconnecting = true;
        return absence.begin(guilty);
    }

    /** Replaces connections that were lost; says how many milliseconds later to look again. */
    private long repair(Discovery.Found found) throws SQLException, NotUsableException {
        List<Connection> survivors = pool.published();
        if (survivors.isEmpty()) { // nothing held the tables meanwhile: whatever was known of them may be over
            attempts.now();
            return connect();
        }
        return replacements.repair(sessions, found, survivors, PROBE_MILLIS);
    }

    /** Breaks the SQL session, whatever it is doing. Any thread, when no step will follow. */
    void abort() {
        sessions.abort();
    }

    /** Closes everything, the SQL session included. */
    void giveUp(ClientState state, String reason) {
        pool.closeAll(reason);
        indexes.closeAll(
                switch (state) {
                    case CLOSED -> UnavailableException.Reason.CLOSED;
                    case IDLE -> UnavailableException.Reason.IDLE;
                    case DRAINED -> UnavailableException.Reason.DRAINED;
                    case NOT_USABLE -> UnavailableException.Reason.NOT_USABLE;
                    case STARTING, READY, UNREACHABLE -> UnavailableException.Reason.NOT_CONNECTED;
                });
        reconnecting = false;
        asleep = false;
        sessions.release();
        board.set(state, reason);
    }
}
