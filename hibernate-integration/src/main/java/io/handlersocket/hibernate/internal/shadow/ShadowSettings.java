// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.shadow;

import io.handlersocket.hibernate.HandlerSocketSettings;
import io.handlersocket.hibernate.Shadow.OnDifference;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The settings of shadow mode.
 *
 * @param share the share of loads that is checked, more than 0 and at most 1
 * @param dataSource where its connection comes from
 */
public record ShadowSettings(double share, OnDifference onDifference, DataSource dataSource) {

    /**
     * Reads the settings.
     *
     * @return null if shadow mode is off
     * @throws IllegalArgumentException if a setting has an unknown value
     */
    public static @Nullable ShadowSettings of(Map<String, Object> settings) {
        double share = share(settings.get(HandlerSocketSettings.SHADOW_SAMPLE));
        OnDifference onDifference = onDifference(settings.get(HandlerSocketSettings.SHADOW_ON_DIFFERENCE));
        if (share == 0) {
            return null;
        }
        if (settings.get(HandlerSocketSettings.SHADOW_DATA_SOURCE) instanceof DataSource dataSource) {
            return new ShadowSettings(share, onDifference, dataSource);
        }
        throw new IllegalArgumentException(HandlerSocketSettings.SHADOW_SAMPLE
                + " is set, but shadow mode has no connection of its own. Set "
                + HandlerSocketSettings.SHADOW_DATA_SOURCE
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
        throw new IllegalArgumentException(HandlerSocketSettings.SHADOW_SAMPLE + ": " + text + " (expected 0 to 1)");
    }

    private static OnDifference onDifference(@Nullable Object value) {
        String text = value == null ? "log" : value.toString().trim();
        return Arrays.stream(OnDifference.values())
                .filter(known -> known.name().toLowerCase(Locale.ROOT).equals(text.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(HandlerSocketSettings.SHADOW_ON_DIFFERENCE + ": " + text
                        + " (expected log, quarantine or fail)"));
    }
}
