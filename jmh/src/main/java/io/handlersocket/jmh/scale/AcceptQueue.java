// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.scale;

/** The queue of connections that the plugin has not accepted yet. For one thread. */
final class AcceptQueue {

    /** A dropped SYN is sent again after a second; by then the client's connect timeout has passed. */
    private static final double CONNECT_TIMEOUT_MICROS = 1e6;

    private final Events events;
    private final Cores cores;
    private final int backlog;
    private final double acceptMicros;
    private int length;
    private int longest;
    private int dropped;

    AcceptQueue(Events events, Cores cores, int backlog, double acceptMicros) {
        this.events = events;
        this.cores = cores;
        this.backlog = backlog;
        this.acceptMicros = acceptMicros;
    }

    /** Makes several connections at once. */
    void connect(int connections, Runnable done, Runnable failed) {
        if (length + connections > backlog) {
            dropped += connections;
            events.after(CONNECT_TIMEOUT_MICROS, failed);
            return;
        }
        length += connections;
        longest = Math.max(longest, length);
        int[] left = {connections};
        for (int i = 0; i < connections; i++) {
            cores.run(() -> acceptMicros, () -> {
                length--;
                if (--left[0] == 0) {
                    done.run();
                }
            });
        }
    }

    int longest() {
        return longest;
    }

    int dropped() {
        return dropped;
    }
}
