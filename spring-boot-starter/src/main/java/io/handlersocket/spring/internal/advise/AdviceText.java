// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.advise;

import io.handlersocket.spring.internal.advise.AdviceReport.Count;
import io.handlersocket.spring.internal.advise.AdviceReport.Item;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes a report for people. */
public final class AdviceText {

    private AdviceText() {}

    /** Returns the report in several lines. */
    public static String of(AdviceReport report) {
        StringBuilder text = new StringBuilder(summary(report)).append('\n');
        text.append("\nSettings that stand in the way: ")
                .append(report.settings().isEmpty() ? "none" : report.settings().size())
                .append('\n');
        report.settings().forEach(setting -> line(text, setting.reason(), setting.advice()));
        text.append("\nWould be fast:\n");
        for (Count count : report.counts()) {
            if (count.fast() > 0) {
                text.append("  ").append(count.kind()).append(": ").append(names(report, count.kind()));
                text.append('\n');
            }
        }
        text.append("\nWould stay on JDBC:\n");
        byReason(report).forEach((reason, loads) -> {
            line(text, reason, loads.get(0).advice());
            loads.stream()
                    .collect(Collectors.groupingBy(Item::kind, LinkedHashMap::new, Collectors.toList()))
                    .forEach((kind, same) -> text.append("    ")
                            .append(kind)
                            .append(": ")
                            .append(same.stream().map(Item::name).collect(Collectors.joining(", ")))
                            .append('\n'));
        });
        text.append('\n');
        report.notes().forEach(note -> text.append("Note: ").append(note).append('\n'));
        return text.toString();
    }

    /** Returns the numbers in one line. */
    static String summary(AdviceReport report) {
        long fast = report.counts().stream().mapToLong(Count::fast).sum();
        String kinds = report.counts().stream()
                .map(count -> count.fast() + " of " + count.all() + ' ' + count.kind())
                .collect(Collectors.joining(", "));
        return fast + " of " + report.loads().size() + " loads would be fast"
                + (kinds.isEmpty() ? "" : " (" + kinds + ')');
    }

    private static void line(StringBuilder text, String reason, String advice) {
        text.append("  - ").append(reason).append('\n');
        text.append("    => ").append(advice).append('\n');
    }

    private static String names(AdviceReport report, String kind) {
        return report.loads().stream()
                .filter(load -> load.fast() && load.kind().equals(kind))
                .map(Item::name)
                .collect(Collectors.joining(", "));
    }

    /** Returns the loads that stay on JDBC, the most frequent reason first. */
    private static Map<String, List<Item>> byReason(AdviceReport report) {
        Map<String, List<Item>> all = report.loads().stream()
                .filter(load -> !load.fast())
                .collect(Collectors.groupingBy(Item::reason, LinkedHashMap::new, Collectors.toList()));
        Map<String, List<Item>> sorted = new LinkedHashMap<>();
        all.entrySet().stream()
                .sorted((a, b) ->
                        Integer.compare(b.getValue().size(), a.getValue().size()))
                .forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
        return sorted;
    }
}
