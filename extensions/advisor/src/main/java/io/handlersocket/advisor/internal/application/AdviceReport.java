// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.advisor.internal.application;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What would be fast in this application, and what stands in the way.
 *
 * @param settings settings of the server, the pool and the JDBC URL that keep all loads, or all loads inside
 *     transactions, on JDBC
 * @param counts number of loads of each kind
 * @param loads each load, judged as if no setting stood in the way
 * @param notes what else to know
 */
public record AdviceReport(List<Setting> settings, List<Count> counts, List<Item> loads, List<String> notes) {

    /**
     * A setting that stands in the way.
     *
     * @param reason what is wrong
     * @param advice what to change
     */
    public record Setting(String reason, String advice) {}

    /**
     * The loads of one kind.
     *
     * @param kind such as {@code entities}
     * @param fast number of loads that would go over HandlerSocket
     * @param unknown number of loads of which only a call can tell
     * @param all number of loads
     */
    public record Count(String kind, long fast, long unknown, long all) {

        private static Count of(String kind, List<Item> loads) {
            List<Item> own =
                    loads.stream().filter(load -> load.kind().equals(kind)).toList();
            return new Count(
                    kind,
                    own.stream().filter(load -> load.verdict() == Verdict.FAST).count(),
                    own.stream()
                            .filter(load -> load.verdict() == Verdict.UNKNOWN)
                            .count(),
                    own.size());
        }
    }

    /** What would happen to a load. */
    public enum Verdict {
        /** It would go over HandlerSocket. */
        FAST,
        /** It would stay on JDBC. */
        JDBC,
        /** Only a call with HandlerSocket tells. */
        UNKNOWN
    }

    /**
     * One load.
     *
     * @param kind such as {@code entities}
     * @param name the entity, collection, query or method
     * @param verdict what would happen to it
     * @param reasonKind the kind of the reason, as in the meters; null if it would be fast
     * @param reason why it would not be fast, or why that is unknown; null if it would
     * @param advice what would help; null if it would be fast
     */
    public record Item(
            String kind,
            String name,
            Verdict verdict,
            @Nullable String reasonKind,
            @Nullable String reason,
            @Nullable String advice) {}

    AdviceReport(List<Setting> settings, List<Item> loads, List<String> notes) {
        this(settings, counts(loads), loads, notes);
    }

    private static List<Count> counts(List<Item> loads) {
        return loads.stream()
                .map(Item::kind)
                .distinct()
                .map(kind -> Count.of(kind, loads))
                .toList();
    }
}
