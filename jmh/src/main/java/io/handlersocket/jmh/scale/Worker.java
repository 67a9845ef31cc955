// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.scale;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;

/**
 * A reader thread of the plugin. In one round it reads every connection that has requests, answers them, and writes all
 * replies. What arrives during a round waits for the next one. For one thread.
 */
final class Worker {

    /**
     * Requests that arrive together.
     *
     * @param connection its number
     * @param atMicros when they arrived
     */
    record Packet(int connection, int lookups, double atMicros) {}

    private final Events events;
    private final Cores cores;
    private final LookupCosts costs;
    private final Consumer<Packet> replied;
    private final BitSet connections = new BitSet(); // of one round
    private List<Packet> arrived = new ArrayList<>();
    private List<Packet> inRound = List.of();
    private boolean awake;
    private long rounds;
    private long lookups;
    private double busyMicros;

    /** @param replied gets each packet when its replies leave */
    Worker(Events events, Cores cores, LookupCosts costs, Consumer<Packet> replied) {
        this.events = events;
        this.cores = cores;
        this.costs = costs;
        this.replied = replied;
    }

    /** Requests arrive on one connection. */
    void receive(int connection, int count) {
        arrived.add(new Packet(connection, count, events.now()));
        if (!awake) {
            awake = true;
            cores.run(() -> costs.wakeMicros() + beginRound(), this::endRound);
        }
    }

    private double beginRound() {
        inRound = arrived;
        arrived = new ArrayList<>();
        connections.clear();
        int count = 0;
        for (Packet packet : inRound) {
            connections.set(packet.connection);
            count += packet.lookups;
        }
        rounds++;
        lookups += count;
        double micros = costs.roundMicros(connections.cardinality(), count);
        busyMicros += micros;
        return micros;
    }

    private void endRound() {
        List<Packet> done = inRound;
        done.forEach(replied); // first: the replies leave before the worker waits for events
        if (arrived.isEmpty()) {
            awake = false;
        } else {
            cores.goOn(this::beginRound, this::endRound);
        }
    }

    long rounds() {
        return rounds;
    }

    /** Returns the time of all rounds that have begun, without waking up. */
    double busyMicros() {
        return busyMicros;
    }

    /** Returns the lookups of all rounds that have begun. */
    long lookups() {
        return lookups;
    }
}
