// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.sql;

import io.handlersocket.client.internal.control.NotUsableException;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Lends the client one SQL session at a time, and gives it back to the DataSource right after use. A session that
 * stays open still reaches the old server after the address has moved, and in a pool of one connection it would leave
 * none for the application. Control thread only, unless a method says otherwise.
 */
public final class SqlSessions {

    /** The guard must not be silent for two seconds. */
    private static final long LIMIT_MILLIS = 1_000;

    /** While no table is open, no guard waits for the session. */
    private static final long CONNECTING_LIMIT_MILLIS = 5_000;

    /** For what can wait: while the control thread waits, the guard does not look. */
    private static final long QUICK_MILLIS = 300;

    /** How long after its last use a session is given back. */
    public static final long KEEP_MILLIS = 100;

    /** Opens a session; it may block. */
    @FunctionalInterface
    public interface Source {
        SqlSession open() throws SQLException, NotUsableException;
    }

    private final Source source;
    private final LongSupplier nanoTime;

    /** Waits for the DataSource, which may block, instead of the control thread. */
    private final ExecutorService opener;

    private volatile @Nullable CompletableFuture<SqlSession> opening;
    private volatile @Nullable SqlSession current;
    private long usedNanos;
    private @Nullable String node;

    /** @param source called on a separate thread */
    public SqlSessions(String name, Source source, LongSupplier nanoTime) {
        this.source = source;
        this.nanoTime = nanoTime;
        this.opener = new ThreadPoolExecutor(
                0, 1, 5, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), new DefaultThreadFactory(name + "-sql", true));
    }

    /** Returns the session that is lent already, or a new one if the DataSource gives it within a second. */
    public SqlSession get() throws SQLException, NotUsableException {
        return get(LIMIT_MILLIS);
    }

    /**
     * As {@link #get}, but null if the DataSource has none now. For what can wait: the guard decides how long lookups
     * go on without a session.
     */
    public @Nullable SqlSession getIfFree() throws SQLException, NotUsableException {
        try {
            return get(QUICK_MILLIS);
        } catch (SQLTransientConnectionException e) {
            return null;
        }
    }

    /** Returns a new session, which reaches the server that the DataSource reaches now. */
    public SqlSession fresh() throws SQLException, NotUsableException {
        release(); // first: the DataSource may have only one connection
        return get();
    }

    /** As {@link #fresh}, but waits up to five seconds. Only while no table is open. */
    public SqlSession freshForConnecting() throws SQLException, NotUsableException {
        release();
        node = null; // not known yet
        return get(CONNECTING_LIMIT_MILLIS);
    }

    public void toNode(@Nullable String identity) {
        node = identity;
    }

    private SqlSession get(long limitMillis) throws SQLException, NotUsableException {
        usedNanos = nanoTime.getAsLong();
        SqlSession lent = current;
        if (lent == null || lent.isHandedOver()) {
            lent = open(limitMillis);
            lent.toNode(node);
            current = lent;
        }
        return lent;
    }

    private SqlSession open(long limitMillis) throws SQLException, NotUsableException {
        CompletableFuture<SqlSession> attempt = opening;
        if (attempt == null) {
            attempt = start();
            opening = attempt;
        }
        try {
            SqlSession session = attempt.get(limitMillis, TimeUnit.MILLISECONDS);
            opening = null;
            return session;
        } catch (TimeoutException e) { // the attempt goes on, and the next call takes its session
            throw new SQLTransientConnectionException(
                    "the DataSource gave no connection within " + limitMillis + " ms", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            abandonOpening();
            throw new SQLNonTransientConnectionException("interrupted while a connection was made", e);
        } catch (ExecutionException e) {
            opening = null;
            if (e.getCause() instanceof SQLException failure) {
                throw failure;
            }
            if (e.getCause() instanceof NotUsableException failure) {
                throw failure;
            }
            throw new IllegalStateException(String.valueOf(e.getCause()), e.getCause());
        }
    }

    private CompletableFuture<SqlSession> start() {
        CompletableFuture<SqlSession> attempt = new CompletableFuture<>();
        try {
            opener.execute(() -> {
                try {
                    SqlSession session = source.open();
                    if (!attempt.complete(session)) {
                        session.close();
                    }
                } catch (SQLException | NotUsableException | RuntimeException | Error e) {
                    attempt.completeExceptionally(e);
                }
            });
        } catch (RejectedExecutionException e) {
            attempt.completeExceptionally(new SQLNonTransientConnectionException("the client is closed", e));
        }
        return attempt;
    }

    /** Closes the session of the attempt; the thread that makes a late session closes it. */
    private void abandonOpening() {
        CompletableFuture<SqlSession> attempt = opening;
        opening = null;
        if (attempt != null && !attempt.cancel(false) && !attempt.isCompletedExceptionally()) {
            attempt.thenAccept(SqlSession::close);
        }
    }

    public boolean isLostBy(SQLException failure) {
        SqlSession lent = current;
        return lent == null || lent.isLostBy(failure);
    }

    public void release() {
        SqlSession lent = current;
        current = null;
        if (lent != null) {
            lent.close();
        }
    }

    /** Gives the session back, and also the one that is still being made, as soon as the DataSource gives it. */
    public void releaseAll() {
        release();
        abandonOpening();
    }

    /** Gives the session back unless it was used a moment ago, so that many openings share one. */
    public void releaseUnused() {
        if (nanoTime.getAsLong() - usedNanos >= TimeUnit.MILLISECONDS.toNanos(KEEP_MILLIS)) {
            release();
        }
    }

    /** Breaks the session, even while a statement runs, and lends no other. Any thread; no step may follow. */
    public void abort() {
        opener.shutdown();
        abandonOpening();
        SqlSession lent = current;
        if (lent != null) {
            lent.abort();
        }
    }
}
