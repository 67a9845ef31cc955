// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.replicas;

import static java.util.Objects.requireNonNull;

import io.handlersocket.jmh.measure.Figure;
import io.handlersocket.jmh.measure.Series;
import io.handlersocket.jmh.measure.Slices;
import io.handlersocket.jmh.report.Machine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What one run gave.
 *
 * @param withinMillis the largest age of answers of replicas that was accepted
 * @param writesPerSecond commits beside the reads
 * @param failures why arms have no result, by name
 */
record ReplicaResult(
        String date,
        Machine machine,
        int rows,
        long withinMillis,
        double writesPerSecond,
        List<OneArm> arms,
        List<Ratio> ratios,
        Map<String, String> failures) {

    private static final double LEAST_SHARE = 0.95;

    /**
     * One arm.
     *
     * @param readsPerSecond median of the slices
     * @param spread interquartile range as a share of the median
     * @param clientMicros CPU time of this JVM for a read
     * @param serverMicros CPU time of all servers together for a read, with what replication and the writer take
     * @param replicaShare the share of reads that replicas answered
     */
    record OneArm(
            String arm,
            double readsPerSecond,
            double spread,
            double p50Micros,
            double p99Micros,
            double clientMicros,
            double serverMicros,
            double replicaShare) {}

    /**
     * Reads per second of one arm as a share of another one.
     *
     * @param spread interquartile range of the ratios of the rounds, as a share of the value
     * @param reason why it must not be used; empty if it may
     */
    record Ratio(String arm, String base, double value, double spread, String reason) {}

    static ReplicaResult of(
            String date,
            Machine machine,
            int rows,
            long withinMillis,
            double writesPerSecond,
            List<MeteredArm> metered,
            Slices slices) {
        Map<String, MeteredArm> byName = metered.stream().collect(Collectors.toMap(MeteredArm::name, arm -> arm));
        Map<String, Series> series = new LinkedHashMap<>();
        List<OneArm> arms = new ArrayList<>();
        for (Series one : slices.series()) {
            MeteredArm arm = requireNonNull(byName.get(one.arm()));
            series.put(one.arm(), one);
            arms.add(new OneArm(
                    one.arm(),
                    one.median(),
                    one.spread(),
                    one.p50Nanos() / 1e3,
                    one.p99Nanos() / 1e3,
                    arm.clientMicros(),
                    arm.serverMicros(),
                    arm.replicaShare()));
        }
        return new ReplicaResult(
                date, machine, rows, withinMillis, writesPerSecond, arms, ratios(series, arms), slices.failures());
    }

    /** Our arm of replicas beside each other arm with as many threads. */
    static List<Ratio> ratios(Map<String, Series> series, List<OneArm> arms) {
        List<Ratio> ratios = new ArrayList<>();
        for (Series one : series.values()) {
            int threads = Integer.parseInt(one.arm().substring(one.arm().lastIndexOf('-') + 1));
            if (one.arm().equals(ReplicaArms.Kind.REPLICAS_HANDLERSOCKET.arm(threads))) {
                for (ReplicaArms.Kind kind : ReplicaArms.Kind.values()) {
                    Series base = series.get(kind.arm(threads));
                    if (base != null && !base.equals(one)) {
                        ratios.add(ratio(one, base, arms));
                    }
                }
            }
        }
        return ratios;
    }

    private static Ratio ratio(Series arm, Series base, List<OneArm> arms) {
        List<Double> rounds = new ArrayList<>();
        for (int i = 0; i < arm.rowsPerSecond().size(); i++) {
            rounds.add(arm.rowsPerSecond().get(i) / base.rowsPerSecond().get(i));
        }
        double spread = new Series(arm.arm(), rounds, 0, 0, 0, 0).spread();
        String reason = arms.stream()
                .filter(one -> one.arm().equals(arm.arm()) || one.arm().equals(base.arm()))
                .filter(one -> one.arm().startsWith("replicas-") && one.replicaShare() < LEAST_SHARE)
                .map(one -> percent(one.replicaShare()) + " of " + one.arm() + " came from replicas")
                .findFirst()
                .orElse(spread > Figure.MOST_SPREAD ? "range " + percent(spread) : "");
        return new Ratio(arm.arm(), base.arm(), arm.median() / base.median(), spread, reason);
    }

    /** Returns the tables of a report. */
    String markdown() {
        StringBuilder text = new StringBuilder("# Reads from replicas, " + date + "\n\n");
        text.append(String.format(
                Locale.ROOT,
                "%s, %d cores for the client, the primary and the replicas together; MariaDB %s, %,d rows,"
                        + " %.0f commits a second beside the reads. An answer of a replica is at most %d ms old.%n%n",
                machine.cpu(),
                machine.cores(),
                machine.server(),
                rows,
                writesPerSecond,
                withinMillis));
        text.append("| arm | reads/s | range | p50, µs | p99, µs | CPU of the client, µs | CPU of all servers, µs"
                + " | from replicas |\n|---|---|---|---|---|---|---|---|\n");
        for (OneArm arm : arms) {
            text.append(String.format(
                    Locale.ROOT,
                    "| `%s` | %,.0f | %s | %.1f | %.1f | %.1f | %.1f | %s |%n",
                    arm.arm(),
                    arm.readsPerSecond(),
                    percent(arm.spread()),
                    arm.p50Micros(),
                    arm.p99Micros(),
                    arm.clientMicros(),
                    arm.serverMicros(),
                    percent(arm.replicaShare())));
        }
        text.append("\n| reads/s of | beside | ratio | range | |\n|---|---|---|---|---|\n");
        for (Ratio ratio : ratios) {
            text.append(String.format(
                    Locale.ROOT,
                    "| `%s` | `%s` | %.2f | %s | %s |%n",
                    ratio.arm(),
                    ratio.base(),
                    ratio.value(),
                    percent(ratio.spread()),
                    ratio.reason().isEmpty() ? "" : "void: " + ratio.reason()));
        }
        failures.forEach((arm, why) -> text.append("\n`" + arm + "` failed: " + why + "\n"));
        return text.toString();
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f %%", share * 100);
    }
}
