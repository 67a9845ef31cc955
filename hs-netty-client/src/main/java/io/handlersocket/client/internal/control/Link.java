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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way to the server: one SQL session and a round of HandlerSocket connections that live and die together, and stand back
 * when DDL wants to pass. Control thread only.
 */
final class Link {

    private static final Logger LOG = LoggerFactory.getLogger(Link.class);

    private static final long PROBE_MILLIS = 1_000;

    /** Long enough for a server's worker to see that it has no connection left, and to let its tables go. */
    private static final long PAUSE_AFTER_CLOSING_MILLIS = 100;

    /** Only somebody's hand changes it: a plugin is loaded, a variable set. */
    private static final long NOT_USABLE_MILLIS = 3_000;

    private static final long OTHER_DATABASE_MILLIS = TimeUnit.MINUTES.toMillis(10);
    private static final long LOOK_WHILE_AWAY_MILLIS = 200;

    /**
     * How long to stay away at most while the lock is still waited for. A worker lets a table go only when it has no
     * connection of any client: this is long enough for the guards of all the others to look once, so that for a moment all
     * of them are away.
     */
    private static final long STAY_AWAY_NANOS = TimeUnit.MILLISECONDS.toNanos(1_500);

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
    private final Backoff backoff = new Backoff(100, 2_000);
    private final Backoff repairs = new Backoff(50, 2_000);

