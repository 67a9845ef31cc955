// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.replicas;

import io.handlersocket.endurance.replicas.RowReader.Way;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The result of a long run, as JSON and as tables. Used by one thread. */
final class SoakReport {

    private static final int LEAST_PERCENT = 30;
    private static final List<String> FAULTS = List.of(
            "SQL thread stopped", "primary switched", "replica killed", "old primary left writable", "primary lost");

    private final String started = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    private final long seed;
    private final String commit;
    private final Map<String, Integer> faults = new LinkedHashMap<>();
    private final List<String> problems = new ArrayList<>();
    private String server = "";
    private long seconds;
    private long reads;
    private int replicaPercent;
    private Map<String, Integer> answers = new TreeMap<>();
    private final Map<String, Integer> findings = new TreeMap<>();
    private long commits;
    private long lost;

    /** @param commit of the tested sources */
    SoakReport(long seed, String commit) {
        this.seed = seed;
        this.commit = commit;
        FAULTS.forEach(fault -> faults.put(fault, 0));
    }

    /** The commit of the sources that are tested; {@code unknown} outside of a repository. */
    static String commit() {
        try {
            Process git = new ProcessBuilder("git", "rev-parse", "HEAD")
                    .redirectErrorStream(true)
                    .start();
            String output = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return git.waitFor() == 0 ? output.strip() : "unknown";
        } catch (IOException noGit) {
            return "unknown";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "unknown";
        }
    }

    void happened(String fault) {
        faults.merge(fault, 1, Integer::sum);
    }

    Map<String, Integer> faults() {
        return faults;
    }

    void problem(String what) {
        problems.add(what);
    }

    /** What contradicts the promise, or makes the run say nothing; empty: passed. */
    List<String> problems() {
        return problems;
    }

    /** @param wanted the least number of reads */
    void end(String version, long took, long wanted, FreshRun.Verdict verdict) {
        server = version;
        seconds = took;
        answers = verdict.answers();
        reads = verdict.answers().values().stream()
                .mapToLong(Integer::longValue)
                .sum();
        commits = verdict.commits();
        lost = verdict.lost();
        verdict.counts().forEach((wrong, count) -> findings.put(wrong.name(), count));
        verdict.counts().forEach((wrong, count) -> problem(wrong + ": " + count));
        verdict.some().forEach(finding -> problem(String.valueOf(finding)));
        long byReplicas = mayComeFromReplicas(false);
        replicaPercent = (int) (byReplicas * 100 / Math.max(1, byReplicas + mayComeFromReplicas(true)));
        if (replicaPercent < LEAST_PERCENT) {
            problem("replicas gave " + replicaPercent + " % of the answers that they may give (expected at least "
                    + LEAST_PERCENT + " %)");
        }
        if (reads < wanted) {
            problem(reads + " reads in " + seconds + " s (expected " + wanted + ")");
        }
        faults.forEach((fault, times) -> {
            if (times == 0) {
                problem("did not happen: " + fault);
            }
        });
        if (lost == 0) {
            problem("no fail-over has lost a transaction");
        }
    }

    private long mayComeFromReplicas(boolean fromPrimary) {
        return answers.entrySet().stream()
                .filter(each -> !each.getKey().startsWith(Way.primary().name() + " from "))
                .filter(each -> ReplicasReading.isOfPrimary(each.getKey()) == fromPrimary)
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("report.json"), json());
        Files.writeString(folder.resolve("report.md"), markdown());
    }

    String markdown() {
        StringBuilder text = new StringBuilder("# Replicas: " + (problems.isEmpty() ? "passed" : "FAILED") + "\n\n");
        text.append(String.format(
                Locale.ROOT,
                "MariaDB %s, Java %s, begun %s, %,d s. Commit %s, seed %d.%n%n",
                server,
                Runtime.version(),
                started,
                seconds,
                commit,
                seed));
        problems.forEach(problem -> text.append("- ").append(problem).append('\n'));
        text.append("\n| reads | by replicas, of those they may answer | commits | of them lost | findings |\n");
        text.append("|---|---|---|---|---|\n");
        text.append(String.format(
                Locale.ROOT,
                "| %,d | %d %% | %,d | %,d | %,d |%n",
                reads,
                replicaPercent,
                commits,
                lost,
                findings.values().stream().mapToLong(Integer::longValue).sum()));
        table(text, "fault | happened", faults);
        table(text, "reads | answers", answers);
        if (!findings.isEmpty()) {
            table(text, "finding | answers", findings);
        }
        return text.toString();
    }

    private static void table(StringBuilder text, String head, Map<String, Integer> rows) {
        text.append("\n| ").append(head).append(" |\n|---|---|\n");
        rows.forEach((name, count) -> text.append(String.format(Locale.ROOT, "| %s | %,d |%n", name, count)));
    }

    String json() {
        return "{\n"
                + "  \"started\": " + quoted(started) + ",\n"
                + "  \"seconds\": " + seconds + ",\n"
                + "  \"seed\": " + seed + ",\n"
                + "  \"commit\": " + quoted(commit) + ",\n"
                + "  \"server\": " + quoted(server) + ",\n"
                + "  \"java\": " + quoted(Runtime.version().toString()) + ",\n"
                + "  \"problems\": ["
                + problems.stream().map(SoakReport::quoted).collect(Collectors.joining(", ")) + "],\n"
                + "  \"reads\": " + reads + ",\n"
                + "  \"replicaPercent\": " + replicaPercent + ",\n"
                + "  \"commits\": " + commits + ",\n"
                + "  \"lost\": " + lost + ",\n"
                + "  \"faults\": " + object(faults) + ",\n"
                + "  \"answers\": " + object(answers) + ",\n"
                + "  \"findings\": " + object(findings) + "\n"
                + "}\n";
    }

    private static String object(Map<String, Integer> values) {
        return values.entrySet().stream()
                .map(each -> quoted(each.getKey()) + ": " + each.getValue())
                .collect(Collectors.joining(", ", "{", "}"));
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ') {
                quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
