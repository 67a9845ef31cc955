// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Sockets that blocking callers have to themselves for the time of one lookup. There are none until somebody finds none free,
 * then more and more up to a limit; those not used for a while are closed.
 *
 * <p>Virtual threads do not use them: for many waiting callers the shared connections are better.
 */
public final class DirectConnections {

    private static final DirectConnection[] NONE = {};

    /** A third of the shortest idle time a server can be set to, so that it is never the server that closes one. */
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final int max;
    private final Runnable shortage;
    private final AtomicBoolean wanted = new AtomicBoolean();
    private volatile DirectConnection[] connections = NONE;

    /**
     * @param max how many there may be
     * @param shortage told, by the thread that found none free, that there should be more
     */
    DirectConnections(int max, Runnable shortage) {
        this.max = max;
        this.shortage = shortage;
    }

    /**
     * Sends a lookup over a socket that is free, and waits for its answer.
     *
     * @param request of any length that the server reads at once; a longer one could wait for the server before it is written
     * @return false if there is none, or if it is longer; the request is untouched then
     */
    public boolean exchange(Request<?> request) {
        if (max == 0 || request.line.length > RequestGroup.MAX_BYTES || Threads.isVirtual()) {
            return false;
        }
        DirectConnection[] all = connections;
        int count = all.length;
        if (count > 0) {
            int own = (int) Long.remainderUnsigned(Thread.currentThread().getId(), count);
            for (int i = 0; i < count; i++) {
                int at = own + i;
                if (all[at < count ? at : at - count].tryExchange(request)) {
                    return true;
                }
            }
        }
        if (count < max && !wanted.get() && wanted.compareAndSet(false, true)) {
            shortage.run();
        }
        return false;
    }

    /** How many should be added now: as many as there are, so that few steps are enough and none are made for nothing. */
    public int missing() {
        int count = connections.length;
        return wanted.get() ? Math.min(max - count, Math.max(1, count)) : 0;
    }

    /** Lets lookups use these too. */
    public synchronized void add(List<DirectConnection> added) {
        List<DirectConnection> all = new ArrayList<>(all());
        all.addAll(added);
        all.removeIf(DirectConnection::isClosed);
        connections = all.toArray(NONE);
        wanted.set(false);
    }

    synchronized void remove(DirectConnection ended) {
        DirectConnection[] remaining = Arrays.stream(connections)
                .filter(connection -> connection != ended)
                .toArray(DirectConnection[]::new);
        connections = remaining;
    }

    /** Those that lookups use. */
    public List<DirectConnection> all() {
        return List.of(connections);
    }

    /**
     * Closes those that nobody has used for a while, and one of those that are too old: if they are missed, others are made.
     *
     * @param maxAgeNanos 0 for any age
     */
    public void closeOld(long maxAgeNanos) {
        long now = System.nanoTime();
        boolean aged = false;
        for (DirectConnection connection : connections) {
            if (now - connection.lastUsedNanos() > IDLE_NANOS) {
                connection.closeIfFree("idle");
            } else if (maxAgeNanos > 0 && !aged && now - connection.madeNanos() > maxAgeNanos) {
                connection.closeIfFree("older than maxAge");
                aged = connection.isClosed();
            }
        }
    }

    /** Lets no lookup use them any more; those on their way go on. */
    synchronized void withdraw() {
        connections = NONE;
        wanted.set(false);
    }

    int inFlight() {
        int busy = 0;
        for (DirectConnection connection : connections) {
            busy += connection.inFlight();
        }
        return busy;
    }
}
