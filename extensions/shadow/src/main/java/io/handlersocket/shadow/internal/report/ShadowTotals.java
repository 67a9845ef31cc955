// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.shadow.internal.report;

import io.handlersocket.shadow.Shadow;
import io.handlersocket.shadow.Shadow.Count;
import io.handlersocket.shadow.Shadow.Difference;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * What shadow mode of all persistence units has found.
 *
 * @param dropped number of answers that were not compared, because too many were waiting
 * @param counts the checks by role, the most frequent first
 * @param differences what differs; never values
 * @param failing whether there is a difference that makes the application's health DOWN
 */
public record ShadowTotals(long dropped, List<Count> counts, List<Difference> differences, boolean failing) {

    private static final MathContext TWO_DIGITS = new MathContext(2, RoundingMode.HALF_UP);

    /** Returns the totals; empty totals if shadow mode is off. */
    public static ShadowTotals of(Collection<Shadow> shadows) {
        return new ShadowTotals(
                shadows.stream().mapToLong(Shadow::dropped).sum(),
                shadows.stream()
                        .flatMap(shadow -> shadow.counts().stream())
                        .sorted(Comparator.comparingLong(Count::equal)
                                .reversed()
                                .thenComparing(Count::role))
                        .toList(),
                shadows.stream()
                        .flatMap(shadow -> shadow.differences().stream())
                        .sorted(Comparator.comparing(Difference::where).thenComparing(Difference::role))
                        .toList(),
                shadows.stream()
                        .anyMatch(shadow -> shadow.onDifference() == Shadow.OnDifference.FAIL
                                && !shadow.differences().isEmpty()));
    }

    /** Returns the same with figures of two digits. */
    ShadowTotals rounded() {
        return new ShadowTotals(
                dropped, counts.stream().map(ShadowTotals::rounded).toList(), differences, failing);
    }

    private static Count rounded(Count count) {
        return new Count(
                count.role(),
                count.equal(),
                count.changed(),
                count.different(),
                count.failed(),
                rounded(count.handlerSocketMicros()),
                rounded(count.jdbcMicros()),
                rounded(count.speedUp()));
    }

    private static double rounded(double figure) {
        return BigDecimal.valueOf(figure).round(TWO_DIGITS).doubleValue();
    }

    /** Returns the sum of one of the counts. */
    public long sum(ToLongFunction<Count> count) {
        return counts.stream().mapToLong(count).sum();
    }
}
