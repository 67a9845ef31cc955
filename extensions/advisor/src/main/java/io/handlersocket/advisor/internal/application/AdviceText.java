// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.advisor.internal.application;

import io.handlersocket.advisor.internal.application.AdviceReport.Count;
import io.handlersocket.advisor.internal.application.AdviceReport.Item;
import io.handlersocket.advisor.internal.application.AdviceReport.Verdict;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
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
        names(text, "  ", loads(report, Verdict.FAST));
        text.append("\nWould stay on JDBC:\n");
        reasons(text, loads(report, Verdict.JDBC));
        List<Item> unknown = loads(report, Verdict.UNKNOWN);
        if (!unknown.isEmpty()) {
            text.append("\nUnknown:\n");
            reasons(text, unknown);
        }
        text.append('\n');
        report.notes().forEach(note -> text.append("Note: ").append(note).append('\n'));
        return text.toString();
    }

    /** Returns the numbers in one line. */
    static String summary(AdviceReport report) {
        long fast = report.counts().stream().mapToLong(Count::fast).sum();
        String kinds = report.counts().stream()
                .map(count -> count.fast() + " of " + count.all() + ' ' + count.kind()
                        + (count.unknown() == 0 ? "" : ", " + count.unknown() + " unknown"))
                .collect(Collectors.joining(", "));
        return fast + " of " + report.loads().size() + " loads would be fast"
                + (kinds.isEmpty() ? "" : " (" + kinds + ')');
    }

    private static void line(StringBuilder text, String reason, String advice) {
        text.append("  - ").append(reason).append('\n');
        text.append("    => ").append(advice).append('\n');
    }

    private static List<Item> loads(AdviceReport report, Verdict verdict) {
        return report.loads().stream().filter(load -> load.verdict() == verdict).toList();
    }

    /** Writes the names of loads, one line for each kind. */
    private static void names(StringBuilder text, String indent, List<Item> loads) {
        loads.stream()
                .collect(Collectors.groupingBy(Item::kind, LinkedHashMap::new, Collectors.toList()))
                .forEach((kind, same) -> text.append(indent)
                        .append(kind)
                        .append(": ")
                        .append(same.stream().map(Item::name).collect(Collectors.joining(", ")))
                        .append('\n'));
    }

    /** Writes the loads of each reason, the most frequent reason first. */
    private static void reasons(StringBuilder text, List<Item> loads) {
        loads.stream()
                .collect(Collectors.groupingBy(
                        load -> Objects.requireNonNull(load.reason()), LinkedHashMap::new, Collectors.toList()))
                .values()
                .stream()
                .sorted(Comparator.comparing(same -> -same.size()))
                .forEach(same -> {
                    Item first = same.get(0);
                    line(text, Objects.requireNonNull(first.reason()), Objects.requireNonNull(first.advice()));
                    names(text, "    ", same);
                });
    }
}
