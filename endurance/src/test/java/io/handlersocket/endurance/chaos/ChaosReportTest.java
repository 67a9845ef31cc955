// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.endurance.history.Anomaly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The report is there as JSON and as tables, and says what failed. */
class ChaosReportTest {

    @TempDir
    Path folder;

    private static ChaosReport report(String... problems) {
        Tally tally = new Tally(new Fault("flood", Effect.ITEM_TABLE, stage -> "wet"));
        tally.happened("wet | cold", 12);
        tally.cost(new Verdict(List.of(), 1, 2, 345, 345));
        RecoveryClock clock = new RecoveryClock(Effect.ITEM_TABLE, 1);
        clock.observed(1, true, false);
        clock.observed(3, true, true);
        tally.recovered(clock, 4);
        return new ChaosReport(
                "2026-11-23T10:00:00Z",
                60,
                "MariaDB 10.11.19",
                "17",
                77,
                "c0ffee",
                2,
                List.of(problems),
                2_110,
                2_100,
                90,
                10,
                0,
                0,
                Map.of("read: SocketTimeoutException", 1L),
                345,
                1,
                List.of(tally.line()),
                List.of(new CalmReads.Line("JVM 0", Kind.BY_ID, 2, 1_000, 980, 96.5)),
                Map.of("OUTAGE: silent", 20L),
                new HistoryResult(2_100, 1_900, 1, 10, 1, Map.of(Anomaly.TORN, 4L), List.of("TORN in a.journal")),
                List.of(new Footprint("JVM 0", 20, 0, 30, 40_960, 2_048)),
                List.of(new Footprint("JVM 0", 21, 0, 31, 40_960, 2_048)),
                List.of(new Series("JVM 0", "sockets", 0.5, List.of(20L, 21L))));
    }

    @Test
    void isWrittenAsJsonAndAsTables() throws IOException {
        report().write(folder);

        JsonNode json = ChaosChild.JSON.readTree(Files.readString(folder.resolve("report.json")));
        assertThat(json.get("reads").longValue()).isEqualTo(2_100);
        assertThat(json.get("longestStallMillis").longValue()).isEqualTo(345);
        assertThat(json.get("faults").get(0).get("happened").intValue()).isEqualTo(1);
        assertThat(json.get("history").get("anomalies").get("TORN").longValue()).isEqualTo(4);
        assertThat(json.get("after").get(0).get("threads").intValue()).isEqualTo(31);
        assertThat(Files.readString(folder.resolve("report.md")))
                .startsWith("# Chaos: passed")
                .contains("| flood | 1 | 1 | 2 | 345 ms | 1 ms | 3 ms | 2 ms | 4 ms | 12 ms | wet / cold |")
                .contains("| read: SocketTimeoutException | 1 |")
                .contains("Java 17, 2 cores, begun", "Commit c0ffee, `-Dseed=77`")
                .contains("| JVM 0 | BY_ID | 2 | 1,000 | 980 | 96.5 % |")
                .contains("| OUTAGE: silent | 20 |")
                .contains("HandlerSocket answered 1,900 of the reads, JDBC 200.")
                .contains("| JVM 0 | sockets | 20 21 | 1.0 | 1.00 |")
                .contains("| TORN | 4 |")
                .contains("| JVM 0 | last | 21 | 0 | 31 | 40 kB | 2 kB |");
    }

    @Test
    void saysWhatFailed() {
        assertThat(report("flood never happened").markdown())
                .startsWith("# Chaos: FAILED")
                .contains("- flood never happened");
    }

    @Test
    void anAnomalyAndAnEmptyHistoryAreProblems() {
        assertThat(report().history().problems()).containsExactly("the history has 4 times TORN", "TORN in a.journal");
        assertThat(new HistoryResult(0, 0, 0, 10, 0, Map.of(), List.of()).problems())
                .containsExactly("the history is empty: 0 reads, 10 committed versions");
    }

    @Test
    void aHistoryThatJdbcAnsweredAloneIsAProblem() {
        assertThat(new HistoryResult(9, 1, 0, 10, 0, Map.of(), List.of()).problems())
                .isEmpty();
        assertThat(new HistoryResult(9, 0, 0, 10, 0, Map.of(), List.of()).problems())
                .containsExactly("HandlerSocket answered none of the judged reads");
    }
}
