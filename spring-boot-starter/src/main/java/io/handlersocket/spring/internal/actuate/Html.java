// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.actuate;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Writes the page of the endpoint. It escapes every text, and the page runs no script and loads nothing. */
final class Html {

    private static final String START = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <title>HandlerSocket</title>
            <style>
            :root { color-scheme: light dark; --line: #8884; --soft: #8881; --fast: #12805c; --slow: #b35c00 }
            body { font: 15px/1.45 system-ui, sans-serif; max-width: 1200px; margin: 0 auto; padding: 1rem }
            h1 { font-size: 1.5rem } h2 { font-size: 1.15rem; margin-top: 2rem }
            h1 span { font-size: .85rem; color: #fff; padding: .25em .8em; border-radius: 1em; vertical-align: middle;
              display: inline-block }
            .fast { background: var(--fast) } .slow { background: var(--slow) }
            dl { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1.2rem; margin: 0 }
            dt { opacity: .7 } dd { margin: 0 } dd, td { overflow-wrap: break-word }
            table { border-collapse: collapse; width: 100% }
            th, td { text-align: left; vertical-align: top; padding: .45rem .6rem; border-bottom: 1px solid var(--line) }
            th { background: var(--soft); font-weight: 600 }
            td:first-child { font-weight: 600; overflow-wrap: anywhere; min-width: 14rem }
            @media (min-width: 1101px) {
              td:nth-child(2), th:nth-child(2), td:nth-child(3), th:nth-child(3) { text-align: right; white-space: nowrap }
            }
            @media (max-width: 1100px) {
              dl { grid-template-columns: 1fr; gap: 0 } dd { margin-bottom: .5rem }
              thead { display: none } table, tbody, tr { display: block }
              tr { border: 1px solid var(--line); border-radius: .5rem; margin-bottom: .8rem; padding: .3rem .2rem }
              tr td { display: grid; grid-template-columns: 9.5rem minmax(0, 1fr); gap: .6rem; border: 0; padding: .2rem .6rem }
              tr td::before { content: attr(data-label); opacity: .7; font-weight: 400 }
              tr td:first-child { display: block } td:first-child::before, td:empty { display: none !important }
            }
            </style>
            </head>
            <body>
            """;

    private static final String END = """
            <p>Medians are of recent calls. What is ready goes over HandlerSocket when it is called. As JSON: <a href="handlersocket/methods">methods</a>,
            <a href="handlersocket/loads">loads</a>, <a href="handlersocket/entities">entities</a>.</p>
            </body>
            </html>
            """;

    private static final double MICROS_PER_MILLI = 1_000;

    private final StringBuilder page = new StringBuilder(START);
    private boolean facts = true;

    Html(boolean fast) {
        page.append("<h1>HandlerSocket <span class=\"")
                .append(fast ? "fast\">loads go over HandlerSocket" : "slow\">loads go to JDBC")
                .append("</span></h1>\n<dl>\n");
    }

    /** Adds a line of the summary, before the first table; nothing for null. */
    void fact(String name, @Nullable String value) {
        if (value != null) {
            page.append("<dt>")
                    .append(name)
                    .append("</dt><dd>")
                    .append(escaped(value))
                    .append("</dd>\n");
        }
    }

    void table(String title, List<String> columns, List<List<String>> rows) {
        endFacts();
        if (rows.isEmpty()) {
            return;
        }
        page.append("<h2>").append(title).append("</h2>\n<table>\n<thead><tr>");
        columns.forEach(column -> page.append("<th>").append(column).append("</th>"));
        page.append("</tr></thead>\n<tbody>\n");
        for (List<String> row : rows) {
            page.append("<tr>");
            for (int i = 0; i < row.size(); i++) {
                page.append("<td data-label=\"").append(columns.get(i)).append("\">");
                page.append(escaped(row.get(i))).append("</td>");
            }
            page.append("</tr>\n");
        }
        page.append("</tbody>\n</table>\n");
    }

    String end() {
        endFacts();
        return page.append(END).toString();
    }

    private void endFacts() {
        if (facts) {
            page.append("</dl>\n");
            facts = false;
        }
    }

    static String escaped(String text) {
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
