// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.scale;

import io.handlersocket.jmh.client.BareLoopArm;
import io.handlersocket.jmh.client.ClientArms;
import io.handlersocket.jmh.measure.Arm;
import io.handlersocket.jmh.measure.Database;
import io.handlersocket.jmh.measure.Latencies;
import io.handlersocket.jmh.measure.Slice;
import io.handlersocket.jmh.measure.UserTable;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Measures lookups on servers with 1, 2 and 16 reader threads: the rows of {@code lookups.csv}. The caller is the bare
 * loop, one thread, with several numbers of connections and of requests in flight on each; then the client itself.
 */
final class LookupMeasurement {

    private static final long WARM_UP_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(Long.getLong("slice.millis", 1_200));

    /** Reader threads, connections, in flight on each connection. */
    private static final int[][] LOOPS = {
        {1, 1, 1},
        {1, 1, 64},
        {1, 4, 16},
        {1, 4, 64},
        {1, 4, 256},
        {1, 16, 1},
        {1, 64, 1},
        {1, 64, 4},
        {1, 256, 1},
        {2, 4, 16},
        {2, 4, 64},
        {2, 4, 256},
        {2, 64, 1},
        {16, 1, 1},
        {16, 4, 16},
        {16, 4, 64},
        {16, 4, 256},
        {16, 64, 1},
        {16, 256, 1}
    };

    private static final List<String> CLIENT = List.of("async-64", "async-256", "async-1024");

    static final String HEADER = "caller,threads,connections,window,spread,lookups_per_second,server_us_per_lookup,"
            + "client_us_per_lookup,lookups_per_round,lookups_per_send";

    private LookupMeasurement() {}

    static void main(int... threads) throws Exception {
        System.out.println(HEADER);
        for (int count : threads) {
            System.setProperty("handlersocket.threads", String.valueOf(count));
            try (HandlerSocketMariaDB server = UserTable.start();
                    ServerMeter meter = new ServerMeter(server)) {
                Database db = Database.of(server);
                for (int[] loop : LOOPS) {
                    if (loop[0] == count) {
                        try (BareLoopArm arm = new BareLoopArm("loop", db, loop[1], loop[2])) {
                            measure(arm, meter, count, loop[1], loop[2]);
                        }
                    }
                }
                try (ClientArms arms = new ClientArms(db)) {
                    for (String name : CLIENT) {
                        measure(arms.connect(name), meter, count, 4, Integer.parseInt(name.substring(6)) / 4);
                    }
                }
            }
        }
    }

    private static void measure(Arm arm, ServerMeter meter, int threads, int connections, int window) throws Exception {
        arm.run(new Slice(System.nanoTime() + WARM_UP_NANOS, new Latencies()));
        String spread =
                meter.connectionsByWorker().stream().map(String::valueOf).collect(Collectors.joining("/"));
        long sends = arm instanceof BareLoopArm loop ? loop.sends() : 0;
        long rounds = meter.rounds();
        double cpu = meter.cpuSeconds();
        double own = ownCpuSeconds();
        long start = System.nanoTime();
        long rows = arm.run(new Slice(start + SLICE_NANOS, new Latencies()));
        double seconds = (System.nanoTime() - start) / 1e9;
        own = ownCpuSeconds() - own;
        cpu = meter.cpuSeconds() - cpu;
        rounds = meter.rounds() - rounds;
        System.out.printf(
                Locale.ROOT,
                "%s,%d,%d,%d,%s,%.0f,%.2f,%.2f,%.1f,%s%n",
                arm instanceof BareLoopArm ? "loop" : "client",
                threads,
                connections,
                window,
                spread,
                rows / seconds,
                cpu * 1e6 / rows,
                own * 1e6 / rows,
                (double) rows / Math.max(1, rounds),
                arm instanceof BareLoopArm loop
                        ? String.format(Locale.ROOT, "%.1f", (double) rows / Math.max(1, loop.sends() - sends))
                        : "");
    }

    private static double ownCpuSeconds() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                        .getProcessCpuTime()
                / 1e9;
    }
}
