// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

/** Chooses among connections by what they have to do. */
final class Load {

    private Load() {}

    /** This one, unless it is closed, or has enough for a full batch while another has less than half of it. */
    static Connection lessBusy(Connection[] connections, int preferred) {
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

    /** The one with least to do; the preferred one among equals. */
    static Connection least(Connection[] connections, int preferred) {
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
