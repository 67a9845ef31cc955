// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.measure;

import java.util.List;
import java.util.Locale;

/**
 * What several measurements of one ratio say together: the geometric mean, and where the true ratio lies with a
 * confidence of 95 % (Student's t of the logarithms).
 *
 * @param low NaN if there are fewer than two measurements, as is {@code high}
 */
public record Interval(double mean, double low, double high) {

    /** The 97.5 % quantiles of Student's t distribution, for 1 and more degrees of freedom. */
    private static final double[] T = {
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
        2.110, 2.101, 2.093, 2.086
    };

    /**
     * Returns the interval of several measurements of one ratio.
     *
     * @param ratios positive, and independent of each other: slices that share what was set up once are not
     */
    public static Interval ofRatios(List<Double> ratios) {
        int n = ratios.size();
        double mean = ratios.stream().mapToDouble(Math::log).average().orElse(Double.NaN);
        if (n < 2) {
            return new Interval(Math.exp(mean), Double.NaN, Double.NaN);
        }
        double squares = ratios.stream()
                .mapToDouble(ratio -> Math.pow(Math.log(ratio) - mean, 2))
                .sum();
        double t = T[Math.min(n - 1, T.length) - 1]; // too wide rather than too narrow beyond the table
        double reach = t * Math.sqrt(squares / (n - 1) / n);
        return new Interval(Math.exp(mean), Math.exp(mean - reach), Math.exp(mean + reach));
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%.3f [%.3f to %.3f]", mean, low, high);
    }
}
