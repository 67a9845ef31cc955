// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.actuate;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/** Numbers with two significant digits, which is what a reader compares. */
final class Digits {

    private static final MathContext NEAREST = new MathContext(2, RoundingMode.HALF_UP);
    private static final MathContext DOWN = new MathContext(2, RoundingMode.DOWN);

    private Digits() {}

    static double two(double number) {
        return BigDecimal.valueOf(number).round(NEAREST).doubleValue();
    }

    /** Returns the part of a sum, from 0 to 1; 1 only if it is the whole sum, and null if that is 0. */
    static @Nullable Double share(long part, long other) {
        return part + other == 0
                ? null
                : (Double) BigDecimal.valueOf((double) part / (part + other))
                        .round(DOWN)
                        .doubleValue();
    }
}
