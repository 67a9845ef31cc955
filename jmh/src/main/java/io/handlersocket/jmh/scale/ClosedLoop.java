// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.scale;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * A caller with one I/O thread and a fixed number of requests in flight on each connection, on the cores of the server:
 * what the measurement does. Each reply is followed by a request.
 */
final class ClosedLoop {

    /**
     * What the simulation gives.
     *
     * @param serverMicrosPerLookup the time of the workers on a core
     */
    record Result(double lookupsPerSecond, double lookupsPerRound, double serverMicrosPerLookup) {}

    private static final double WARM_UP_MICROS = 50_000;
    private static final double MEASURED_MICROS = 300_000;

    private final Events events = new Events();
    private final Cores cores;
    private final LookupCosts costs;
    private final List<Worker> workers = new ArrayList<>();
    private final List<Worker> workerOfConnection = new ArrayList<>();
    private final int[] replies;
    private final Deque<Integer> readable = new ArrayDeque<>();
    private boolean callerAwake;
    private int connection;
    private int count;

    /** @param spread the connections of each worker that has any */
    private ClosedLoop(LookupCosts costs, int cores, List<Integer> spread) {
        this.costs = costs;
        this.cores = new Cores(events, cores, costs.slowdown());
        for (int connections : spread) {
            Worker worker = new Worker(events, this.cores, costs, this::reply);
            workers.add(worker);
            for (int i = 0; i < connections; i++) {
                workerOfConnection.add(worker);
            }
        }
        this.replies = new int[workerOfConnection.size()];
    }

    static Result run(LookupCosts costs, int cores, List<Integer> spread, int inFlight) {
        ClosedLoop loop = new ClosedLoop(costs, cores, spread);
        for (int i = 0; i < loop.replies.length; i++) {
            loop.workerOfConnection.get(i).receive(i, inFlight);
        }
        loop.events.runUntil(WARM_UP_MICROS);
        long rounds = loop.rounds();
        long lookups = loop.lookups();
        double server = loop.serverMicros();
        loop.events.runUntil(WARM_UP_MICROS + MEASURED_MICROS);
        long done = loop.lookups() - lookups;
        return new Result(
                done / MEASURED_MICROS * 1e6,
                (double) done / Math.max(1, loop.rounds() - rounds),
                (loop.serverMicros() - server) / Math.max(1, done));
    }

    private double serverMicros() {
        return workers.stream().mapToDouble(Worker::busyMicros).sum();
    }

    private long rounds() {
        return workers.stream().mapToLong(Worker::rounds).sum();
    }

    private long lookups() {
        return workers.stream().mapToLong(Worker::lookups).sum();
    }

    private void reply(Worker.Packet packet) {
        if (replies[packet.connection()] == 0) {
            readable.add(packet.connection());
        }
        replies[packet.connection()] += packet.lookups();
        if (!callerAwake) {
            callerAwake = true;
            cores.run(() -> costs.wakeMicros() + read(), this::send);
        }
    }

    private double read() {
        connection = readable.remove();
        count = replies[connection];
        replies[connection] = 0;
        return costs.callerMicros(count);
    }

    private void send() {
        workerOfConnection.get(connection).receive(connection, count);
        if (readable.isEmpty()) {
            callerAwake = false;
        } else {
            cores.goOn(this::read, this::send);
        }
    }
}
