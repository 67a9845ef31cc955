// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.gate;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Which loads inside a transaction may go over HandlerSocket. */
public enum Consistency {
    /**
     * Depends on the isolation: at READ COMMITTED until the first write, at REPEATABLE READ until the first statement.
     * If the server checks writes against the snapshot, REPEATABLE READ only in transactions that cannot write.
     */
    DEFAULT,
    /** Until the transaction's first write, whatever the isolation; loads return the newest committed rows. */
    LATEST,
    /** None: a transaction reads only its own snapshot. */
    SNAPSHOT;

    /**
     * Parses a setting; null means {@link #DEFAULT}.
     *
     * @throws IllegalArgumentException if the value is unknown
     */
    public static Consistency of(@Nullable Object setting) {
        if (setting == null || setting.toString().isBlank()) {
            return DEFAULT;
        }
        try {
            return valueOf(setting.toString().trim().toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "handlersocket.consistency: " + setting + " (expected default, latest or snapshot)", e);
        }
    }
}
