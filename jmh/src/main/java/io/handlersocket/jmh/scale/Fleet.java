// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.scale;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Application instances with a guard each, and the server that they share. Simulated with a seed; for one thread. */
final class Fleet {

    /**
     * A fleet and its server.
     *
     * @param cores of the server that are free for SQL and for connections
     * @param threads of {@code handlersocket_threads}
     * @param tables that each guard watches
     * @param connections of each instance to HandlerSocket
     * @param pool SQL connections that each instance opens again after a restart of the server
     * @param maxConnections SQL sessions that are left beside the pools
     * @param backlog the longest queue of connections that are not accepted yet
     */
    record Setting(
            int instances,
            int cores,
            int threads,
            int tables,
            int connections,
            int pool,
            int maxConnections,
            int backlog) {}

    /**
     * What happened.
     *
     * @param doneSeconds when the statement got its lock, or the last instance was ready; NaN if that did not happen
     * @param halfReadySeconds when half of the instances were ready again
     * @param allReadySeconds when all instances were ready again; NaN if that did not happen
     * @param slowestCheckSeconds the longest check of a guard
     * @param refused SQL sessions that {@code max_connections} refused
     * @param late SQL steps that took longer than their limit
     * @param deadMansSwitch instances that closed everything because their guard was late
     */
    record Outcome(
            double doneSeconds,
            double halfReadySeconds,
            double allReadySeconds,
            double slowestCheckSeconds,
            int mostSessions,
            int longestAcceptQueue,
            int refused,
            int late,
            int deadMansSwitch) {}

    private static final double SECOND = 1e6;
    private static final double LONGEST = 60 * SECOND;

    private final Events events = new Events();
    private final Setting setting;
    private final FleetCosts costs;
    private final Cores cores;
    private final Random random;
    private final SqlServer sql;
    private final AcceptQueue acceptQueue;
    private final List<Instance> all = new ArrayList<>();
    private boolean sessionWaiting;
    private boolean drainHeld;
    private int open;
    private int deadMansSwitches;
    private double slowestCheck;
    private double waitedFrom;
    private double lockedAt = Double.NaN;
    private double halfReadyAt = Double.NaN;
    private double allReadyAt = Double.NaN;

    private Fleet(Setting setting, FleetCosts costs, long seed) {
        this.setting = setting;
        this.costs = costs;
        cores = new Cores(events, setting.cores, 1);
        sql = new SqlServer(events, cores, setting.maxConnections);
        random = new Random(seed);
        acceptQueue = new AcceptQueue(events, cores, setting.backlog, costs.acceptMicros(setting.threads));
        for (int i = 0; i < setting.instances; i++) {
            all.add(new Instance(this, events, random));
        }
    }

    /** A statement such as ALTER begins to wait for a table that all instances have open. */
    static Outcome alter(Setting setting, FleetCosts costs, long seed) {
        Fleet fleet = new Fleet(setting, costs, seed);
        fleet.all.forEach(Instance::startConnected);
        fleet.events.runUntil(3 * SECOND);
        fleet.waitedFrom = fleet.events.now();
        fleet.sessionWaiting = true;
        return fleet.outcome(fleet.waitedFrom);
    }

    /** A session takes the drain lock, and gives it back as soon as the last instance has closed its connections. */
    static Outcome drain(Setting setting, FleetCosts costs, long seed) {
        Fleet fleet = new Fleet(setting, costs, seed);
        fleet.all.forEach(Instance::startConnected);
        fleet.events.runUntil(3 * SECOND);
        fleet.waitedFrom = fleet.events.now();
        fleet.drainHeld = true;
        return fleet.outcome(fleet.waitedFrom);
    }

    /** The server is there again after an outage in which every client has reached its longest back-off. */
    static Outcome restart(Setting setting, FleetCosts costs, long seed) {
        Fleet fleet = new Fleet(setting, costs, seed);
        fleet.lockedAt = 0;
        fleet.all.forEach(Instance::startUnreachable);
        for (int i = 0; i < setting.instances * setting.pool; i++) {
            fleet.events.after(
                    fleet.random.nextDouble() * 2 * SECOND, () -> fleet.cores.run(costs::sessionMicros, () -> {}));
        }
        return fleet.outcome(0);
    }

    private Outcome outcome(double from) {
        while (Double.isNaN(allReadyAt) && events.now() < from + LONGEST) {
            events.runUntil(events.now() + SECOND / 10);
        }
        return new Outcome(
                (lockedAt - from) / SECOND,
                (halfReadyAt - from) / SECOND,
                (allReadyAt - from) / SECOND,
                slowestCheck / SECOND,
                sql.mostOpen(),
                acceptQueue.longest(),
                sql.refused(),
                sql.late(),
                deadMansSwitches);
    }

    FleetCosts costs() {
        return costs;
    }

    SqlServer sql() {
        return sql;
    }

    AcceptQueue acceptQueue() {
        return acceptQueue;
    }

    int tables() {
        return setting.tables;
    }

    int connections() {
        return setting.connections;
    }

    boolean isSessionWaiting() {
        return sessionWaiting;
    }

    boolean isDrainHeld() {
        return drainHeld;
    }

    void checkTook(double micros) {
        slowestCheck = Math.max(slowestCheck, micros);
    }

    void deadMansSwitch() {
        deadMansSwitches++;
    }

    /** Counts instances that are connected; the waiting session gets its lock when there is none. */
    void opened(int more) {
        open += more;
        if (open == 0 && (sessionWaiting || drainHeld)) {
            sessionWaiting = false;
            drainHeld = false;
            lockedAt = events.now();
        }
        if (!Double.isNaN(lockedAt)) {
            if (Double.isNaN(halfReadyAt) && open * 2 >= setting.instances) {
                halfReadyAt = events.now();
            }
            if (Double.isNaN(allReadyAt) && open == setting.instances) {
                allReadyAt = events.now();
            }
        }
    }
}
