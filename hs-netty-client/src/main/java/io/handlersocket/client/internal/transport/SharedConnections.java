// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The connections that all threads share and that serve lookups now, and which of them the next lookup takes. Any
 * thread.
 */
final class SharedConnections {

    private static final Connection[] NONE = {};

    private final EventLoop loop;
    private volatile Connection[] published = NONE;

    SharedConnections(EventLoop loop) {
        this.loop = loop;
    }

    /**
     * Lets lookups use these connections, and only these.
     *
     * @return whether one of them can be used
     */
    synchronized boolean publish(List<Connection> connections) {
        List<Connection> usable = new ArrayList<>(connections);
        usable.removeIf(Connection::isClosed);
        published = usable.toArray(NONE);
        withdrawClosed(); // one may have ended between the two lines, and its end saw the old array
        return !usable.isEmpty();
    }

    /** Stops lookups from using any. */
    synchronized void withdraw() {
        published = NONE;
    }

    /** Stops lookups from using those that have ended. */
    synchronized void withdrawClosed() {
        List<Connection> remaining = new ArrayList<>(all());
        if (remaining.removeIf(Connection::isClosed)) {
            published = remaining.toArray(NONE);
        }
    }

    List<Connection> all() {
        return List.of(published);
    }

    /** See {@link ConnectionPool#pick()}. */
    @Nullable
    Connection pick() {
        Connection[] connections = published;
        if (connections.length == 0) {
            return null;
        }
        Connection reading = loop.reading;
        if (reading != null && loop.isCurrentThread() && !reading.isClosed() && !reading.retired) {
            return reading;
        }
        return LeastBusy.unlessBusy(connections, own(connections));
    }

    /** See {@link ConnectionPool#pickLeastBusy()}. */
    @Nullable
    Connection pickLeastBusy() {
        Connection[] connections = published;
        return connections.length == 0 ? null : LeastBusy.of(connections, own(connections));
    }

    /** The place of the calling thread's connection. */
    private static int own(Connection[] connections) {
        return (int) Long.remainderUnsigned(Thread.currentThread().getId(), connections.length);
    }

    /** Keeps idle connections from being closed by the server. */
    void keepAlive(String secret) {
        for (Connection connection : published) {
            connection.keepAlive(secret);
        }
    }

    int inFlight() {
        int sum = 0;
        for (Connection connection : published) {
            sum += connection.inFlight();
        }
        return sum;
    }
}
