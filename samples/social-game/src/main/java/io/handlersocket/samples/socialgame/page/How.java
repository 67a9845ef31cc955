// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.page;

import io.handlersocket.samples.socialgame.served.Serving;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How a part was served, in words for a page.
 *
 * @param kind the colour: {@code fast}, {@code slow}, {@code mixed} or {@code none}
 * @param label the route
 * @param lookups reads that HandlerSocket answered
 * @param sqlCommands commands sent to the server, those of transactions included
 * @param roundTrips how often the thread waited for the server's answer to them
 * @param micros how long it took
 * @param reason why SQL answered a lookup; empty if it did not
 * @param comparison the same over JDBC; null if it was not asked for
 */
public record How(
        String kind,
        String label,
        int lookups,
        int sqlCommands,
        int roundTrips,
        long micros,
        String reason,
        @Nullable Comparison comparison) {

    static final How NOT_AT_ALL = new How("none", "not read", 0, 0, 0, 0, "", null);

    static How of(Serving serving) {
        return switch (serving.route()) {
            case HANDLERSOCKET -> with("fast", "HandlerSocket", serving);
            case JDBC -> with("slow", "JDBC", serving);
            case MIXED -> with("mixed", "HandlerSocket and JDBC", serving);
            case MEMORY -> with("none", "nothing to read", serving);
        };
    }

    private static How with(String kind, String label, Serving serving) {
        return new How(
                kind,
                label,
                serving.lookups(),
                serving.sqlCommands(),
                serving.sqlRoundTrips(),
                serving.micros(),
                serving.reason(),
                null);
    }

    How beside(Comparison comparison) {
        return new How(kind, label, lookups, sqlCommands, roundTrips, micros, reason, comparison);
    }

    /** In milliseconds. */
    public String time() {
        return millis(micros);
    }

    static String millis(long micros) {
        return String.format(Locale.ROOT, micros < 10_000 ? "%.2f ms" : "%.0f ms", micros / 1000.0);
    }
}
