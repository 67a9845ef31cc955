// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.actuate;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The parts of the endpoint's page. It escapes every text, because the page must run no script and load nothing. */
final class Html {

    private static final double MICROS_PER_MILLI = 1_000;

    private Html() {}

    /** Returns a line of the summary; nothing for null. */
    static String fact(String name, @Nullable String value) {
        return value == null ? "" : "<dt>" + name + "</dt><dd>" + escaped(value) + "</dd>\n";
    }

    /** Returns a table; nothing without rows. */
    static String table(String title, List<String> columns, List<List<String>> rows) {
        return rows.isEmpty()
                ? ""
                : "<h2>" + title + "</h2>\n<table>\n<thead><tr><th>" + String.join("</th><th>", columns)
                        + "</th></tr></thead>\n<tbody>\n"
                        + rows.stream().map(row -> row(columns, row)).collect(Collectors.joining())
                        + "</tbody>\n</table>\n";
    }

    private static String row(List<String> columns, List<String> row) {
        return IntStream.range(0, row.size())
                .mapToObj(i -> "<td data-label=\"" + columns.get(i) + "\">" + escaped(row.get(i)) + "</td>")
                .collect(Collectors.joining("", "<tr>", "</tr>\n"));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    static String percent(double share) {
        return plain(share * 100) + " %";
    }

    static String time(@Nullable Double micros) {
        if (micros == null) {
            return "–";
        }
        return micros < MICROS_PER_MILLI ? plain(micros) + " µs" : plain(micros / MICROS_PER_MILLI) + " ms";
    }

    /** Returns a name without packages, such as {@code query on Player}. */
    static String unqualified(String name) {
        return name.replaceAll("\\b(?:[a-z]\\w*\\.)+(?=[A-Z])", "");
    }

    private static String plain(double number) {
        return BigDecimal.valueOf(Digits.two(number)).stripTrailingZeros().toPlainString();
    }
}
