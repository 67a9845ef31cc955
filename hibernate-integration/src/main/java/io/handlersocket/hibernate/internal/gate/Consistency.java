// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.gate;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How fresh, or how repeatable, loads inside a transaction are. */
public enum Consistency {
    /**
     * As the isolation says: READ COMMITTED until the first write, REPEATABLE READ until the first statement. Where the
     * server checks writes against the snapshot, REPEATABLE READ only if it lets the transaction write nothing.
     */
    DEFAULT,
    /** The newest committed row until the transaction's first write, whatever the isolation. */
    LATEST,
    /** Inside a transaction only what its own snapshot shows, so never over HandlerSocket. */
    SNAPSHOT;

    /**
     * Reads a setting.
     *
     * @throws IllegalArgumentException if it is another value
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
