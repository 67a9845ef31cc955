// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.report;

import io.handlersocket.jmh.measure.Cost;
import io.handlersocket.jmh.measure.Figure;
import io.handlersocket.jmh.measure.LayerResult;
import io.handlersocket.jmh.measure.Series;
import java.util.List;
import java.util.Locale;

/** The report for people. */
final class Markdown {

    private final StringBuilder text = new StringBuilder();

    private Markdown() {}

    static String of(Report report, Changes changes, List<String> charts) {
        Markdown page = new Markdown();
        page.head(report);
        page.changes(changes);
        for (LayerResult layer : report.layers()) {
            page.layer(layer);
        }
        charts.forEach(chart -> page.line("![%s](%s)%n", chart.replace(".svg", ""), chart));
        return page.text.toString();
    }

    private void head(Report report) {
        Machine machine = report.machine();
        line("# Lookups by key, %s (%s)%n", report.date(), report.mode());
        line(
                "%s, %d cores for server and client together; %s; %s; MariaDB %s; %,d rows. Settings: %s.%n",
                machine.cpu(),
                machine.cores(),
                machine.kernel(),
                machine.jdk(),
                machine.server(),
                report.rows(),
                machine.settings());
        line(
                "Medians of slices that alternate; the range is the interquartile one. Random ids; every row is checked.%n");
        if (!report.disturbed().isEmpty()) {
            line("**Disturbed: %s.**%n", report.disturbed());
        }
    }

    private void changes(Changes changes) {
        line("## Changed since the committed runs%n");
        if (!changes.changed().isEmpty()) {
            line("| figure | before | now | change | before in |");
            line("|---|---|---|---|---|");
            changes.changed()
                    .forEach(one -> line(
                            "| `%s` | %.2f | %.2f | %s | %s%s |",
                            one.key(),
                            one.before(),
                            one.now(),
                            one.percent(),
                            one.file(),
                            one.machine().isEmpty() ? "" : " (" + one.machine() + ")"));
            line("");
        }
        line(
                "%d figures differ by no more than their range from those of the newest run that has them.%n",
                changes.same());
        if (!changes.added().isEmpty()) {
            line("New: %s.%n", String.join(", ", changes.added()));
        }
    }

    private void layer(LayerResult layer) {
        line("## %s%n", layer.layer());
        if (!layer.figures().isEmpty()) {
            line("| figure | value | range | of |");
            line("|---|---|---|---|");
            layer.figures().forEach(this::figure);
            line("");
        }
        rows(layer.series(), "");
        rows(layer.sweep(), "A short look, to find the strongest rival and to see concurrency: few short slices.");
        costs(layer.costs());
        articles(Articles.of(layer));
        layer.notes().forEach(note -> line("%s%n", note));
    }

    private void figure(Figure figure) {
        Double value = figure.value();
        String of =
                figure.arm() == null ? "" : figure.base() == null ? figure.arm() : figure.arm() + " / " + figure.base();
        line(
                "| `%s` | %s | %.0f %% | %s |",
                figure.key(),
                value == null
                        ? "none: " + figure.reason()
                        : String.format(Locale.ROOT, figure.valid() ? "**%.2f**" : "%.2f, void", value),
                figure.spread() * 100,
                of);
    }

    private void costs(List<Cost> costs) {
        if (costs.isEmpty()) {
            return;
        }
        line("What a call costs: a lookup, a multi-get or a transaction. Statements are the server's `Questions`."
                + " Writes are the JVM's calls of `write`: a round trip of a waiting caller is one; those of"
                + " Netty and of JDBC's unix-domain socket are not counted. Packets and bytes are those of the"
                + " loopback interface, both ways, headers and other programs included; two packets are a round"
                + " trip.%n");
        line("| arm | rows | SQL statements | writes | packets | JVM CPU us | server CPU us | bytes"
                + " | Handler_read_key |");
        line("|---|---|---|---|---|---|---|---|---|");
        for (Cost one : costs) {
            line(
                    "| %s | %.0f | %s | %s | %s | %s | %s | %s | %s |",
                    one.arm(),
                    one.rowsPerCall(),
                    known("%.2f", one.perCall(one.questions())),
                    known("%.2f", one.perCall(one.writes())),
                    known("%.1f", one.perCall(one.packets())),
                    known("%.1f", one.clientCpuMicros()),
                    known("%.1f", one.serverCpuMicros()),
                    known("%.0f", one.perCall(one.wireBytes())),
                    known("%.2f", one.perCall(one.keyReads())));
        }
        line("");
    }

    private void articles(List<Articles.Claim> claims) {
        if (claims.isEmpty()) {
            return;
        }
        line("Beside the articles that made HandlerSocket known, whose clients were other machines:%n");
        line("| | articles | here |");
        line("|---|---|---|");
        claims.forEach(claim -> line("| %s | %s | %s |", claim.what(), claim.articles(), claim.here()));
        line("");
    }

    private static String known(String format, double value) {
        return value < 0 ? "?" : String.format(Locale.ROOT, format, value);
    }

    private void rows(List<Series> series, String about) {
        if (series.isEmpty()) {
            return;
        }
        if (!about.isEmpty()) {
            line("%s%n", about);
        }
        line("| arm | rows/s | range | bytes/row | median us | p99 us | p99.9 us |");
        line("|---|---|---|---|---|---|---|");
        for (Series one : series) {
            line(
                    "| %s | %,.0f | %.0f %% | %,.0f | %.1f | %.1f | %.1f |",
                    one.arm(),
                    one.median(),
                    one.spread() * 100,
                    one.bytesPerRow(),
                    one.p50Nanos() / 1e3,
                    one.p99Nanos() / 1e3,
                    one.p999Nanos() / 1e3);
        }
        line("");
    }

    private void line(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
