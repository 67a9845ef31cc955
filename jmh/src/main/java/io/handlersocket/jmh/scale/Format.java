// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.scale;

import java.util.Locale;

/** Values as the page shows them. */
final class Format {

    private Format() {}

    static String number(double value) {
        return String.format(Locale.ROOT, "%,.0f", value);
    }

    /** With two digits that mean something. */
    static String thousands(double value) {
        int digits = number(value).replace(",", "").length();
        double unit = StrictMath.pow(10, Math.max(0, digits - 2));
        return number(Math.round(value / unit) * unit);
    }

    static String micros(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.2f µs" : "%,.0f µs", value);
    }

    static String seconds(double value) {
        return Double.isNaN(value) ? "not in 60 s" : String.format(Locale.ROOT, "%.2f s", value);
    }

    static String mega(double bytes) {
        return String.format(Locale.ROOT, "%,.0f MB", bytes / 1e6);
    }
}
