// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.spring;

import com.sun.management.OperatingSystemMXBean;
import io.handlersocket.hibernate.Shadow;
import io.handlersocket.jmh.measure.Arm;
import io.handlersocket.jmh.measure.Latencies;
import io.handlersocket.jmh.measure.Slice;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.springframework.context.ApplicationContext;

/**
 * Slices in turn: of an application without the setting, and of one with it, whose comparisons are stopped and started.
 * For one thread.
 */
final class ShadowBlock {

    private static final int WITHOUT = 0;
    private static final int STOPPED = 1;
    private static final int COMPARED = 2;

    /** Longer than what a slice leaves in shadow mode's queue. */
    private static final long REST_MILLIS = 200;

    /** Counters at one moment, in microseconds and numbers since the start. */
    private record Reading(double cpuMicros, double shadowMicros, long compared) {}

    /**
     * What a block says of one route: medians of its rounds.
     *
     * @param rate calls in a second while answers are compared
     * @param rateRatio of the slice whose answers are compared to the one of the same application whose answers are not
     * @param stoppedRatio of that one to the slice of the application without the setting
     * @param cpu time of both processes for a call while answers are compared, in microseconds
     * @param cpuRatio as {@code rateRatio}
     * @param compared answers in a second
     * @param shadowCpu the part of shadow mode's thread in the processor time of both processes
     */
    record Result(
            double rate,
            double rateRatio,
            double stoppedRatio,
            double cpu,
            double cpuRatio,
            double compared,
            double shadowCpu) {}

    /** The rounds of one route. */
    private static final class Rounds {
        final List<Arm> arms;
        final List<Result> results = new ArrayList<>();

        Rounds(List<Arm> arms) {
            this.arms = arms;
        }
    }

    private final List<ApplicationContext> applications;
    private final ShadowSwitch comparisons;
    private final Optional<ProcessHandle> server;
    private final long sliceNanos;
    private final Map<ShadowRoute, Rounds> routes = new LinkedHashMap<>();
    private int round;

    /**
     * @param without an application without the setting
     * @param with an application with it
     */
    ShadowBlock(
            ApplicationContext without,
            ApplicationContext with,
            List<ShadowRoute> routes,
            int threads,
            long sliceNanos,
            Optional<ProcessHandle> server)
            throws ReflectiveOperationException {
        this.applications = List.of(without, with, with);
        this.comparisons = new ShadowSwitch(with);
        this.server = server;
        this.sliceNanos = sliceNanos;
        for (ShadowRoute route : routes) {
            this.routes.put(
                    route,
                    new Rounds(applications.stream()
                            .map(application -> route.arm(application, threads))
                            .toList()));
        }
    }

    void warmUp(int rounds) throws Exception {
        for (int i = 0; i < rounds; i++) {
            runRound();
        }
        routes.values().forEach(each -> each.results.clear());
    }

    /** Runs rounds for so long, at least one. */
    void measure(long nanos) throws Exception {
        long end = System.nanoTime() + nanos;
        do {
            runRound();
        } while (System.nanoTime() - end < 0);
    }

    private void runRound() throws Exception {
        round++;
        comparisons.stop();
        for (Rounds each : routes.values()) {
            double[] rate = new double[applications.size()];
            double[] cpu = new double[applications.size()];
            double compared = 0;
            double shadowCpu = 0;
            for (int i = 0; i < rate.length; i++) {
                int at = (round % 2 == 0 ? i + round : rate.length - 1 - i + round) % rate.length; // both orders
                if (at == COMPARED) {
                    comparisons.start();
                }
                Reading before = read(applications.get(at));
                long start = System.nanoTime();
                long calls = each.arms.get(at).run(new Slice(start + sliceNanos, new Latencies()));
                double seconds = (System.nanoTime() - start) / 1e9;
                Reading after = read(applications.get(at)); // before the rest, in which the queue is worked off
                double spent = after.cpuMicros - before.cpuMicros;
                rate[at] = calls / seconds;
                cpu[at] = spent / calls;
                if (at == COMPARED) {
                    comparisons.stop();
                    compared = (after.compared - before.compared) / seconds;
                    shadowCpu = (after.shadowMicros - before.shadowMicros) / spent;
                }
                Thread.sleep(REST_MILLIS);
            }
            each.results.add(new Result(
                    rate[COMPARED],
                    rate[COMPARED] / rate[STOPPED],
                    rate[STOPPED] / rate[WITHOUT],
                    cpu[COMPARED],
                    cpu[COMPARED] / cpu[STOPPED],
                    compared,
                    shadowCpu));
        }
    }

    /** Returns what the measured rounds say of each route. */
    Map<ShadowRoute, Result> results() {
        Map<ShadowRoute, Result> results = new LinkedHashMap<>();
        routes.forEach((route, rounds) -> results.put(
                route,
                new Result(
                        median(rounds, Result::rate),
                        median(rounds, Result::rateRatio),
                        median(rounds, Result::stoppedRatio),
                        median(rounds, Result::cpu),
                        median(rounds, Result::cpuRatio),
                        median(rounds, Result::compared),
                        median(rounds, Result::shadowCpu))));
        return results;
    }

    private static double median(Rounds rounds, ToDoubleFunction<Result> value) {
        double[] sorted = rounds.results.stream().mapToDouble(value).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    private Reading read(ApplicationContext application) {
        Shadow shadow = ShadowRoute.loads(application).shadow();
        long compared = shadow == null
                ? 0
                : shadow.counts().stream()
                        .mapToLong(count -> count.equal() + count.changed() + count.different() + count.failed())
                        .sum();
        double own = ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime() / 1e3;
        double other = server.flatMap(process -> process.info().totalCpuDuration())
                .map(time -> time.toNanos() / 1e3)
                .orElse(0.0);
        return new Reading(own + other, shadowMicros(), compared);
    }

    /** The thread lives on between the slices with a share: it waits 10 s for the next answer. */
    private static double shadowMicros() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        return Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
                .filter(thread -> thread != null && thread.getThreadName().equals("handlersocket-shadow"))
                .mapToDouble(thread -> threads.getThreadCpuTime(thread.getThreadId()) / 1e3)
                .sum();
    }
}
