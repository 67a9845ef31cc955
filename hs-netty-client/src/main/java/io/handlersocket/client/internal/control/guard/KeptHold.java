// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.guard;

import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.NotUsableException;
import io.handlersocket.client.internal.control.sql.SqlSession;
import io.handlersocket.client.internal.control.sql.SqlSessions;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a hold in a thread of its own until the server has answered every opening that was sent under it, or the
 * session ends, as it does with the server. It outlives the client.
 *
 * <p>A connection that ended without an answer proves nothing: the server may still wait for a lock. Then the hold ends
 * when no session has waited for one of the tables for a while: if the opening had waited, it has got its lock.
 *
 * <p>A plugin that is unloaded ends its workers and leaves their sockets silent: then no answer comes, and nothing
 * opens the tables.
 */
final class KeptHold {

    /** How long a statement may take before the session counts as lost. */
    static final int NETWORK_TIMEOUT_MILLIS = 60_000;

    private static final Logger LOG = LoggerFactory.getLogger("io.handlersocket.client");

    private static final long WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long CLEAN_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** How long a hold is kept if nothing is known: no other session can be had, or the hold itself makes DDL wait. */
    private static final long UNKNOWN_NANOS = TimeUnit.MINUTES.toNanos(1);

    /** Finds statements that may wait for the tables, without their values. */
    private static final String WAITING = "SELECT CONCAT('session ', ID, ' of ', USER, ' (',"
            + " REGEXP_SUBSTR(INFO, '(?i)(ALTER|RENAME|DROP|TRUNCATE|CREATE|LOCK|OPTIMIZE|REPAIR|FLUSH) +[a-z]+'),"
            + " ')') FROM information_schema.PROCESSLIST WHERE STATE LIKE 'Waiting for table metadata lock%'"
            + " AND INFO IS NOT NULL ORDER BY ID LIMIT 5";

    private static final String HOW_TO_FIND = "SELECT ID, USER, INFO FROM information_schema.PROCESSLIST"
            + " WHERE STATE LIKE 'Waiting for table metadata lock%' AND INFO IS NOT NULL";

    private static final String PLUGIN = "SELECT 1 FROM information_schema.PLUGINS WHERE PLUGIN_NAME = 'handlersocket'";

    private final String name;
    private final TableHold hold;
    private final List<HeldOpenings.Sent> sent;
    private final Set<TableName> tables;
    private final SqlSessions others;
    private final LongSupplier nanoTime;
    private final CountDownLatch ended = new CountDownLatch(1);

    /** Since when no session was seen waiting; null if one was, or if answers can still come. */
    private @Nullable Long cleanSince;

    private long askedNanos;

    /** The identity of the server that has the hold; null before it was asked. */
    private @Nullable String server;

    /** @param source opens another session, which can see those that wait */
    KeptHold(
            String name,
            TableHold hold,
            List<HeldOpenings.Sent> sent,
            SqlSessions.Source source,
            LongSupplier nanoTime) {
        this.name = name;
        this.hold = hold;
        this.sent = List.copyOf(sent);
        this.tables = HeldOpenings.Sent.tables(
                sent.stream().filter(one -> !one.isAnswered()).toList());
        this.others = new SqlSessions(name + "-asks", source, nanoTime);
        this.nanoTime = nanoTime;
        this.askedNanos = nanoTime.getAsLong();
    }

    /** Any thread. */
    boolean holds(TableName table) {
        return tables.contains(table);
    }

    /** Returns whether an answer can still come. Any thread. */
    boolean isAwaited() {
        return sent.stream().anyMatch(one -> !one.answer().isDone());
    }

