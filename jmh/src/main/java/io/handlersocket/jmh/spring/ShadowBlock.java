// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.spring;

import com.sun.management.OperatingSystemMXBean;
import io.handlersocket.jmh.measure.Arm;
import io.handlersocket.jmh.measure.Latencies;
import io.handlersocket.jmh.measure.Slice;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.springframework.context.ApplicationContext;

/**
 * Slices in turn: of an application without the setting, and of one with it, whose comparisons are stopped and started.
 * For one thread.
 */
final class ShadowBlock {

    private static final int WITHOUT = 0;
    private static final int STOPPED = 1;
    private static final int COMPARED = 2;

    private static final long REST_MILLIS = 200;

    /** Counters at one moment, in microseconds and numbers since the start. */
    private record Reading(double cpuMicros, double shadowMicros, long compared) {}

    /** What a slice, or several of one kind, took. */
    private record Spent(long calls, double seconds, double cpuMicros, double shadowMicros, long compared) {

        static final Spent NOTHING = new Spent(0, 0, 0, 0, 0);

        Spent plus(Spent more) {
            return new Spent(
                    calls + more.calls,
                    seconds + more.seconds,
                    cpuMicros + more.cpuMicros,
                    shadowMicros + more.shadowMicros,
                    compared + more.compared);
        }

        double rate() {
            return calls / seconds;
        }

        double cpu() {
            return cpuMicros / calls;
        }
    }

    /**
     * What a block says of one route: medians of its rounds. At a fixed rate, all its rounds as one, because the
     * processor time of the server is counted in steps of 10 ms.
     *
     * @param rate calls in a second while answers are compared
     * @param rateRatio of the slice whose answers are compared to the one of the same application whose answers are not
     * @param stoppedRatio of that one to the slice of the application without the setting
     * @param cpu time of both processes for a call while answers are compared, in microseconds
     * @param cpuRatio as {@code rateRatio}
     * @param cpuStopped as {@code cpu}, while none is compared
     * @param compared answers in a second
     * @param shadowCpu the part of shadow mode's thread in the processor time of both processes
     */
    record Result(
            double rate,
            double rateRatio,
            double stoppedRatio,
            double cpu,
            double cpuRatio,
            double cpuStopped,
            double compared,
            double shadowCpu) {

        static Result of(List<Spent> slices) {
            Spent with = slices.get(COMPARED);
            Spent stopped = slices.get(STOPPED);
            return new Result(
                    with.rate(),
                    with.rate() / stopped.rate(),
                    stopped.rate() / slices.get(WITHOUT).rate(),
                    with.cpu(),
                    with.cpu() / stopped.cpu(),
                    stopped.cpu(),
                    with.compared / with.seconds,
                    with.shadowMicros / with.cpuMicros);
        }
    }

    /** The rounds of one route. */
    private static final class Rounds {
        final List<Arm> arms;
        final List<List<Spent>> all = new ArrayList<>();

        Rounds(List<Arm> arms) {
            this.arms = arms;
        }
    }

    private final List<ApplicationContext> applications;
    private final ShadowSwitch comparisons;
    private final Optional<ProcessHandle> server;
    private final long sliceNanos;
    private final int perSecond;
    private final Map<ShadowRoute, Rounds> routes = new LinkedHashMap<>();
    private int round;

    /**
     * @param without an application without the setting
     * @param with an application with it
     * @param perSecond calls of each slice in a second; 0 for as many as possible
     */
    ShadowBlock(
            ApplicationContext without,
            ApplicationContext with,
            List<ShadowRoute> routes,
            int threads,
            int perSecond,
            long sliceNanos,
            Optional<ProcessHandle> server)
            throws ReflectiveOperationException {
        this.applications = List.of(without, with, with);
        this.comparisons = new ShadowSwitch(with);
        this.server = server;
        this.sliceNanos = sliceNanos;
        this.perSecond = perSecond;
        for (ShadowRoute route : routes) {
            this.routes.put(
                    route,
                    new Rounds(applications.stream()
                            .map(application -> route.arm(application, threads, perSecond))
                            .toList()));
        }
    }

    void warmUp(int rounds) throws Exception {
        for (int i = 0; i < rounds; i++) {
            runRound();
        }
        routes.values().forEach(each -> each.all.clear());
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
            List<Spent> slices = new ArrayList<>(Collections.nCopies(applications.size(), Spent.NOTHING));
            for (int i = 0; i < slices.size(); i++) {
                int at = (round % 2 == 0 ? i + round : slices.size() - 1 - i + round) % slices.size(); // both orders
                slices.set(at, runSlice(at, each.arms.get(at)));
                Thread.sleep(REST_MILLIS);
            }
            each.all.add(slices);
        }
    }

    private Spent runSlice(int at, Arm arm) throws Exception {
        if (at == COMPARED) {
            comparisons.start();
        }
        Reading before = read();
        long start = System.nanoTime();
        long calls = arm.run(new Slice(start + sliceNanos, new Latencies()));
        double seconds = (System.nanoTime() - start) / 1e9;
        Reading after = read();
        comparisons.stop();
        long compared = after.compared - before.compared;
        long beyond = comparisons.compared() - before.compared - compared;
        if (at != COMPARED && compared + beyond != 0) {
            throw new AssertionError("answers compared in a slice that has none: " + (compared + beyond));
        }
        return new Spent(
                calls, seconds, after.cpuMicros - before.cpuMicros, after.shadowMicros - before.shadowMicros, compared);
    }

    /** Returns what the measured rounds say of each route. */
    Map<ShadowRoute, Result> results() {
        Map<ShadowRoute, Result> results = new LinkedHashMap<>();
        routes.forEach((route, rounds) -> results.put(route, perSecond == 0 ? medians(rounds.all) : sums(rounds.all)));
        return results;
    }

    private static Result sums(List<List<Spent>> rounds) {
        return Result.of(IntStream.range(0, rounds.get(0).size())
                .mapToObj(at -> rounds.stream().map(round -> round.get(at)).reduce(Spent.NOTHING, Spent::plus))
                .toList());
    }

    private static Result medians(List<List<Spent>> rounds) {
        List<Result> results = rounds.stream().map(Result::of).toList();
        return new Result(
                median(results, Result::rate),
                median(results, Result::rateRatio),
                median(results, Result::stoppedRatio),
                median(results, Result::cpu),
                median(results, Result::cpuRatio),
                median(results, Result::cpuStopped),
                median(results, Result::compared),
                median(results, Result::shadowCpu));
    }

    private static double median(List<Result> rounds, ToDoubleFunction<Result> value) {
        double[] sorted = rounds.stream().mapToDouble(value).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    private Reading read() {
        double own = ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime() / 1e3;
        double other = server.flatMap(process -> process.info().totalCpuDuration())
                .map(time -> time.toNanos() / 1e3)
                .orElse(0.0);
        return new Reading(own + other, shadowMicros(), comparisons.compared());
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
