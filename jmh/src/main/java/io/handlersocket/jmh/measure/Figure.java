// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.measure;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An answer.
 *
 * @param value ratio of the medians, larger is better; for {@code alloc_…} bytes
 * @param spread interquartile range of the ratios of the single rounds, as a share of the value
 * @param reason why it must not be used; empty if it may
 */
public record Figure(
        String key,
        @Nullable String arm,
        @Nullable String base,
        @Nullable Double value,
        double spread,
        String reason) {

    /** Ranges above this are no answer. */
    public static final double MOST_SPREAD = 0.25;

    /** One that could not be measured. */
    public static Figure none(String key, String reason) {
        return new Figure(key, null, null, null, 0, reason);
    }

    /**
     * Compares the slices of two arms that alternated.
     *
     * @param least how many slices of each there must be
     */
    static Figure of(Question question, Series arm, Series base, int least) {
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < arm.rowsPerSecond().size(); i++) {
            ratios.add(arm.rowsPerSecond().get(i) / base.rowsPerSecond().get(i));
        }
        double spread = Series.spread(ratios);
        String reason = ratios.size() < least
                ? "only " + ratios.size() + " slices, as the time was over"
                : spread <= MOST_SPREAD ? "" : String.format(java.util.Locale.ROOT, "range %.0f %%", spread * 100);
        return new Figure(question.key(), question.arm(), base.arm(), arm.median() / base.median(), spread, reason);
    }

    /** Whether it may be used. */
    public boolean valid() {
        return reason.isEmpty() && value != null;
    }
}
