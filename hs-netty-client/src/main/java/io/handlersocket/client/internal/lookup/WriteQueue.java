// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.ServerErrorException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.WriteResult;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.transport.Connection;
import io.handlersocket.client.internal.transport.Request;
import io.handlersocket.client.internal.transport.RequestGroup;
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

    private static final int MAX_ROUND = 256;

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

    private record Round(Connection connection, List<PendingWrite> writes, List<WriteRequest> requests) {}

    private void pump() {
        expire();
        List<PendingWrite> changed = new ArrayList<>();
        Round round;
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
        if (round != null) {
            send(round);
        } else if (stuck) {
            wake.run();
        }
    }

    /**
     * The next round, or null if nothing can be sent.
     *
     * @param changed gets those that were made ready for a table that is another now
     */
    private @Nullable Round next(List<PendingWrite> changed) {
        Connection now = connection;
        if (now == null || now.isClosed()) {
            return null;
        }
        long nanos = System.nanoTime();
        Round round = new Round(now, new ArrayList<>(), new ArrayList<>());
        int bytes = 0;
        for (PendingWrite write = waiting.peek(); write != null; write = waiting.peek()) {
            Open opened = open.get(write.shape());
            bytes += write.bytes();
            boolean full = !round.writes().isEmpty()
                    && (bytes > RequestGroup.MAX_BYTES || round.writes().size() == MAX_ROUND);
            if (opened == null || full) {
                break; // in order: what waits behind this waits too
            }
            waiting.remove();
            boolean same = opened.table().isSame(write.table());
            write.index().seen(opened.table());
            if (!same) {
                changed.add(write);
            } else {
                round.writes().add(write);
                round.requests().add(write.request(opened.index(), nanos, timeoutNanos));
            }
        }
        return round.writes().isEmpty() ? null : round;
    }

    private void send(Round round) {
        List<WriteRequest> requests = round.requests();
        Request<?> request = requests.size() == 1
                ? requests.get(0)
                : new RequestGroup(List.<Request<?>>copyOf(requests), timeoutNanos);
        request.whenComplete((done, failure) -> finish(round));
        round.connection().submit(request);
    }

    private void finish(Round round) {
        List<WriteResult> results =
                round.requests().stream().map(WriteRequest::join).toList();
        WriteResult.Unknown lost = results.stream()
                .filter(WriteResult.Unknown.class::isInstance)
                .map(WriteResult.Unknown.class::cast)
                .findFirst()
                .orElse(null);
        ServerErrorException undone = round.requests().stream()
                .filter(WriteRequest::isUndone)
                .findFirst()
                .map(request -> (ServerErrorException) ((WriteResult.Refused) request.join()).why())
                .orElse(null);
        if (lost != null) {
            round.connection().close("a write was not answered in time");
        }
        synchronized (this) {
            busy = false;
            lastUsedNanos = System.nanoTime();
            notifyAll();
        }
        pump(); // first of all: the server has nothing to do
        for (int i = 0; i < results.size(); i++) {
            round.writes().get(i).complete(result(results.get(i), lost, undone));
        }
    }

    /** What is known of a write once all of its round are answered. */
    private static WriteResult result(
            WriteResult answered, WriteResult.@Nullable Unknown lost, @Nullable ServerErrorException undone) {
        if (undone != null) {
            return new WriteResult.Unknown(undone);
        }
        return lost != null && answered instanceof WriteResult.Applied ? lost : answered;
    }

    @Override
    public String toString() {
        return name;
    }
}
