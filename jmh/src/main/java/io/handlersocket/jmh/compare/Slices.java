// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.compare;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Gives every arm a slice of time in turn, and says the median of each with its interquartile range. */
final class Slices {

    private record Slice(double rowsPerSecond, double bytesPerRow) {}

    private final List<Arm> arms;
    private final long sliceNanos;
    private final Map<String, List<Slice>> results = new LinkedHashMap<>();

    Slices(List<Arm> arms, long sliceNanos) {
        this.arms = arms;
        this.sliceNanos = sliceNanos;
        arms.forEach(arm -> results.put(arm.name(), new ArrayList<>()));
    }

    void run(int rounds, boolean keep) throws Exception {
        for (int round = 0; round < rounds; round++) {
            for (Arm arm : arms) {
                long bytes = allocated();
                long start = System.nanoTime();
                long rows = arm.run(start + sliceNanos);
                double seconds = (System.nanoTime() - start) / 1e9;
                if (keep) {
                    results.computeIfAbsent(arm.name(), name -> new ArrayList<>())
                            .add(new Slice(rows / seconds, (allocated() - bytes) / (double) Math.max(1, rows)));
                }
            }
            System.err.printf(Locale.ROOT, "%s round %d of %d%n", keep ? "measured" : "warm-up", round + 1, rounds);
        }
    }

    private static long allocated() {
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        return Arrays.stream(threads.getThreadAllocatedBytes(threads.getAllThreadIds()))
                .filter(bytes -> bytes > 0)
                .sum();
    }

    double median(String arm) {
        List<Slice> slices = results.getOrDefault(arm, List.of());
        return slices.isEmpty() ? Double.NaN : quantile(slices, 0.5);
    }

    void print() {
        System.out.printf(Locale.ROOT, "%-16s %12s %8s %10s%n", "arm", "rows/s", "IQR %", "bytes/row");
        results.forEach((name, slices) -> {
            double median = quantile(slices, 0.5);
            double iqr = (quantile(slices, 0.75) - quantile(slices, 0.25)) / median * 100;
            double[] bytes =
                    slices.stream().mapToDouble(Slice::bytesPerRow).sorted().toArray();
            System.out.printf(Locale.ROOT, "%-16s %12.0f %8.1f %10.0f%n", name, median, iqr, bytes[bytes.length / 2]);
        });
    }

    private static double quantile(List<Slice> slices, double q) {
        double[] sorted =
                slices.stream().mapToDouble(Slice::rowsPerSecond).sorted().toArray();
        double at = q * (sorted.length - 1);
        int below = (int) Math.floor(at);
        int above = (int) Math.ceil(at);
        return sorted[below] + (sorted[above] - sorted[below]) * (at - below);
    }
}
