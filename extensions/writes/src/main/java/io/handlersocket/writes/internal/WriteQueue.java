// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.writes.internal;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.RequestTimeoutException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.lookup.OpenedIndex;
import io.handlersocket.client.internal.transport.Request;
import io.handlersocket.client.internal.transport.shared.Connection;
import io.handlersocket.writes.WriteResult;
import io.handlersocket.writes.WriteSnapshot;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Sends writes in batches, one batch at a time: the next when the last is answered. Any thread.
 *
 * <p>It completes results outside the lock and after it has sent the next batch: a stage of the caller may run then
 * and block.
 */
final class WriteQueue {

    /** The index that is open for a target, and the table's definition when it was opened. */
    record OpenTarget(OpenedIndex index, WriteTable table) {}

    private final String name;
    private final int maxWaiting;
    private final long timeoutNanos;
    private final Runnable wake;
    private final Deque<PendingWrite> waiting = new ArrayDeque<>();
    private final Map<WriteTarget, OpenTarget> open = new HashMap<>();
    private @Nullable Connection connection;
    private @Nullable HandlerSocketException closed;
    private boolean busy;
    private final LongSupplier nanoTime;
    private long lastUsedNanos;

    /** @param timeoutNanos how long a write may wait to be sent, and then for its answer */
    WriteQueue(String name, int maxWaiting, long timeoutNanos, Runnable wake, LongSupplier nanoTime) {
        this.name = name;
        this.maxWaiting = maxWaiting;
        this.timeoutNanos = timeoutNanos;
        this.wake = wake;
        this.nanoTime = nanoTime;
        this.lastUsedNanos = nanoTime.getAsLong();
    }

