// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.planner;

import io.handlersocket.hibernate.HandlerSocketSettings;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Which entities may be loaded over HandlerSocket. */
public enum EntityChoice {
    /** All but those with {@link io.handlersocket.hibernate.OverJdbc}. */
    ALL,
    /** Only those with {@link io.handlersocket.hibernate.OverHandlerSocket}. */
    ANNOTATED,
    /** No entity: every load uses JDBC. */
    NONE;

    /**
     * Parses a setting; null means {@link #ALL}.
     *
     * @throws IllegalArgumentException if the value is unknown
     */
    public static EntityChoice of(@Nullable Object setting) {
        if (setting == null || setting.toString().isBlank()) {
            return ALL;
        }
        try {
            return valueOf(setting.toString().trim().toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    HandlerSocketSettings.ENTITIES + ": " + setting + " (expected all, annotated or none)", e);
        }
    }
}
