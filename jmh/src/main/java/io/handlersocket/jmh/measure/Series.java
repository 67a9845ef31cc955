// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.measure;

import java.util.Arrays;
import java.util.List;

/**
 * What the slices of one arm gave.
 *
 * @param rowsPerSecond of each slice, in their order
 * @param bytesPerRow what all threads of the JVM allocated, median of the slices; 0 if not known
 * @param p50Nanos half of the reads took at most this long
 */
public record Series(
        String arm, List<Double> rowsPerSecond, double bytesPerRow, long p50Nanos, long p99Nanos, long p999Nanos) {

    public Series {
        rowsPerSecond = List.copyOf(rowsPerSecond);
    }

    /** Rows a second, median of the slices. */
    public double median() {
        return quantile(rowsPerSecond, 0.5);
    }

    /** The interquartile range as a share of the median. */
    public double spread() {
        return spread(rowsPerSecond);
    }

    static double spread(List<Double> values) {
        return (quantile(values, 0.75) - quantile(values, 0.25)) / quantile(values, 0.5);
    }

    /** With linear interpolation; NaN of nothing. */
    static double quantile(List<Double> values, double q) {
        if (values.isEmpty()) {
            return Double.NaN;
        }
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
        Arrays.sort(sorted);
        double at = q * (sorted.length - 1);
        int below = (int) Math.floor(at);
        int above = (int) Math.ceil(at);
        return sorted[below] + (sorted[above] - sorted[below]) * (at - below);
    }
}
