// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.write;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.WriteResult;
import io.handlersocket.client.WriteSnapshot;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.lookup.OpenedIndex;
import io.handlersocket.client.internal.transport.Connection;
import io.handlersocket.client.internal.transport.Request;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Sends writes in rounds: as many as the server surely picks up at once, and the next when all of those are answered. What the
 * server did in one round it can undo as a whole, and says so in one answer only; so nobody hears of his before all are there.
 * Every method may be called from any thread.
 */
public final class WriteQueue {

    /**
     * What is open.
     *
     * @param index under its id
     * @param table as it was when it was opened
     */
    public record Open(OpenedIndex index, WriteTable table) {}

    private final String name;
    private final int maxWaiting;
    private final long timeoutNanos;
    private final Runnable wake;
    private final Deque<PendingWrite> waiting = new ArrayDeque<>();
    private final Map<WriteShape, Open> open = new HashMap<>();
    private @Nullable Connection connection;
    private @Nullable HandlerSocketException closed;
    private boolean busy;
    private long lastUsedNanos = System.nanoTime();

    /**
     * @param maxWaiting writes that were not sent
     * @param timeoutNanos how long each may wait to be sent, and how long an answer is waited for
     * @param wake called when something must be opened before anything can be sent
     */
    public WriteQueue(String name, int maxWaiting, long timeoutNanos, Runnable wake) {
        this.name = name;
        this.maxWaiting = maxWaiting;
        this.timeoutNanos = timeoutNanos;
        this.wake = wake;
    }

    long timeoutNanos() {
        return timeoutNanos;
    }

    void submit(List<PendingWrite> writes) {
        HandlerSocketException why;
        synchronized (this) {
            why = closed;
            if (why == null && waiting.size() + writes.size() > maxWaiting) {
                why = new UnavailableException(
                        UnavailableException.Reason.WINDOW_FULL,
                        name + ": more than " + maxWaiting + " writes wait (maxWaiting)");
            }
            if (why == null) {
                waiting.addAll(writes);
            }
        }
        if (why == null) {
            pump();
        } else {
            HandlerSocketException refusal = why;
            writes.forEach(write -> write.refuse(refusal));
        }
    }

    /** Refuses everything from here on. */
    public void close(HandlerSocketException why) {
        synchronized (this) {
            closed = why;
        }
        refuseAll(why);
    }

    /** Sends over this connection from here on. */
    public void connect(Connection now) {
        synchronized (this) {
            connection = now;
            lastUsedNanos = System.nanoTime();
        }
    }

    /** This is open from here on. */
    public void open(Map<WriteShape, Open> more) {
        synchronized (this) {
            open.putAll(more);
        }
        pump();
    }

    /** Nothing is open any more; what waits goes on to. */
    public synchronized void disconnect() {
        connection = null;
        open.clear();
    }

    /** Whether anything was sent and is not answered. */
    public synchronized boolean isBusy() {
        return busy;
    }

    /** How it is now. */
    public synchronized WriteSnapshot snapshot(List<TableName> quarantined) {
        Connection now = connection;
        return new WriteSnapshot(now != null && !now.isClosed(), waiting.size(), busy, quarantined);
    }

    /** Waits until what was sent is answered; false if it was not in that time, or the thread is interrupted. */
    public synchronized boolean awaitIdle(long nanos) {
        long deadline = System.nanoTime() + nanos;
        try {
            for (long left = nanos; busy && left > 0; left = deadline - System.nanoTime()) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return !busy;
    }

    /** What must be opened so that everything can be sent that waits. */
    public synchronized Set<WriteShape> missing() {
        Set<WriteShape> shapes = new LinkedHashSet<>();
        waiting.forEach(write -> shapes.add(write.shape()));
        if (connection != null) {
            shapes.removeAll(open.keySet());
        }
        return shapes;
    }

    /** Since when nothing is waited for, or null if something is. */
    public synchronized @Nullable Long idleSinceNanos() {
        return busy || !waiting.isEmpty() ? null : lastUsedNanos;
    }

    /** Refuses everything that waits. */
    public void refuseAll(HandlerSocketException why) {
        take(null).forEach(write -> write.refuse(why));
    }

    /** Refuses what waits for this table. */
    public void refuse(TableName table, HandlerSocketException why) {
        take(table).forEach(write -> write.refuse(why));
        pump(); // others may have stood behind
    }

    private synchronized List<PendingWrite> take(@Nullable TableName table) {
        List<PendingWrite> taken = new ArrayList<>();
        for (Iterator<PendingWrite> all = waiting.iterator(); all.hasNext(); ) {
            PendingWrite write = all.next();
            if (table == null || write.shape().table().equals(table)) {
                taken.add(write);
                all.remove();
            }
        }
        return taken;
    }

    /** Refuses what has waited too long. */
    public void expire() {
        List<PendingWrite> late = new ArrayList<>();
        long now = System.nanoTime();
        synchronized (this) {
            for (PendingWrite first = waiting.peek();
                    first != null && first.isOver(now, timeoutNanos);
                    first = waiting.peek()) {
                late.add(waiting.remove());
            }
        }
        late.forEach(PendingWrite::refuseLate);
    }

    private void pump() {
        boolean again = true;
        while (again) {
            again = pumpOnce();
        }
    }

    /** Sends a round if there is one that can be; true if it could not even be made, so that the next may be. */
    private boolean pumpOnce() {
        expire();
        List<PendingWrite> changed = new ArrayList<>();
        WriteRound round;
        boolean stuck;
        synchronized (this) {
            round = busy ? null : next(changed);
            busy |= round != null;
            stuck = !busy && !waiting.isEmpty();
        }
        for (PendingWrite write : changed) {
            write.refuse(new UnavailableException(
                    UnavailableException.Reason.NOT_OPEN, write.index() + ": the table has changed: write again"));
        }
        if (stuck) {
            wake.run();
        }
        return round != null && !send(round);
    }

    /**
     * The next round, or null if nothing can be sent.
     *
     * @param changed gets those that were made ready for a table that is another now
     */
    private @Nullable WriteRound next(List<PendingWrite> changed) {
        Connection now = connection;
        if (now == null || now.isClosed()) {
            return null;
        }
        WriteRound round = new WriteRound(now);
        for (PendingWrite write = waiting.peek(); write != null; write = waiting.peek()) {
            Open opened = open.get(write.shape());
            if (opened == null || !round.hasRoomFor(write)) {
                break; // in order: what waits behind this waits too
            }
            waiting.remove();
            boolean same = opened.table().isSame(write.table());
            write.index().seen(opened.table());
            if (same) {
                round.add(write, opened.index());
            } else {
                changed.add(write);
            }
        }
        return round.isEmpty() ? null : round;
    }

    private boolean send(WriteRound round) {
        Request<?> made;
        try {
            made = round.make(timeoutNanos);
        } catch (RuntimeException | Error e) { // no memory, for instance: others wait for their turn
            RefusedException why = new RefusedException(name + ": could not be made ready to send: " + e);
            why.initCause(e);
            idle();
            round.refuse(why);
            return false;
        }
        round.send(made, () -> finish(round));
        return true;
    }

    private synchronized void idle() {
        busy = false;
        lastUsedNanos = System.nanoTime();
        notifyAll();
    }

    private void finish(WriteRound round) {
        List<WriteResult> results = round.results();
        idle();
        try {
            pump(); // first of all: the server has nothing to do
        } finally {
            round.complete(results);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
