// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.shared;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The published shared connections, and the choice of one for the next lookup. Any thread. */
public final class SharedConnections {

    private static final Connection[] NONE = {};

    private final EventLoop loop;
    private volatile Connection[] published = NONE;

    SharedConnections(EventLoop loop) {
        this.loop = loop;
    }

    /** Lets lookups use these connections and no others; returns false if all of them are closed. */
    public synchronized boolean publish(List<Connection> connections) {
        List<Connection> usable = new ArrayList<>(connections);
        usable.removeIf(Connection::isClosed);
        published = usable.toArray(NONE);
        withdrawClosed(); // one may have closed between the two lines above
        return !usable.isEmpty();
    }

    /** Stops lookups from using any connection. */
    public synchronized void withdraw() {
        published = NONE;
    }

    public synchronized void withdrawClosed() {
        List<Connection> remaining = new ArrayList<>(all());
        if (remaining.removeIf(Connection::isClosed)) {
            published = remaining.toArray(NONE);
        }
    }

    public List<Connection> all() {
        return List.of(published);
    }

    /**
     * Returns the shared connection for the next lookup; null without one. On the event loop it is the connection
     * being read, so that requests of callbacks share a flush. On other threads it is always the same one for a thread,
     * for the same reason, unless that is much busier than another.
     */
    public @Nullable Connection pick() {
        Connection[] connections = published;
        if (connections.length == 0) {
            return null;
        }
        Connection reading = reading();
        return reading != null ? reading : unlessBusy(connections, own(connections));
    }

    /**
     * Returns the least busy shared connection; null without one. For many requests of one caller: {@link #pick}
     * would send them all to one connection, and so to one worker of the server. On the event loop it is the connection
     * being read, if another would hold hardly fewer: the write then carries the acknowledgement of what was read.
     */
    public @Nullable Connection pickLeastBusy() {
        Connection[] connections = published;
        if (connections.length == 0) {
            return null;
        }
        Connection least = leastBusy(connections, own(connections));
        Connection reading = reading();
        return reading != null && reading.loadNow() <= least.load() + 1 ? reading : least;
    }

    /** Returns the given connection if lookups still use it; otherwise as {@link #pickLeastBusy()}. */
    public @Nullable Connection pickLeastBusy(@Nullable Connection before) {
        return before != null && uses(before) ? before : pickLeastBusy();
    }

    private boolean uses(Connection connection) {
        for (Connection each : published) {
            if (each == connection) {
                return !connection.isClosed();
            }
        }
        return false;
    }

    /** Returns the connection being read, if the calling thread reads it and it can take requests. */
    private @Nullable Connection reading() {
        Connection reading = loop.reading;
        return reading != null && loop.isCurrentThread() && !reading.isClosed() && !reading.retired ? reading : null;
    }

    private static int own(Connection[] connections) {
        return (int) Long.remainderUnsigned(Thread.currentThread().getId(), connections.length);
    }

    /**
     * Returns the preferred connection. If it holds half a batch or more, or is closed, returns the least busy of those
     * that hold less than half as many requests, if there is one.
     */
    static Connection unlessBusy(Connection[] connections, int preferred) {
        Connection chosen = connections[preferred];
        int load = chosen.load();
        if (load < Connection.MAX_BATCH / 2) {
            return chosen;
        }
        Connection least = leastBusy(connections, preferred);
        return least.load() < load / 2 ? least : chosen;
    }

    /** Returns the connection that holds the fewest requests; the preferred one among equals. */
    static Connection leastBusy(Connection[] connections, int preferred) {
        Connection chosen = connections[preferred];
        for (int i = 1; i < connections.length; i++) {
            Connection other = connections[(preferred + i) % connections.length];
            if (other.load() < chosen.load()) {
                chosen = other;
            }
        }
        return chosen;
    }

    /** Keeps the server from closing idle connections. Any thread. */
    public void keepAlive(String secret) {
        for (Connection connection : published) {
            connection.keepAlive(secret);
        }
    }

    /** Sends each a request, without which no silence of the server would be noticed. */
    public void ask(String secret, long timeoutNanos) {
        for (Connection connection : published) {
            connection.authenticate(secret, timeoutNanos);
        }
    }

    public int inFlight() {
        int sum = 0;
        for (Connection connection : published) {
            sum += connection.inFlight();
        }
        return sum;
    }
}
