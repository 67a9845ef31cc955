// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/**
 * What one process held after each cycle of faults, and whether that rises steadily. It looks at all pairs of samples,
 * so that a few samples that are far off decide nothing.
 *
 * @param limit a rise of so much in each cycle is a leak, if it is steady
 * @param values the first one is from before the cycles
 */
record Series(String process, String what, double limit, List<Long> values) {

    private static final double SOCKETS = 0.5;
    private static final double THREADS = 0.5;
    private static final double HEAP_BYTES = 300 * 1024;
    private static final double DIRECT_BYTES = 64 * 1024;

    /** A single step, as of an allocator's chunk, reaches 0.55 in eleven samples. */
    private static final double STEADY = 0.6;

    /** All that is compared of one process. */
    static List<Series> of(List<Footprint> prints) {
        return List.of(
                of(prints, "sockets", SOCKETS, Footprint::established),
                of(prints, "threads", THREADS, Footprint::threads),
                of(prints, "bytes of heap", HEAP_BYTES, Footprint::heapBytes),
                of(prints, "direct bytes", DIRECT_BYTES, Footprint::directBytes));
    }

    private static Series of(List<Footprint> prints, String what, double limit, ToLongFunction<Footprint> value) {
        List<Long> values = prints.stream().mapToLong(value).boxed().toList();
        return new Series(prints.get(0).process(), what, limit, values);
    }

    /** What contradicts the promise; empty: nothing. */
    List<String> problems() {
        return slope() >= limit && steadiness() >= STEADY
                ? List.of(String.format(
                        Locale.ROOT, "%s: %s rise by %.1f in each cycle: %s", process, what, slope(), values))
                : List.of();
    }

    /** The rise of each cycle: the median of the slopes of all pairs. */
    double slope() {
        double[] slopes = slopes();
        Arrays.sort(slopes);
        int middle = slopes.length / 2;
        if (slopes.length == 0) {
            return 0;
        }
        return slopes.length % 2 == 1 ? slopes[middle] : (slopes[middle - 1] + slopes[middle]) / 2;
    }

    /** The part of the pairs that rise, less the part that falls: 1 if each value is above all before it. */
    double steadiness() {
        return Arrays.stream(slopes()).map(Math::signum).average().orElse(0);
    }

    private double[] slopes() {
        List<Double> slopes = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            for (int j = i + 1; j < values.size(); j++) {
                slopes.add((values.get(j) - values.get(i)) / (double) (j - i));
            }
        }
        return slopes.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
