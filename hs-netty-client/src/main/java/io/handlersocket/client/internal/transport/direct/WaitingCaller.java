// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.direct;

import io.handlersocket.client.internal.protocol.Reply;
import io.handlersocket.client.internal.transport.Request;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * A caller that queued its request at a direct connection. The caller that has the turn sends and completes it, or
 * hands the turn on to it.
 *
 * <p>The state has one writer at a time, decided by compare-and-set, so that only one thread completes the request.
 */
final class WaitingCaller {

    /** What the caller waits for, or why it no longer waits. */
    enum State {
        /** Not sent. */
        QUEUED,
        /** Sent by another caller, which reads the reply. */
        SENT,
        /** This caller has the turn, and its request is not sent. */
        TURN,
        /** Another thread, or the deadline, completes the request or has completed it. */
        DONE,
        /** The request may be sent over another connection. */
        ELSEWHERE;

        boolean isWaiting() {
            return this == QUEUED || this == SENT;
        }
    }

    /** Longer than a caller waits while answers come. Then it is better to try another connection. */
    private static final long MAX_QUEUED_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final Request<?> request;
    private final String connection;
    private final ExchangeDeadline deadline;
    private final Thread thread = Thread.currentThread();
    private final AtomicReference<State> state = new AtomicReference<>(State.QUEUED);

    /** @param deadline the connection's, which tells the time and makes the exception of a late request */
    WaitingCaller(Request<?> request, String connection, ExchangeDeadline deadline) {
        this.request = request;
        this.connection = connection;
        this.deadline = deadline;
    }

    Request<?> request() {
        return request;
    }

    /**
     * Waits until the request is done, must be sent elsewhere, or is this caller's to send. Only the caller calls it.
     *
     * <p>A request that is not sent after a few milliseconds must be sent elsewhere: the connection may be busy with a
     * long range or an opening. An interrupt ends the wait only while the request is not sent, because the caller's own
     * use of the socket would close it. The thread's interrupt flag stays set.
     *
     * @return neither {@code QUEUED} nor {@code SENT}
     */
    State await() {
        boolean interrupted = false;
        long started = deadline.nowNanos();
        long queuedUntil = started + Math.min(MAX_QUEUED_NANOS, (request.deadlineNanos() - started) / 2);
        State now = now();
        while (now.isWaiting()) {
            boolean queued = now == State.QUEUED;
            long left = (queued ? queuedUntil : request.deadlineNanos()) - deadline.nowNanos();
            if (queued && (interrupted || left <= 0)) {
                state.compareAndSet(State.QUEUED, State.ELSEWHERE);
            } else if (left <= 0) {
                if (state.compareAndSet(State.SENT, State.DONE)) {
                    request.failed(deadline.late());
                }
            } else {
                LockSupport.parkNanos(this, left);
                interrupted |= Thread.interrupted(); // while the flag is set, parkNanos returns at once
            }
            now = now();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return now;
    }

    private State now() {
        return Objects.requireNonNull(state.get());
    }

    /** Gives up the place in the queue. Returns true if the caller has the turn, and so must pass it on. */
    boolean leave() {
        return !state.compareAndSet(State.QUEUED, State.ELSEWHERE) && now() == State.TURN;
    }

    /** Marks the request as sent. Returns false if the caller no longer waits. */
    boolean send() {
        return state.compareAndSet(State.QUEUED, State.SENT);
    }

    /** Hands the turn on to this caller. Returns false if it no longer waits. */
    boolean giveTurn() {
        if (!state.compareAndSet(State.QUEUED, State.TURN)) {
            return false;
        }
        LockSupport.unpark(thread);
        return true;
    }

    /** Makes the caller send its request elsewhere, unless it was sent here. */
    void refuse() {
        if (state.compareAndSet(State.QUEUED, State.ELSEWHERE)) {
            LockSupport.unpark(thread);
        }
    }

    /** Completes the request with its reply, unless its deadline has passed. */
    void accept(Reply reply, int batch) {
        if (state.compareAndSet(State.SENT, State.DONE)) {
            request.accept(reply, batch, connection);
        }
    }

    /** Wakes the caller after the exchange. A request without a reply may be sent elsewhere: lookups change nothing. */
    void finish() {
        state.compareAndSet(State.SENT, State.ELSEWHERE);
        wake();
    }

    void wake() {
        LockSupport.unpark(thread);
    }
}
