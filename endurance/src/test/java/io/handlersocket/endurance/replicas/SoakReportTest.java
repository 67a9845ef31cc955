// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.replicas;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.endurance.replicas.Finding.Wrong;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report is there as JSON and as tables, and says what failed. */
class SoakReportTest {

    private static final Map<String, Integer> ANSWERS =
            Map.of("primary from db1 as primary", 100, "any from db1 as primary", 40, "any from db2", 60);

    private final SoakReport report = new SoakReport(7, "c0ffee");

    private static FreshRun.Verdict verdict(Map<Wrong, Integer> counts, Map<String, Integer> answers, long lost) {
        return new FreshRun.Verdict(counts, List.of(), answers, 50, lost);
    }

    private void allHappened() {
        List.of("SQL thread stopped", "primary switched", "replica killed", "old primary left writable", "primary lost")
                .forEach(report::happened);
    }

    @Test
    void aCleanRunPassesAndIsWritten(@TempDir Path folder) throws IOException {
        allHappened();
        report.end("10.11", 12, 200, verdict(Map.of(), ANSWERS, 3));
        assertThat(report.problems()).isEmpty();
        report.write(folder);
        assertThat(Files.readString(folder.resolve("report.md")))
                .contains("# Replicas: passed", "| 200 | 60 % | 50 | 3 | 0 |", "| any from db2 | 60 |")
                .contains("| primary lost | 1 |", "Commit c0ffee, seed 7.");
        assertThat(Files.readString(folder.resolve("report.json")))
                .contains("\"seed\": 7,", "\"commit\": \"c0ffee\",", "\"reads\": 200,")
                .contains("\"replicaPercent\": 60,", "\"problems\": [],")
                .contains("\"any from db2\": 60", "\"findings\": {}");
    }

    @Test
    void theCommitIsThatOfTheRepository() {
        assertThat(SoakReport.commit()).matches("[0-9a-f]{40}|unknown");
    }

    @Test
    void findingsAreNamed() {
        allHappened();
        report.problem("it \"ended\"\nearly");
        report.end("10.11", 12, 200, verdict(Map.of(Wrong.BACKWARDS, 2), ANSWERS, 3));
        assertThat(report.problems()).containsExactly("it \"ended\"\nearly", "BACKWARDS: 2");
        assertThat(report.markdown()).contains("FAILED", "| BACKWARDS | 2 |");
        assertThat(report.json())
                .contains("[\"it \\\"ended\\\"\\u000aearly\", \"BACKWARDS: 2\"]", "{\"BACKWARDS\": 2}");
    }

    @Test
    void aRunThatShowsLittleFails() {
        report.end("10.11", 12, 300, verdict(Map.of(), Map.of("any from db1 as primary", 80, "any from db2", 20), 0));
        assertThat(report.problems())
                .containsExactly(
                        "replicas gave 20 % of the answers that they may give (expected at least 30 %)",
                        "100 reads in 12 s (expected 300)",
                        "did not happen: SQL thread stopped",
                        "did not happen: primary switched",
                        "did not happen: replica killed",
                        "did not happen: old primary left writable",
                        "did not happen: primary lost",
                        "no fail-over has lost a transaction");
    }
}
