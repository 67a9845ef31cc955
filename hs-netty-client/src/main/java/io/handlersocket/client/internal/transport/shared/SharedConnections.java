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

    public SharedConnections(EventLoop loop) {
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

    /** Stops lookups from using closed connections. */
    public synchronized void withdrawClosed() {
        List<Connection> remaining = new ArrayList<>(all());
        if (remaining.removeIf(Connection::isClosed)) {
            published = remaining.toArray(NONE);
        }
    }

    public List<Connection> all() {
        return List.of(published);
    }

    /** Implements {@code ConnectionPool.pick}. */
    public @Nullable Connection pick() {
        Connection[] connections = published;
        if (connections.length == 0) {
            return null;
        }
        Connection reading = reading();
        return reading != null ? reading : unlessBusy(connections, own(connections));
    }

    /** Implements {@code ConnectionPool.pickLeastBusy}. */
    public @Nullable Connection pickLeastBusy() {
        Connection[] connections = published;
        if (connections.length == 0) {
            return null;
        }
        Connection least = leastBusy(connections, own(connections));
        Connection reading = reading();
        return reading != null && reading.loadNow() <= least.load() + 1 ? reading : least;
    }

    /** Returns whether lookups use a connection. */
    public boolean uses(Connection connection) {
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

    /** Returns the index of the calling thread's connection. */
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
        for (int i = 1; i < connections.length; i++) {
            Connection other = connections[(preferred + i) % connections.length];
            int otherLoad = other.load();
            if (otherLoad < load / 2) {
                chosen = other;
                load = otherLoad;
            }
        }
        return chosen;
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
