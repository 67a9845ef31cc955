// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

/** Chooses among connections by how many requests they hold. */
final class LeastBusy {

    private LeastBusy() {}

    /**
     * The preferred one, unless it holds half a batch or more, or is closed, and another holds less than half of
     * that.
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

    /** The one that holds fewest; the preferred one among equals. */
    static Connection of(Connection[] connections, int preferred) {
        Connection chosen = connections[preferred];
        for (int i = 1; i < connections.length; i++) {
            Connection other = connections[(preferred + i) % connections.length];
            if (other.load() < chosen.load()) {
                chosen = other;
            }
        }
        return chosen;
    }
}
