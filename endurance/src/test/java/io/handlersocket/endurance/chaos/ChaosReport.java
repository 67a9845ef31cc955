// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The result of a run.
 *
 * @param seed repeats the order of the faults and the keys
 * @param commit of the tested sources; {@code unknown} outside of a repository
 * @param cores of the machine
 * @param problems what contradicts the promise; empty: passed
 * @param operations reads and writes
 * @param fastPercent share of the reads that HandlerSocket answered
 * @param errors what callers were thrown, by the class that they caught and the innermost one
 * @param longestStallMillis longest read, but those of a JVM that was stopped itself
 * @param calm reads between the faults
 * @param calmReasons why reads between the faults used JDBC, with their number
 * @param history what the checker of histories says
 * @param before what each process held after the first round, empty if that was not compared
 * @param after the same at the end
 * @param series what each process held after each cycle of the search for leaks; empty if there was none
 */
record ChaosReport(
        String started,
        long seconds,
        String server,
        String java,
        long seed,
        String commit,
        int cores,
        List<String> problems,
        long operations,
        long reads,
        long fastPercent,
        long writes,
        long wrong,
        long stale,
        Map<String, Long> errors,
        long longestStallMillis,
        int recoveries,
        List<Tally.Line> faults,
        List<CalmReads.Line> calm,
        Map<String, Long> calmReasons,
        HistoryResult history,
        List<Footprint> before,
        List<Footprint> after,
        List<Series> series) {

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    void write(Path folder) throws IOException {
        Files.writeString(folder.resolve("report.json"), JSON.writeValueAsString(this) + "\n");
        Files.writeString(folder.resolve("report.md"), markdown());
    }

    String markdown() {
        StringBuilder text = new StringBuilder("# Chaos: " + (problems.isEmpty() ? "passed" : "FAILED") + "\n\n");
        text.append("Three JVMs on ").append(server).append(", Java ").append(java);
        text.append(", ").append(cores).append(" cores, begun ").append(started).append(", ");
        text.append(seconds).append(" s. Commit ").append(commit).append(", `-Dseed=");
        text.append(seed).append("`.\n\n");
        problems.forEach(problem -> text.append("- ").append(problem).append('\n'));
        text.append("\n| operations | reads | over HandlerSocket | writes | wrong | stale | errors | longest stall |"
                + " recoveries |\n|---|---|---|---|---|---|---|---|---|\n");
        text.append(String.format(
                "| %,d | %,d | %d %% | %,d | %,d | %,d | %,d | %,d ms | %,d |%n%n",
                operations,
                reads,
                fastPercent,
                writes,
                wrong,
                stale,
                Status.sum(errors),
                longestStallMillis,
                recoveries));
        text.append("| fault | happened | read errors | write errors | slowest read | JDBC again | lookups again |"
                + " after JDBC | changed table again | slowest statement | last proof |\n");
        text.append("|---|---|---|---|---|---|---|---|---|---|---|\n");
        faults.forEach(line -> text.append(String.format(
                "| %s | %,d | %,d | %,d | %,d ms | %,d ms | %,d ms | %,d ms | %s | %s | %s |%n",
                line.name(),
                line.happened(),
                line.readErrors(),
                line.writeErrors(),
                line.slowestReadMillis(),
                line.slowestJdbcMillis(),
                line.slowestRecoveryMillis(),
                line.slowestAfterJdbcMillis(),
                unlessNone(line.slowestTableMillis()),
                unlessNone(line.slowestStatementMillis()),
                line.evidence().replace('|', '/').replace('\n', ' '))));
        text.append("\n| error that callers saw | times |\n|---|---|\n");
        errors.forEach((kind, count) -> text.append(String.format("| %s | %,d |%n", kind, count)));
        text.append("\n| calm reads of | | intervals | reads | over HandlerSocket | in the worst interval |\n");
        text.append("|---|---|---|---|---|---|\n");
        calm.forEach(each -> text.append(String.format(
                Locale.ROOT,
                "| %s | %s | %,d | %,d | %,d | %.1f %% |%n",
                each.process(),
                each.kind(),
                each.intervals(),
                each.reads(),
                each.fast(),
                each.lowestPercent())));
        if (!calmReasons.isEmpty()) {
            text.append("\n| calm reads used JDBC because | times |\n|---|---|\n");
            calmReasons.forEach((reason, count) -> text.append(String.format("| %s | %,d |%n", reason, count)));
        }
        text.append(history.markdown());
        if (!after.isEmpty()) {
            text.append("\n| process | | sockets | CLOSE_WAIT | threads | heap | direct |\n");
            text.append("|---|---|---|---|---|---|---|\n");
            before.forEach(each -> text.append(line("first", each)));
            after.forEach(each -> text.append(line("last", each)));
        }
        if (!series.isEmpty()) {
            text.append("\n| process | | before the cycles, and after each | rise per cycle | steady |\n");
            text.append("|---|---|---|---|---|\n");
            series.forEach(each -> text.append(line(each)));
        }
        return text.toString();
    }

    private static String line(Series series) {
        return String.format(
                Locale.ROOT,
                "| %s | %s | %s | %,.1f | %.2f |%n",
                series.process(),
                series.what(),
                series.values().stream()
                        .map(value -> String.format(Locale.ROOT, "%,d", value))
                        .collect(Collectors.joining(" ")),
                series.slope(),
                series.steadiness());
    }

    private static String unlessNone(long millis) {
        return millis == 0 ? "" : String.format("%,d ms", millis);
    }

    private static String line(String when, Footprint print) {
        return String.format(
                "| %s | %s | %d | %d | %d | %,d kB | %,d kB |%n",
                print.process(),
                when,
                print.established(),
                print.closeWait(),
                print.threads(),
                print.heapBytes() / 1024,
                print.directBytes() / 1024);
    }
}
