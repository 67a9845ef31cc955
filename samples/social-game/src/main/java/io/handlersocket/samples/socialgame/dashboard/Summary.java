// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.dashboard;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/**
 * What a run has shown so far.
 *
 * @param rounds how many rounds the medians are of
 * @param headline the comparison in words; empty until there are enough rounds
 * @param medians of each setup, over these rounds
 */
record Summary(int rounds, String headline, Map<Setup, Medians> medians) {

    /** Fewer say nothing. */
    static final int ENOUGH = 5;

    /**
     * The medians of one setup's slices.
     *
     * @param perSecond reads a second
     * @param p50 the median time of a read in microseconds
     * @param p99 the time in microseconds that one read in a hundred exceeds
     */
    record Medians(double perSecond, double p50, double p99) {}

    /** @param undisturbed the slices of rounds without a button and without a fallback */
    static Summary of(List<Map<Setup, Slice>> undisturbed) {
        Map<Setup, Medians> medians = new EnumMap<>(Setup.class);
        if (undisturbed.isEmpty()) {
            return new Summary(0, "", medians);
        }
        for (Setup setup : Setup.values()) {
            medians.put(
                    setup,
                    new Medians(
                            median(undisturbed, setup, Slice::perSecond),
                            median(undisturbed, setup, Slice::p50),
                            median(undisturbed, setup, Slice::p99)));
        }
        return new Summary(undisturbed.size(), undisturbed.size() < ENOUGH ? "" : headline(medians), medians);
    }

    private static String headline(Map<Setup, Medians> medians) {
        double fast = Objects.requireNonNull(medians.get(Setup.HANDLERSOCKET)).perSecond();
        double jdbc = Objects.requireNonNull(medians.get(Setup.WELL_CONFIGURED)).perSecond();
        return jdbc > 0 ? String.format(Locale.ROOT, "%.1f times well-configured JDBC", fast / jdbc) : "";
    }

    private static double median(List<Map<Setup, Slice>> rounds, Setup setup, ToDoubleFunction<Slice> value) {
        double[] sorted = rounds.stream()
                .map(slices -> Objects.requireNonNull(slices.get(setup)))
                .mapToDouble(value)
                .sorted()
                .toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
