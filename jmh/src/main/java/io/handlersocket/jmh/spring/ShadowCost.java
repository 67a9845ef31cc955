// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.spring;

import com.sun.management.OperatingSystemMXBean;
import io.handlersocket.hibernate.HandlerSocketLoads;
import io.handlersocket.hibernate.Shadow;
import io.handlersocket.jmh.hibernate.Teams;
import io.handlersocket.jmh.measure.Arm;
import io.handlersocket.jmh.measure.CostMeter;
import io.handlersocket.jmh.measure.Database;
import io.handlersocket.jmh.measure.Latencies;
import io.handlersocket.jmh.measure.RoutedArm;
import io.handlersocket.jmh.measure.Slice;
import io.handlersocket.jmh.measure.ThreadsArm;
import io.handlersocket.jmh.measure.UserTable;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import jakarta.persistence.EntityManagerFactory;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.hibernate.SessionFactory;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * What shadow mode costs an application whose threads do nothing but {@code findById}: slices without the setting, with
 * a share of 0, and with a share alternate in one JVM. Each slice is compared with the two that compare nothing in the
 * same round, by throughput and by the processor time of both processes, which other work on the machine disturbs less.
 * The slice with 0 shows how far two equal slices differ.
 */
public final class ShadowCost {

    private static final String[] ARMS = {"off", "0", System.getProperty("sample", "0.01")};

    /** Longer than what a slice leaves in shadow mode's queue. */
    private static final long REST_MILLIS = 200;

    private static final int WARM_UPS = 3;

    private static final int THREADS = Integer.getInteger("threads", 4);
    private static final long SLICE_NANOS = Long.getLong("slice.millis", 800) * 1_000_000;

    private final Optional<ProcessHandle> server;

    /** Of each arm: calls in a second, and CPU of both processes for a call in microseconds. */
    private final List<List<Double>> rates = lists();

    private final List<List<Double>> cpus = lists();
    private final List<List<Double>> rateRatios = lists();
    private final List<List<Double>> cpuRatios = lists();

    /** Of the slices with a share: the processor time of shadow mode's thread, and of both processes. */
    private double shadowMicros;

    private double allMicros;

    private ShadowCost(Optional<ProcessHandle> server) {
        this.server = server;
    }

    private static List<List<Double>> lists() {
        return List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }

    public static void main(String[] args) throws Exception {
        List<ConfigurableApplicationContext> applications = new ArrayList<>();
        try (HandlerSocketMariaDB database = UserTable.start()) {
            Database db = Database.of(database);
            Teams.load(db);
            try {
                for (String arm : ARMS) {
                    List<String> properties = new ArrayList<>(List.of(
                            "handlersocket.host=" + db.host(),
                            "handlersocket.port=" + db.readPort(),
                            "handlersocket.secret=" + db.readSecret()));
                    if (!arm.equals("off")) {
                        properties.add("handlersocket.shadow.sample=" + arm);
                    }
                    applications.add(UserApplication.start(db, "", properties));
                    SpringLayer.awaitFast(applications.get(applications.size() - 1));
                }
                ShadowCost cost = new ShadowCost(CostMeter.process(db));
                cost.measure(applications.stream().map(ShadowCost::arm).toList());
                cost.print();
                EntityManagerFactory last = applications.get(ARMS.length - 1).getBean(EntityManagerFactory.class);
                Shadow shadow =
                        HandlerSocketLoads.of(last.unwrap(SessionFactory.class)).shadow();
                System.out.println(shadow == null ? "shadow mode is off" : shadow.counts());
            } finally {
                applications.forEach(ConfigurableApplicationContext::close);
            }
        }
    }

    private static Arm arm(ConfigurableApplicationContext application) {
        RouteCount routes = application.getBean(RouteCount.class);
        Arm arm = new ThreadsArm("findById", THREADS, RepositoryReads.findById(application));
        return new RoutedArm(arm, routes::fast, routes::others);
    }

