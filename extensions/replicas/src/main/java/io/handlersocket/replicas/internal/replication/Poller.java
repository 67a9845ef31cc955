// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal.replication;

import io.handlersocket.client.internal.concurrent.TaskGuard;
import io.handlersocket.client.internal.concurrent.TimeSource;
import io.handlersocket.client.internal.control.sql.SqlErrors;
import io.handlersocket.client.internal.control.sql.SqlSession;
import io.handlersocket.replicas.GtidPosition;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Asks one server for its state, again and again, on a thread and an SQL session of its own. A session that fails, or
 * that the listener does not want to keep, is replaced by a fresh one. Thread-safe.
 */
public final class Poller implements AutoCloseable {

    private static final int NETWORK_TIMEOUT_MILLIS = 300;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final long NETWORK_TIMEOUT_NANOS = TimeUnit.MILLISECONDS.toNanos(NETWORK_TIMEOUT_MILLIS);

    /** After a question about the status that timed out: the server's thread waits on, and the next one would too. */
    private static final long STUCK_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** How long the status of a replica is believed. */
    public static final long STATUS_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    /**
     * For a status that only a restart of the server changes. The question may wait for a mutex of the server's binary
     * log, which a large commit holds, so it is not asked again for the same process.
     */
    public static final long UNTIL_RESTART = Long.MAX_VALUE;

    /** A session whose account lacks a privilege is replaced, because it does not see a GRANT that comes later. */
    private static final long UNPRIVILEGED_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final String STUCK = "the server did not say in time how it replicates; it is asked again after 2 s";

    /** Decides what the answers mean; called by the thread of the poller. */
    public interface Listener {

        /**
         * Called with each answer.
         *
         * @param status how the server replicates; asked less often
         * @return whether to keep the session; if not, the next question needs a fresh connection
         */
        boolean answered(Probe probe, ReplicationStatus status);

        /** Returns a position that callers wait for, so that the poller waits for it at the replica; null for none. */
        default @Nullable GtidPosition awaited() {
            return null;
        }

        /** Called when there was no answer. */
        void failed(String reason);
    }

    /** The question how a server replicates. */
    @FunctionalInterface
    public interface StatusQuestion {

        /**
         * Asks a server.
         *
         * @param nowNanos the time, as {@link System#nanoTime()}
         */
        ReplicationStatus ask(SqlSession session, long nowNanos) throws SQLException;
    }

    private final DataSource dataSource;
    private final long intervalNanos;
    private final StatusQuestion statusQuestion;
    private final long statusNanos;
    private final Listener listener;
    private final TimeSource time;
    private final LongSupplier nanoTime;
    private final Thread thread;
    private final TaskGuard guard;
    private final Object lock = new Object();
    private List<CompletableFuture<Probe>> waiting = new ArrayList<>();
    private volatile boolean closed;
    private volatile @Nullable SqlSession session;
    private @Nullable ReplicationStatus status;
    private String statusOf = "";
    private boolean first;
    private long openedNanos;
    private long notBeforeNanos;

    /**
     * @param statusQuestion {@link ReplicationStatus#ofPrimary} or {@link ReplicationStatus#ofReplica}
     * @param statusNanos how long its answer is believed: {@link #STATUS_NANOS} or {@link #UNTIL_RESTART}
     * @param intervalNanos from one question to the next
     * @param time tells when a question is due, and when it was sent
     */
    public Poller(
            String name,
            DataSource dataSource,
            StatusQuestion statusQuestion,
            long statusNanos,
            long intervalNanos,
            Listener listener,
            TimeSource time) {
        this.dataSource = dataSource;
        this.statusQuestion = statusQuestion;
        this.statusNanos = statusNanos;
        this.intervalNanos = intervalNanos;
        this.listener = listener;
        this.time = time;
        this.nanoTime = time.nanoTime();
        this.notBeforeNanos = nanoTime.getAsLong();
        this.guard = new TaskGuard(name, nanoTime);
        this.thread = new Thread(this::run, name + "-poll");
        thread.setDaemon(true);
    }

    /** Starts to ask. */
    public void start() {
        thread.start();
    }

    /** Returns the answer to the first question that is sent after this call; the poller asks at once. */
    @SuppressWarnings("CollectionUndefinedEquality") // identity is meant
    public CompletableFuture<Probe> next() {
        CompletableFuture<Probe> answer = new CompletableFuture<>();
        answer.whenComplete((probe, failure) -> {
            if (failure != null) { // its caller may have given up while the DataSource hangs
                synchronized (lock) {
                    waiting.remove(answer);
                }
            }
        });
        synchronized (lock) {
            waiting.add(answer);
        }
        if (closed) {
            fail(take(), "closed");
        }
        LockSupport.unpark(thread);
        return answer;
    }

