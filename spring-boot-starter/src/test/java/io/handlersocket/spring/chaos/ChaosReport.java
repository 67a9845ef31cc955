// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The result of a run.
 *
 * @param problems what contradicts the promise; empty: passed
 * @param operations reads and writes
 * @param fastPercent share of the reads that HandlerSocket answered
 * @param errors what callers were thrown, by kind
 * @param longestStallMillis longest read, but those of a JVM that was stopped itself
 * @param history what the checker of histories says
 * @param before what each process held after the first round, empty if that was not compared
 * @param after the same at the end
 */
record ChaosReport(
        String started,
        long seconds,
        String server,
        String java,
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
        HistoryResult history,
        List<Footprint> before,
        List<Footprint> after) {

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    void write(Path folder) throws IOException {
        Files.writeString(folder.resolve("report.json"), JSON.writeValueAsString(this) + "\n");
        Files.writeString(folder.resolve("report.md"), markdown());
    }

    String markdown() {
        StringBuilder text = new StringBuilder("# Chaos: " + (problems.isEmpty() ? "passed" : "FAILED") + "\n\n");
        text.append("Three JVMs on ").append(server).append(", Java ").append(java);
        text.append(", begun ").append(started).append(", ").append(seconds).append(" s.\n\n");
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
                + " changed table again | slowest statement | last proof |\n");
        text.append("|---|---|---|---|---|---|---|---|---|---|\n");
        faults.forEach(line -> text.append(String.format(
                "| %s | %,d | %,d | %,d | %,d ms | %,d ms | %,d ms | %s | %s | %s |%n",
                line.name(),
                line.happened(),
                line.readErrors(),
                line.writeErrors(),
                line.slowestReadMillis(),
                line.slowestJdbcMillis(),
                line.slowestRecoveryMillis(),
                unlessNone(line.slowestTableMillis()),
                unlessNone(line.slowestStatementMillis()),
                line.evidence().replace('|', '/').replace('\n', ' '))));
        text.append("\n| error that callers saw | times |\n|---|---|\n");
        errors.forEach((kind, count) -> text.append(String.format("| %s | %,d |%n", kind, count)));
        text.append(history.markdown());
        if (!after.isEmpty()) {
            text.append("\n| process | | sockets | CLOSE_WAIT | threads | heap | direct |\n");
            text.append("|---|---|---|---|---|---|---|\n");
            before.forEach(each -> text.append(line("first", each)));
            after.forEach(each -> text.append(line("last", each)));
        }
        return text.toString();
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
