// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.history;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The result of a run, as JSON and as tables.
 *
 * @param problems what contradicts the promise; empty: passed
 * @param operations reads, one for each key that was asked for, and transactions
 * @param reads by way
 * @param stale reads with {@link Anomaly#STALE}
 * @param anomalies how often each was found, also those that were not
 * @param longestStallMillis longest call of a reader
 * @param fastPercent share of the calls of each repository method, and of all loads, that HandlerSocket answered
 */
record HistoryReport(
        String started,
        long seconds,
        String server,
        String java,
        List<String> problems,
        long operations,
        Map<Way, Long> reads,
        long transactions,
        long failedTransactions,
        long absent,
        long committed,
        long rolledBack,
        long unknown,
        long stale,
        Map<Anomaly, Long> anomalies,
        long longestStallMillis,
        Map<String, Long> fastPercent) {

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    /**
     * When and where a run was.
     *
     * @param started in ISO 8601
     */
    record Run(String started, long seconds, String server) {}

    static HistoryReport of(Run run, Findings findings, Crew writing, Crew reading, Map<String, Long> fastPercent) {
        Map<Anomaly, Long> anomalies = new EnumMap<>(Anomaly.class);
        for (Anomaly anomaly : Anomaly.values()) {
            anomalies.put(anomaly, findings.anomalies().getOrDefault(anomaly, 0L));
        }
        List<String> problems = new ArrayList<>(findings.examples());
        reading.failures().forEach(failure -> problems.add("a reader was thrown " + failure));
        writing.failures().forEach(failure -> problems.add("a writer was thrown " + failure));
        return new HistoryReport(
                run.started(),
                run.seconds(),
                run.server(),
                System.getProperty("java.version"),
                problems,
                findings.total() + writing.calls(),
                findings.reads(),
                writing.calls(),
                writing.failed(),
                findings.absent(),
                findings.committed(),
                findings.rolledBack(),
                findings.unknown(),
                anomalies.getOrDefault(Anomaly.STALE, 0L),
                anomalies,
                reading.longestMillis(),
                new TreeMap<>(fastPercent));
    }

    /** Writes report.json and report.md. */
    void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("report.json"), JSON.writeValueAsString(this) + "\n");
        Files.writeString(folder.resolve("report.md"), markdown());
    }

    String markdown() {
        StringBuilder text = new StringBuilder("# History: " + (problems.isEmpty() ? "passed" : "FAILED") + "\n\n");
        text.append(String.format("One JVM on %s, Java %s, begun %s, %,d s.%n%n", server, java, started, seconds));
        problems.forEach(problem -> text.append("- ").append(problem).append('\n'));
        text.append(String.format(
                "%n| operations | reads | without a row | transactions | failed | wrong | stale | longest stall |%n"
                        + "|---|---|---|---|---|---|---|---|%n| %,d | %,d | %,d | %,d | %,d | %,d | %,d | %,d ms |%n%n",
                operations,
                sum(reads),
                absent,
                transactions,
                failedTransactions,
                sum(anomalies),
                stale,
                longestStallMillis));
        text.append(String.format(
                "The writers committed %,d versions and rolled %,d back; of %,d the outcome is unknown.%n",
                committed, rolledBack, unknown));
        table(text, "anomaly | found", anomalies, "");
        table(text, "way | reads", reads, "");
        table(text, "calls | over HandlerSocket", fastPercent, " %");
        return text.toString();
    }

    private static void table(StringBuilder text, String head, Map<?, Long> lines, String unit) {
        text.append(String.format("%n| %s |%n|---|---|%n", head));
        lines.forEach((name, value) -> text.append(String.format("| %s | %,d%s |%n", name, value, unit)));
    }

    private static long sum(Map<?, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }
}