    private List<CompletableFuture<Probe>> take() {
        synchronized (lock) {
            if (waiting.isEmpty()) {
                return List.of(); // not the list itself: callers during the question wait for the next one
            }
            List<CompletableFuture<Probe>> taken = waiting;
            waiting = new ArrayList<>();
            return taken;
        }
    }

    private static void fail(List<CompletableFuture<Probe>> answers, String reason) {
        answers.forEach(answer -> answer.completeExceptionally(new IllegalStateException(reason)));
    }

    private void run() {
        while (!closed) {
            long started = nanoTime.getAsLong();
            long pause = guard.call(this::step, PAUSE_NANOS);
            while (!closed && !isAwaited() && nanoTime.getAsLong() - started < pause) {
                LockSupport.parkNanos(pause - (nanoTime.getAsLong() - started));
                if (Thread.interrupted()) { // only close() interrupts
                    break;
                }
            }
        }
        release();
        fail(take(), "closed");
    }

    private boolean isAwaited() {
        synchronized (lock) {
            if (!waiting.isEmpty()) {
                return true;
            }
        }
        return session != null && listener.awaited() != null;
    }

    /** Asks the server at once if callers wait for a position. */
    public void wake() {
        LockSupport.unpark(thread);
    }

    /** Asks once; returns the time from its beginning to the next question. */
    private long step() {
        List<CompletableFuture<Probe>> answers = take(); // before the question is sent
        long pauseNanos = notBeforeNanos - nanoTime.getAsLong();
        if (pauseNanos > 0) { // also for callers that wait, who would leave one session after the other behind
            fail(answers, STUCK);
            return pauseNanos;
        }
        try {
            SqlSession lent = lend();
            GtidPosition awaited = listener.awaited();
            if (awaited != null) {
                Probe.await(lent, awaited);
            }
            Probe probe = Probe.ask(lent, first, time);
            first = false;
            ReplicationStatus known = status;
            if (known == null || isOutdated(known, probe)) {
                known = askStatus(lent);
                status = known;
                statusOf = probe.identity();
            }
            boolean keep = listener.answered(probe, known);
            answers.forEach(answer -> answer.complete(probe));
            boolean blind = !known.missing().isEmpty() && probe.sentNanos() - openedNanos >= UNPRIVILEGED_NANOS;
            if (!keep || blind) {
                release();
                return PAUSE_NANOS;
            }
            return intervalNanos;
        } catch (SQLException e) {
            failed(answers, "SQL: " + SqlErrors.message(e));
        } catch (IllegalArgumentException e) {
            failed(answers, String.valueOf(e.getMessage()));
        } catch (RuntimeException | Error e) {
            failed(answers, String.valueOf(e.getMessage()));
            throw e;
        }
        return PAUSE_NANOS;
    }

    private ReplicationStatus askStatus(SqlSession lent) throws SQLException {
        long begunNanos = nanoTime.getAsLong();
        try {
            return statusQuestion.ask(lent, begunNanos);
        } catch (SQLException e) {
            long nowNanos = nanoTime.getAsLong();
            if (nowNanos - begunNanos >= NETWORK_TIMEOUT_NANOS) {
                notBeforeNanos = nowNanos + STUCK_PAUSE_NANOS;
            }
            throw e;
        }
    }

    private boolean isOutdated(ReplicationStatus known, Probe probe) {
        long believed = known.missing().isEmpty() ? statusNanos : STATUS_NANOS;
        return !probe.identity().equals(statusOf) || probe.sentNanos() - known.askedNanos() >= believed;
    }

    private SqlSession lend() throws SQLException {
        SqlSession lent = session;
        if (lent == null) {
            lent = SqlSession.open(dataSource, NETWORK_TIMEOUT_MILLIS);
            session = lent;
            openedNanos = nanoTime.getAsLong();
            first = true;
            status = statusNanos == UNTIL_RESTART ? status : null;
        }
        return lent;
    }

    private void failed(List<CompletableFuture<Probe>> answers, String reason) {
        release();
        listener.failed(reason);
        fail(answers, reason);
    }

    private void release() {
        SqlSession lent = session;
        session = null;
        if (lent != null) {
            lent.close();
        }
    }

    /** Stops asking. Returns at once; a question that is being asked is broken off. */
    @Override
    public void close() {
        closed = true;
        SqlSession lent = session;
        if (lent != null) {
            lent.abort();
        }
        thread.interrupt();
        if (!thread.isAlive()) {
            fail(take(), "closed");
        }
    }
}
