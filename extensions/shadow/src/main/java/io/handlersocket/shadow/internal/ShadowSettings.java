// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.shadow.internal;

import io.handlersocket.shadow.Shadow;
import io.handlersocket.shadow.Shadow.OnDifference;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The settings of shadow mode.
 *
 * @param share the share of loads that is checked, more than 0 and at most 1
 * @param maxRate how many loads are checked at most in a second
 * @param dataSource where its connection comes from
 */
public record ShadowSettings(double share, int maxRate, OnDifference onDifference, DataSource dataSource) {

    private static final String DEFAULT_RATE = "10";
    private static final int MAX_RATE = 1_000;

    /**
     * Reads the settings.
     *
     * @return null if shadow mode is off
     * @throws IllegalArgumentException if a setting has an unknown value
     */
    public static @Nullable ShadowSettings of(Map<String, Object> settings) {
        double share = share(settings.get(Shadow.SAMPLE));
        int maxRate = maxRate(settings.get(Shadow.MAX_RATE));
        OnDifference onDifference = onDifference(settings.get(Shadow.ON_DIFFERENCE));
        if (share == 0) {
            return null;
        }
        if (settings.get(Shadow.DATA_SOURCE) instanceof DataSource dataSource) {
            return new ShadowSettings(share, maxRate, onDifference, dataSource);
        }
        throw new IllegalArgumentException(Shadow.SAMPLE
                + " is set, but shadow mode has no connection of its own. Set "
                + Shadow.DATA_SOURCE
                + " to a DataSource that connects as the application's, outside its pool");
    }

    private static double share(@Nullable Object value) {
        String text = value == null ? "0" : value.toString().trim();
        try {
            double share = Double.parseDouble(text);
            if (share >= 0 && share <= 1) {
                return share;
            }
        } catch (NumberFormatException e) {
            // the same message
        }
        throw new IllegalArgumentException(Shadow.SAMPLE + ": " + text + " (expected 0 to 1)");
    }

    private static int maxRate(@Nullable Object value) {
        String text = value == null ? DEFAULT_RATE : value.toString().trim();
        try {
            int rate = Integer.parseInt(text);
            if (rate >= 1 && rate <= MAX_RATE) {
                return rate;
            }
        } catch (NumberFormatException e) {
            // the same message
        }
        throw new IllegalArgumentException(Shadow.MAX_RATE + ": " + text + " (expected 1 to " + MAX_RATE + ")");
    }

    private static OnDifference onDifference(@Nullable Object value) {
        String text = value == null ? "log" : value.toString().trim();
        return Arrays.stream(OnDifference.values())
                .filter(known -> known.name().toLowerCase(Locale.ROOT).equals(text.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        Shadow.ON_DIFFERENCE + ": " + text + " (expected log, quarantine or fail)"));
    }
}
