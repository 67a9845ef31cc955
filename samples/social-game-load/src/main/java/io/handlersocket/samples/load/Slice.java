// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.load;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** What one route answered at one endpoint, over all rounds. Rounds do not overlap. Safe for all threads. */
final class Slice {

    private final Route route;
    private final Endpoint endpoint;
    private final Map<String, Long> processes;
    private final int users;
    private final Latencies latencies = new Latencies();
    private final AtomicLong failed = new AtomicLong();
    private int present;
    private final Map<String, Duration> cpu = new LinkedHashMap<>();
    private Map<String, Duration> cpuBefore = Map.of();
    private long begun;
    private long nanos;

    /**
     * @param processes ids of the processes whose processor time is measured, by name
     * @param users how many enter and leave in each round
     */
    Slice(Route route, Endpoint endpoint, Map<String, Long> processes, int users) {
        this.route = route;
        this.endpoint = endpoint;
        this.processes = processes;
        this.users = users;
    }

    Route route() {
        return route;
    }

    Endpoint endpoint() {
        return endpoint;
    }

    /**
     * A user begins; the first one begins the round.
     *
     * @return whether this is the first one
     */
    synchronized boolean enter() {
        boolean first = present++ == 0;
        if (first) {
            cpuBefore = cpuNow();
            begun = System.nanoTime();
        }
        return first;
    }

    void answered(long nanosTaken, boolean ok) {
        latencies.record(nanosTaken / 1_000);
        if (!ok) {
            failed.incrementAndGet();
        }
    }

    /** A user is done; the last one ends the round. */
    synchronized void leave() {
        if (present == users) {
            nanos += System.nanoTime() - begun; // at the first to leave: what follows is less than the whole load
            Map<String, Duration> now = cpuNow();
            now.forEach((name, time) ->
                    cpu.merge(name, time.minus(cpuBefore.getOrDefault(name, Duration.ZERO)), Duration::plus));
        }
        present--;
    }

    private Map<String, Duration> cpuNow() {
        Map<String, Duration> now = new LinkedHashMap<>();
        processes.forEach((name, id) -> now.put(
                name,
                ProcessHandle.of(id)
                        .flatMap(process -> process.info().totalCpuDuration())
                        .orElse(Duration.ZERO)));
        return now;
    }

    synchronized Result result() {
        long requests = latencies.count();
        Map<String, Double> cpuMicros = new LinkedHashMap<>();
        cpu.forEach((name, time) -> cpuMicros.put(name, requests == 0 ? 0 : time.toNanos() / 1_000.0 / requests));
        return new Result(
                route,
                endpoint,
                requests,
                failed.get(),
                nanos == 0 ? 0 : requests * 1e9 / nanos,
                latencies.percentile(50) / 1_000.0,
                latencies.percentile(95) / 1_000.0,
                latencies.percentile(99) / 1_000.0,
                cpuMicros);
    }

    /**
     * What was measured.
     *
     * @param perSecond requests per second
     * @param p50 milliseconds
     * @param p95 milliseconds
     * @param p99 milliseconds
     * @param cpuMicros processor time for one request, in microseconds, by process
     */
    record Result(
            Route route,
            Endpoint endpoint,
            long requests,
            long failed,
            double perSecond,
            double p50,
            double p95,
            double p99,
            Map<String, Double> cpuMicros) {}
}