    /** Returns the time by which writes wait, as {@link System#nanoTime()}. */
    LongSupplier nanoTime() {
        return nanoTime;
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
            sendNext(() -> {});
        } else {
            refuse(writes, why);
        }
    }

    /** Refuses all writes from now on. */
    void close(HandlerSocketException why) {
        synchronized (this) {
            closed = why;
        }
        refuseAll(why);
    }

    /** Uses this connection from now on. */
    synchronized void connect(Connection now) {
        connection = now;
        lastUsedNanos = nanoTime.getAsLong();
    }

    /** Sends writes of these targets from now on. */
    void open(Map<WriteTarget, OpenTarget> more) {
        synchronized (this) {
            open.putAll(more);
        }
        sendNext(() -> {});
    }

    /** Stops sending; waiting writes stay in the queue. */
    synchronized void disconnect() {
        connection = null;
        open.clear();
    }

    synchronized boolean isBusy() {
        return busy;
    }

    synchronized WriteSnapshot snapshot(List<TableName> quarantined) {
        Connection now = connection;
        return new WriteSnapshot(now != null && !now.isClosed(), waiting.size(), busy, quarantined);
    }

    /** Waits until no batch is in flight; returns false after this time or if the thread is interrupted. */
    synchronized boolean awaitIdle(long nanos) {
        long deadline = nanoTime.getAsLong() + nanos;
        try {
            for (long left = nanos; busy && left > 0; left = deadline - nanoTime.getAsLong()) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return !busy;
    }

    /** Returns the targets of waiting writes that are not open. */
    synchronized Set<WriteTarget> missing() {
        Set<WriteTarget> targets = new LinkedHashSet<>();
        waiting.forEach(write -> targets.add(write.target()));
        if (connection != null) {
            targets.removeAll(open.keySet());
        }
        return targets;
    }

    /** Returns since when the queue is idle, by {@link System#nanoTime()}; null if it is not. */
    synchronized @Nullable Long idleSinceNanos() {
        return busy || !waiting.isEmpty() ? null : lastUsedNanos;
    }

    void refuseAll(HandlerSocketException why) {
        refuseWhile(() -> true, why);
    }

    /** Refuses the waiting writes, but none that came after the condition has ended. */
    void refuseWhile(BooleanSupplier condition, HandlerSocketException why) {
        refuse(take(write -> condition.getAsBoolean()), why);
    }

    /** Refuses the waiting writes to this table, and sends those after them. */
    void refuse(TableName table, HandlerSocketException why) {
        List<PendingWrite> taken = take(write -> write.target().table().equals(table));
        sendNext(() -> refuse(taken, why));
    }

    private static void refuse(List<PendingWrite> writes, HandlerSocketException why) {
        writes.forEach(write -> write.refuse(why));
    }

    private synchronized List<PendingWrite> take(Predicate<PendingWrite> condition) {
        List<PendingWrite> taken = waiting.stream().filter(condition).toList();
        waiting.removeIf(condition);
        return taken;
    }

    /** Refuses the writes that have waited for the timeout, wherever they are in the queue. */
    void expire() {
        long now = nanoTime.getAsLong();
        List<PendingWrite> late = take(write -> write.hasWaited(now, timeoutNanos));
        if (!late.isEmpty()) { // those after them may have waited for them only
            sendNext(() -> late.forEach(WriteQueue::refuseLate));
        }
    }

    private static void refuseLate(PendingWrite late) {
        late.refuse(new RequestTimeoutException(
                late.table() + ": not sent within the write timeout: there is no connection, or earlier writes are"
                        + " not answered",
                false));
    }

    /** Sends the next batch if possible, and completes results after that. */
    private void sendNext(Runnable completion) {
        List<Runnable> completions = new ArrayList<>(List.of(completion));
        try {
            boolean again = true;
            while (again) {
                again = trySend(completions);
            }
        } finally {
            completions.forEach(Runnable::run);
        }
    }

    /** Returns true if a batch could not be encoded, so that the next can be sent. */
    private boolean trySend(List<Runnable> completions) {
        WriteBatch batch;
        boolean stuck;
        synchronized (this) {
            batch = takeBatch(completions);
            busy |= batch != null;
            stuck = !busy && !waiting.isEmpty();
        }
        if (stuck) {
            wake.run();
        }
        return batch != null && !send(batch, completions);
    }

    /**
     * Takes the next batch, and the late writes before it; null if no write can be sent. A stage of the caller may
     * block the thread that expires writes.
     */
    private @Nullable WriteBatch takeBatch(List<Runnable> completions) {
        Connection now = busy ? null : connection;
        WriteBatch batch = now == null || now.isClosed() ? null : new WriteBatch(now);
        long nanos = nanoTime.getAsLong();
        for (PendingWrite write = waiting.peek(); write != null; write = waiting.peek()) {
            PendingWrite first = write;
            if (first.hasWaited(nanos, timeoutNanos)) {
                waiting.remove();
                completions.add(() -> refuseLate(first));
                continue;
            }
            OpenTarget opened = open.get(write.target());
            if (batch == null || opened == null || !batch.hasRoomFor(write)) {
                break; // writes are sent in order
            }
            waiting.remove();
            if (write.reportAndMatch(opened.table())) {
                batch.add(write, opened.index());
            } else {
                completions.add(() -> first.refuse(new UnavailableException(
                        UnavailableException.Reason.NOT_OPEN, first.table() + ": the table has changed: write again")));
            }
        }
        return batch == null || batch.isEmpty() ? null : batch;
    }

    private boolean send(WriteBatch batch, List<Runnable> completions) {
        Request<?> request;
        try {
            request = batch.request(nanoTime.getAsLong(), timeoutNanos);
        } catch (RuntimeException | Error e) { // no memory, for instance
            RefusedException why = new RefusedException(name + ": the batch could not be encoded: " + e);
            why.initCause(e);
            idle();
            completions.add(() -> batch.refuse(why));
            return false;
        }
        batch.send(request, () -> finish(batch));
        return true;
    }

    private synchronized void idle() {
        busy = false;
        lastUsedNanos = nanoTime.getAsLong();
        notifyAll();
    }

    private void finish(WriteBatch batch) {
        List<WriteResult> results;
        try {
            results = batch.results();
        } catch (RuntimeException | Error e) { // the next batch must be sent in any case
            results = batch.unreadable(e);
        }
        List<WriteResult> completed = results;
        idle();
        sendNext(() -> batch.complete(completed));
    }
}
