// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.report;

import io.handlersocket.jmh.measure.Figure;
import io.handlersocket.jmh.measure.Series;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Makes the tables of figures in {@code README.md} and {@code jmh/README.md}. A table stands between two comments. The
 * first comment names the committed results that the table is made of:
 *
 * <pre>{@code
 * <!-- figures of 2026-11-21-intel-xeon.json -->
 * <!-- /figures -->
 * }</pre>
 *
 * A figure comes from the first of these files that has it. A table of how cost grows stands between {@code growth of}
 * and {@code /growth}.
 */
public final class ReadmeTables {

    private static final Pattern FIGURES = block("figures");
    private static final Pattern GROWTH = block("growth");
    private static final String NOT_MEASURED = "not measured";

    private final List<Result> runs;

    private ReadmeTables(List<Result> runs) {
        this.runs = runs;
    }

    private static Pattern block(String name) {
        return Pattern.compile("<!-- " + name + " of ([^>]*) -->\n(.*?)<!-- /" + name + " -->", Pattern.DOTALL);
    }

    /**
     * Rewrites the tables of the project in the current folder, or in that of the first argument after the command.
     */
    public static void main(String[] args) throws IOException {
        Path project = Path.of(args.length > 1 ? args[1] : "");
        for (String file : List.of("README.md", "jmh/README.md")) {
            Path readme = project.resolve(file);
            Files.writeString(readme, rewritten(readme, project.resolve("jmh/results")));
        }
    }

    /** Returns the text of a README with its table made anew. */
    static String rewritten(Path readme, Path results) throws IOException {
        String text = Files.readString(readme);
        if (!FIGURES.matcher(text).find()) {
            throw new IOException(readme + " has no table of figures (expected <!-- figures of FILE.json -->)");
        }
        boolean whole = readme.toAbsolutePath().endsWith("jmh/README.md");
        String figures = replaced(text, FIGURES, results, whole ? ReadmeTables::all : ReadmeTables::summary);
        return replaced(figures, GROWTH, results, ReadmeTables::growth);
    }

    private static String replaced(String text, Pattern pattern, Path results, Function<ReadmeTables, String> table)
            throws IOException {
        Matcher block = pattern.matcher(text);
        if (!block.find()) {
            return text;
        }
        List<Result> runs = new ArrayList<>();
        for (String file : block.group(1).strip().split(",\\s*", -1)) {
            runs.add(Result.read(results.resolve(file)));
        }
        return text.substring(0, block.start(2)) + table.apply(new ReadmeTables(runs)) + text.substring(block.end(2));
    }

    /** A row for each point, in the order of the first run that has any. */
    private String growth() {
        StringBuilder table =
                new StringBuilder("| | `always` | `adaptive` | over HandlerSocket |\n|---|---|---|---|\n");
        for (String key : runs.get(0).figures().keySet()) {
            if (key.startsWith("growth_") && key.endsWith("_always")) {
                String point = key.substring(0, key.length() - "_always".length());
                table.append("| ")
                        .append(point.substring("growth_".length()).replace('_', ' '))
                        .append(" | ")
                        .append(times(key))
                        .append(" | ")
                        .append(times(point + "_adaptive"))
                        .append(" | ")
                        .append(share(point + "_adaptive_share"))
                        .append(" |\n");
            }
        }
        return table.toString();
    }

    private String share(String key) {
        return measured(key)
                .map(one -> one.figure().value())
                .map(value -> String.format(Locale.ROOT, "%.0f %%", 100 * value))
                .orElse(NOT_MEASURED);
    }

    /** A row for each key of the last line that was measured, with the speed of both arms. */
    private String all() {
        StringBuilder table = new StringBuilder("| figure | value | range | ours | beside |\n|---|---|---|---|---|\n");
        int absent = 0;
        for (String key : Keys.ALL) {
            Result.Measured one = measured(key).orElse(null);
            Double value = one == null ? null : one.figure().value();
            if (one == null || value == null) {
                absent++;
            } else {
                table.append("| `")
                        .append(key)
                        .append("` | ")
                        .append(String.format(Locale.ROOT, value < 100 ? "%.2f" : "%.0f", value))
                        .append(one.figure().valid() ? " | " : ", void | ")
                        .append(percent(one.figure().spread()))
                        .append(speed(one.arm()))
                        .append("| ")
                        .append(speed(one.base()))
                        .append("|\n");
            }
        }
        return table + (absent == 0 ? "" : "\nNot measured: " + absent + " of " + Keys.ALL.size() + " figures.\n");
    }

    private static String percent(double spread) {
        return spread == 0 ? "| " : String.format(Locale.ROOT, "%.0f %% | ", spread * 100);
    }

    private static String speed(@Nullable Series arm) {
        return arm == null ? "" : String.format(Locale.ROOT, "%,.0f/s ", arm.median());
    }

    /** What the first page of the project says. */
    private String summary() {
        return "| read | JDBC as it comes | well configured |\n|---|---|---|\n"
                + row(
                        "`findById` of a `@FastLookup` repository",
                        "repository_find_vs_default",
                        times("repository_find_vs_tuned"))
                + row("the same, 16 threads", "repository16_find_vs_default", times("repository16_find_vs_tuned"))
                + row(
                        "Hibernate `find` in a transaction",
                        "hibernate_find_vs_default",
                        times("hibernate_find_vs_tuned"))
                + row("a page of 16 rows", "aggregate_page_vs_default", times("aggregate_page_vs_tuned"))
                + row(
                        "an entity with 20 children, joined",
                        "hibernate_join20_vs_default",
                        times("hibernate_join20_vs_tuned"))
                + row("`find` of the client, 4 threads", "", times("blocking4_find_vs_jdbc"))
                + row("data larger than the buffer pool", "", times("axis_small_buffer_pool"))
                + row("a statement that HandlerSocket cannot answer", "", times("hibernate_fallback_vs_without"))
                + row("transactions that only write", "", allOf("tracker_create_"));
    }

    /** Returns nothing if nothing of it was measured. */
    private String row(String read, String asItComes, String tuned) {
        String first = asItComes.isEmpty() ? "" : times(asItComes) + " ";
        return (first.isBlank() || first.strip().equals(NOT_MEASURED)) && tuned.equals(NOT_MEASURED)
                ? ""
                : "| " + (tuned.startsWith("0.") && !tuned.contains(" to ") ? "**slower:** " : "") + read + " | "
                        + first + "| " + tuned + " |\n";
    }

    private String times(String key) {
        return measured(key)
                .map(Result.Measured::figure)
                .filter(Figure::valid)
                .map(Figure::value)
                .map(value -> String.format(Locale.ROOT, value < 0.95 ? "%.2f×" : "%.1f×", value))
                .orElse(NOT_MEASURED);
    }

    /** Returns the least and the greatest of some figures: none of them stands for the others. */
    private String allOf(String prefix) {
        DoubleSummaryStatistics all = runs.stream()
                .flatMap(run -> run.figures().entrySet().stream())
                .filter(entry -> entry.getKey().startsWith(prefix))
                .map(entry -> entry.getValue().figure())
                .filter(Figure::valid)
                .mapToDouble(figure -> Objects.requireNonNull(figure.value()))
                .summaryStatistics();
        return all.getCount() == 0
                ? NOT_MEASURED
                : String.format(Locale.ROOT, "%.1f to %.1f×", all.getMin(), all.getMax());
    }

    private Optional<Result.Measured> measured(String key) {
        return runs.stream()
                .map(run -> Optional.ofNullable(run.figures().get(key)))
                .flatMap(Optional::stream)
                .findFirst();
    }
}