    private volatile @Nullable SqlSession session;
    private long nextProbeNanos;
    private boolean reconnecting;
    private List<TableName> passing = List.of();
    private long passedByNanos = System.nanoTime();
    private long pauseEndNanos = System.nanoTime();

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
        this.directRounds = new DirectRounds(options, pool, indexes);
    }

    /** The session to ask SQL with, if the server is there. */
    @Nullable
    SqlSession session() {
        return board.is(ClientState.READY) ? session : null;
    }

    /** Whether everything is closed for a moment, to let somebody pass. */
    boolean isAway() {
        return board.is(ClientState.READY) && reconnecting;
    }

    /** Whether the guard should have looked by now. */
    boolean isLate() {
        return board.is(ClientState.READY) && !reconnecting && System.nanoTime() - nextProbeNanos >= 0;
    }

    /** Connects, or looks after what is connected; says how many milliseconds later to look again. */
    long step() {
        try {
            long delay = board.is(ClientState.READY) && !reconnecting ? watch() : connect();
            backoff.reset();
            return delay;
        } catch (SQLException e) {
            giveUp(ClientState.UNREACHABLE, "SQL: " + e.getMessage());
        } catch (NotUsableException e) {
            giveUp(ClientState.NOT_USABLE, String.valueOf(e.getMessage()));
            return e.isForGood() ? OTHER_DATABASE_MILLIS : NOT_USABLE_MILLIS;
        } catch (HandlerSocketException e) {
            giveUp(ClientState.UNREACHABLE, String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            LOG.error("{}: giving up this attempt", options.name(), e);
            giveUp(ClientState.UNREACHABLE, e.toString());
        }
        return backoff.nextMillis();
    }

    private long connect() throws SQLException, NotUsableException {
        SqlSession sql = session;
        if (sql == null) {
            sql = SqlSession.open(options.dataSource());
            session = sql;
        }
        long away = away(sql);
        if (away > 0) {
            return away;
        }
        Discovery.Found found = discovery.discover(sql);
        if (standBack(sql, found.facts())) {
            return PROBE_MILLIS;
        }
        pool.closeAll("reconnecting");
        deadMansSwitch.clean(); // SQL answers and nothing is open: time spent closed is no silence
        indexes.closeAll(UnavailableException.Reason.NOT_CONNECTED);
        List<Connection> connections =
                WorkerSpread.spread(sql, () -> rounds.connect(found.endpoint(), options.connections()));
        deadMansSwitch.clean();
        indexes.reopen(sql, found.facts(), connections, indexes.wanted());
        List<TableName> blocked = indexes.takeBlocked();
        if (options.guard() && !blocked.isEmpty()) {
            return letPass(blocked);
        }
        pool.publish(connections);
        rounds.keep(found.endpoint(), connections);
        nextProbeNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PROBE_MILLIS);
        reconnecting = false;
        board.set(
                ClientState.READY,
                found.endpoint() + " (read), server " + found.facts().version() + ", database "
                        + found.facts().schema(),
                found);
        return PROBE_MILLIS;
    }

    /** How many milliseconds to stay away before looking again; 0 to come back. */
    private long away(SqlSession sql) throws SQLException {
        long now = System.nanoTime();
        if (now - pauseEndNanos < 0) { // each connection that ends wakes the loop
            return 1 + TimeUnit.NANOSECONDS.toMillis(pauseEndNanos - now);
        }
        if (now - passedByNanos < 0 && DdlGuard.isWaitedFor(sql, passing)) {
            return LOOK_WHILE_AWAY_MILLIS;
        }
        passing = List.of();
        return 0;
    }

    private long watch() throws SQLException, NotUsableException {
        SqlSession sql = session;
        Discovery.Found found = board.get().found();
        if (sql == null || found == null) {
            throw new AssertionError("READY without a session");
        }
        long now = System.nanoTime();
        if (now - nextProbeNanos >= 0) {
            if (options.guard()) {
                if (standBack(sql, found.facts())) {
                    return PROBE_MILLIS;
                }
                List<TableName> guilty = guilty(sql, found.facts());
                if (!guilty.isEmpty()) {
                    return letPass(guilty);
                }
                deadMansSwitch.clean();
            }
            nextProbeNanos = now + TimeUnit.MILLISECONDS.toNanos(PROBE_MILLIS);
            pool.keepAlive(found.endpoint().secret());
            pool.direct().closeIdle();
        }
        boolean released = quarantine.release(now);
        if (indexes.takeUnfinished() || released) {
            indexes.reopen(sql, found.facts(), pool.serving(), indexes.wanted());
        }
        directRounds.step(sql, found);
        List<TableName> blocked = indexes.takeBlocked();
        if (indexes.takeStuck() || (options.guard() && !blocked.isEmpty())) {
            return letPass(blocked); // whoever waits may wait for a worker that only our connections keep busy
        }
        long delay = Math.max(1, TimeUnit.NANOSECONDS.toMillis(nextProbeNanos - System.nanoTime()));
        return pool.shared() < options.connections() ? Math.min(delay, repair(sql, found)) : delay;
    }

    private List<TableName> guilty(SqlSession sql, ServerFacts facts) throws SQLException {
        Set<TableName> open = indexes.openTables();
        List<TableName> others = neighbours.of(sql, facts.schema(), open).stream()
                .filter(table -> !quarantine.contains(table)) // a wait that our closing did not end is not ours
                .toList();
        return DdlGuard.guilty(sql, open, others, neighbours);
    }

    /** Closes everything if somebody holds the drain lock, or if SQL reaches another server. */
    private boolean standBack(SqlSession sql, ServerFacts facts) throws SQLException {
        Optional<String> reason = DdlGuard.drainReason(sql, facts.identity());
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
        pool.closeAll("a lock is waited for on " + guilty);
        long now = System.nanoTime();
        guilty.forEach(indexes::quarantine);
        indexes.closeAll(UnavailableException.Reason.QUARANTINED);
        reconnecting = true;
        passing = guilty;
        passedByNanos = now + STAY_AWAY_NANOS;
        long pause = PAUSE_AFTER_CLOSING_MILLIS + ThreadLocalRandom.current().nextLong(PAUSE_AFTER_CLOSING_MILLIS);
        pauseEndNanos = now + TimeUnit.MILLISECONDS.toNanos(pause);
        return pause;
    }

    /** Replaces connections that were lost; says how many milliseconds later to look again. */
    private long repair(SqlSession sql, Discovery.Found found) throws SQLException, NotUsableException {
        List<Connection> survivors = pool.published();
        if (survivors.isEmpty()) {
            return connect(); // nothing held the tables meanwhile: whatever was known of them may be over
        }
        try {
            List<Connection> added = rounds.replace(found.endpoint(), options.connections() - pool.shared());
            indexes.extend(sql, found.facts(), added);
            if (survivors.stream().allMatch(Connection::isClosed)) {
                return connect();
            }
            List<Connection> all = new ArrayList<>(survivors);
            all.addAll(added);
            pool.publish(all);
            rounds.keep(found.endpoint(), added);
            repairs.reset();
            return PROBE_MILLIS;
        } catch (HandlerSocketException e) {
            LOG.debug("{}: {}", options.name(), e.getMessage());
            return repairs.nextMillis();
        }
    }

    /** Breaks the SQL session, whatever it is doing. Any thread, when no step will follow. */
    void abort() {
        SqlSession sql = session;
        if (sql != null) {
            sql.abort();
        }
    }

    /** Closes everything, the SQL session included. */
    void giveUp(ClientState state, String reason) {
        pool.closeAll(reason);
        indexes.closeAll(
                switch (state) {
                    case CLOSED -> UnavailableException.Reason.CLOSED;
                    case DRAINED -> UnavailableException.Reason.DRAINED;
                    case NOT_USABLE -> UnavailableException.Reason.NOT_USABLE;
                    case STARTING, READY, UNREACHABLE -> UnavailableException.Reason.NOT_CONNECTED;
                });
        reconnecting = false;
        SqlSession sql = session;
        if (sql != null) {
            sql.close();
            session = null;
        }
        board.set(state, reason);
    }
}
