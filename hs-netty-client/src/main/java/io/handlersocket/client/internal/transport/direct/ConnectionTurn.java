// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.direct;

import io.handlersocket.client.internal.transport.WireIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Decides which thread uses a direct connection. The thread that has the turn may send the requests of callers that
 * queued meanwhile, and hands the turn on to the one that has waited longest. Any thread.
 *
 * <p>The turn goes directly from thread to thread. So waking a caller costs no more than its answer would have cost.
 */
final class ConnectionTurn {

    /** The most requests of one packet. */
    static final int MAX_BATCH = 64;

    private final Semaphore turn = new Semaphore(1);
    private final Queue<WaitingCaller> waiting = new ConcurrentLinkedQueue<>();

    /** Whether an opening or a probe waits for the turn; lookups do not take it then. */
    private volatile boolean claimed;

    private volatile boolean closed;

    boolean tryTake() {
        return !claimed && turn.tryAcquire();
    }

    /** Takes the turn before all queued callers. Returns false if it is not free within this time. */
    boolean claim(long timeoutNanos) throws InterruptedException {
        claimed = true;
        try {
            return timeoutNanos > 0 && turn.tryAcquire(timeoutNanos, TimeUnit.NANOSECONDS);
        } finally {
            claimed = false;
        }
    }

    /** Queues a caller and {@linkplain WaitingCaller#await waits}. If that fails, the caller is not served. */
    WaitingCaller.State queueAndWait(WaitingCaller caller) {
        try {
            queue(caller);
            return caller.await();
        } catch (Throwable e) { // a stack overflow, for instance; the turn must not wait for this thread
            if (caller.leave()) {
                pass();
            }
            throw e;
        }
    }

    /** Queues a caller, which must then {@linkplain WaitingCaller#await wait}. */
    void queue(WaitingCaller caller) {
        waiting.add(caller);
        if (closed) {
            caller.refuse(); // close() may not have seen it
        } else if (tryTake()) {
            pass(); // the turn was given back before the caller was added
        }
    }

    /**
     * Returns the queued callers whose requests travel with that of the thread that has the turn, marked as sent. Stops
     * at the first request that is not {@linkplain Request#isShort short}.
     *
     * @param open the index that is open under each id; callers of another index are refused
     * @param maxBytes the most bytes of their lines
     */
    List<WaitingCaller> takeQueued(@Nullable WireIndex[] open, int maxBytes) {
        WaitingCaller next = waiting.peek();
        if (next == null) {
            return List.of();
        }
        List<WaitingCaller> taken = new ArrayList<>();
        try {
            int room = maxBytes;
            while (next != null
                    && next.request().isShort()
                    && next.request().length() <= room
                    && taken.size() < MAX_BATCH - 1) {
                waiting.remove();
                taken.add(next); // before it is marked as sent: there may be no memory
                if (next.request().isOpen(open) && next.send()) {
                    room -= next.request().length();
                } else {
                    taken.remove(taken.size() - 1);
                    next.refuse();
                }
                next = waiting.peek();
            }
        } catch (Throwable e) {
            taken.forEach(WaitingCaller::finish); // the calling thread does not send them
            throw e;
        }
        return taken;
    }

    /** Hands the turn on to the caller that has waited longest, or gives it back. The calling thread must have it. */
    void pass() {
        do {
            if (!claimed) {
                for (WaitingCaller next = waiting.poll(); next != null; next = waiting.poll()) {
                    if (next.giveTurn()) {
                        return;
                    }
                }
            }
            turn.release();
        } while (!waiting.isEmpty() && tryTake()); // a caller may have queued before the release
    }

    /** Makes all queued callers, and those that queue from now on, send their requests elsewhere. */
    void close() {
        closed = true;
        waiting.forEach(WaitingCaller::refuse);
    }
}