    /** Waits until the hold has ended; returns false after the limit. Any thread. */
    boolean await(long limitNanos) {
        try {
            return ended.await(limitNanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    void start(Runnable end) {
        Thread thread = new Thread(
                () -> {
                    try {
                        keep();
                    } finally {
                        hold.session().close();
                        others.abort();
                        end.run();
                        ended.countDown();
                    }
                },
                name + "-hold");
        thread.setDaemon(true);
        thread.start();
    }

    private void keep() {
        long start = nanoTime.getAsLong();
        try {
            server = hold.server();
            warn();
            while (!mayEnd()) {
                if (isPluginGone()) {
                    hold.end();
                    LOG.info(
                            "{}: the plugin was unloaded before it answered the opening of {}: DDL no longer waits"
                                    + " for it",
                            name,
                            tables);
                    return;
                }
                sleep();
            }
            hold.end();
            LOG.info(
                    "{}: the opening of {} was answered after {} ms: DDL no longer waits for it",
                    name,
                    tables,
                    TimeUnit.NANOSECONDS.toMillis(nanoTime.getAsLong() - start));
        } catch (SQLException e) {
            if (!isSameServer(start)) {
                LOG.info(
                        "{}: the server ended, or cannot be reached, before it answered the opening of {}",
                        name,
                        tables);
                return;
            }
            LOG.warn(
                    "{}: the SQL session that kept the locks of {} ended before the server answered their opening. If"
                            + " one of them becomes a view now, the server crashes. Start no RENAME that puts a view in"
                            + " their place until the statement that waits for the table has ended",
                    name,
                    tables,
                    e);
        }
    }

    /** Returns whether the server runs that was asked to open the tables; one that was started since opens nothing. */
    private boolean isSameServer(long startNanos) {
        long elapsed = TimeUnit.NANOSECONDS.toSeconds(nanoTime.getAsLong() - startNanos);
        try (SqlSession other = open()) {
            return other.query(row -> row.getLong(2), "SHOW GLOBAL STATUS LIKE 'Uptime'").stream()
                    .allMatch(uptime -> uptime >= elapsed);
        } catch (SQLException e) {
            LOG.debug("{}: cannot ask whether the server runs", name, e);
            return false;
        }
    }

    private void warn() throws SQLException {
        List<String> waiting = List.of();
        try {
            waiting = ask(WAITING);
        } catch (SQLException e) {
            throwIfHoldEnded(e);
            LOG.debug("{}: cannot ask who waits", name, e);
        }
        long id = hold.sessionId();
        LOG.warn(
                "{}: the server has not answered the opening of {}. SQL session {} keeps the locks of {} until it does,"
                        + " because the server would crash if it opened a view. Until then, DDL of the table waits."
                        + " Seen waiting: {}. Kill the session that waits for the table, never session {}; this finds"
                        + " it: {}",
                name,
                tables,
                id,
                tables.size() == 1 ? "this table" : "these tables",
                waiting.isEmpty() ? "nothing that this account may see" : waiting,
                id,
                HOW_TO_FIND);
    }

    private List<String> ask(String query) throws SQLException {
        if (!hold.isSilent()) {
            return hold.session().query(row -> row.getString(1), query);
        }
        try (SqlSession other = open()) {
            return other.query(row -> row.getString(1), query);
        }
    }

    /** The failure of another session says nothing of the hold; a silent one is found to have ended by its ping. */
    private void throwIfHoldEnded(SQLException failure) throws SQLException {
        if (!hold.isSilent()) {
            hold.session().throwIfLost(failure);
        }
    }

    /** Opens another session; fails if it reaches another server, because the address has moved. */
    private SqlSession open() throws SQLException {
        try {
            others.toNode(hold.session().node());
            SqlSession other = others.fresh();
            String reached = other.query(row -> row.getString(1), "SELECT " + ServerFacts.IDENTITY_SQL)
                    .get(0);
            if (server != null && !reached.equals(server)) {
                throw new SQLTransientConnectionException("SQL reaches another server now: " + reached);
            }
            return other;
        } catch (NotUsableException e) {
            throw new SQLException(e.getMessage(), e);
        }
    }

    private boolean mayEnd() {
        List<HeldOpenings.Sent> open =
                sent.stream().filter(one -> !one.isAnswered()).toList();
        if (open.isEmpty()) {
            return true;
        }
        if (isAwaited()) {
            askedNanos = nanoTime.getAsLong();
            return false;
        }
        boolean waits = hasWaitingSession(HeldOpenings.Sent.tables(open));
        long now = nanoTime.getAsLong();
        if (waits) {
            cleanSince = null;
        } else if (cleanSince == null) {
            cleanSince = now;
        }
        return (cleanSince != null && now - cleanSince >= CLEAN_NANOS) || now - askedNanos >= UNKNOWN_NANOS;
    }

    private boolean isPluginGone() throws SQLException {
        try {
            return ask(PLUGIN).isEmpty();
        } catch (SQLException e) {
            throwIfHoldEnded(e);
            LOG.debug("{}: cannot ask whether the plugin is loaded", name, e);
            return false;
        }
    }

    /** Asks in another session: the one of the hold has the locks, so it sees no session that waits. */
    private boolean hasWaitingSession(Set<TableName> of) {
        try (SqlSession other = open()) {
            boolean waits = DdlGuard.hasWaitingSession(other, of);
            if (!hold.isSilent()) { // DDL that waits for a silent hold itself never times out
                askedNanos = nanoTime.getAsLong();
            }
            return waits;
        } catch (SQLException e) {
            LOG.debug("{}: cannot ask who waits for {}", name, of, e);
            return true; // unknown
        }
    }

    private void sleep() throws SQLException {
        long start = nanoTime.getAsLong();
        try {
            hold.keepAlive();
        } catch (SQLException e) {
            hold.session().throwIfLost(e);
            LOG.debug("{}: the wait was interrupted", name, e); // max_statement_time or KILL QUERY
        }
        LockSupport.parkNanos(Math.min(WAIT_NANOS, start + WAIT_NANOS - nanoTime.getAsLong()));
    }
}