    private void measure(List<Arm> arms) throws Exception {
        long end = System.nanoTime() + Integer.getInteger("seconds", 60) * 1_000_000_000L;
        for (int round = -WARM_UPS; round < 0 || System.nanoTime() < end; round++) {
            double[] rate = new double[ARMS.length];
            double[] cpu = new double[ARMS.length];
            for (int i = 0; i < ARMS.length; i++) {
                int arm = Math.floorMod(i + round, ARMS.length);
                double shadowBefore = shadowMicros();
                double before = cpuMicros();
                long start = System.nanoTime();
                long calls = arms.get(arm).run(new Slice(start + SLICE_NANOS, new Latencies()));
                rate[arm] = calls * 1e9 / (System.nanoTime() - start);
                Thread.sleep(REST_MILLIS);
                double spent = cpuMicros() - before;
                cpu[arm] = spent / calls;
                if (round >= 0 && arm == ARMS.length - 1) {
                    shadowMicros += shadowMicros() - shadowBefore;
                    allMicros += spent;
                }
            }
            if (round >= 0) {
                for (int arm = 0; arm < ARMS.length; arm++) {
                    rates.get(arm).add(rate[arm]);
                    cpus.get(arm).add(cpu[arm]);
                    rateRatios.get(arm).add(rate[arm] / others(arm, rate));
                    cpuRatios.get(arm).add(cpu[arm] / others(arm, cpu));
                }
            }
        }
    }

    /** The arm of the same round that compares nothing; the mean of both for the last arm. */
    private static double others(int arm, double[] values) {
        return arm == 0 ? values[1] : arm == 1 ? values[0] : (values[0] + values[1]) / 2;
    }

    /** The thread lives on between the slices with a share: it waits 10 s for the next answer. */
    private static double shadowMicros() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        return Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
                .filter(thread -> thread != null && thread.getThreadName().equals("handlersocket-shadow"))
                .mapToDouble(thread -> threads.getThreadCpuTime(thread.getThreadId()) / 1e3)
                .sum();
    }

    private double cpuMicros() {
        double own = ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime() / 1e3;
        return own
                + server.flatMap(process -> process.info().totalCpuDuration())
                        .map(time -> time.toNanos() / 1e3)
                        .orElse(0.0);
    }

    private void print() {
        System.out.printf(
                Locale.ROOT,
                "%d threads, %d rounds; ratios to the other slices: median and 95 %% confidence interval%n",
                THREADS,
                rates.get(0).size());
        System.out.printf("%-8s %9s %24s %11s %24s%n", "share", "calls/s", "ratio", "CPU us", "ratio");
        for (int arm = 0; arm < ARMS.length; arm++) {
            System.out.printf(
                    Locale.ROOT,
                    "%-8s %9.0f %24s %11.2f %24s%n",
                    ARMS[arm],
                    median(rates.get(arm)),
                    interval(rateRatios.get(arm)),
                    median(cpus.get(arm)),
                    interval(cpuRatios.get(arm)));
        }
        System.out.printf(
                Locale.ROOT,
                "shadow mode's thread takes %.2f %% of the processor time of both processes%n",
                100 * shadowMicros / allMicros);
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().skip(values.size() / 2).findFirst().orElse(Double.NaN);
    }

    /** By ranks, so that it assumes nothing about how the values are spread. */
    private static String interval(List<Double> values) {
        List<Double> sorted = new ArrayList<>(values);
        Collections.sort(sorted);
        int n = sorted.size();
        double reach = 0.98 * Math.sqrt(n);
        int low = (int) Math.max(0, Math.floor(n / 2.0 - reach));
        int high = (int) Math.min(n - 1, Math.ceil(n / 2.0 + reach));
        return String.format(Locale.ROOT, "%.3f [%.3f to %.3f]", median(values), sorted.get(low), sorted.get(high));
    }
}
