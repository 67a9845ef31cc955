// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report of a run says what was found and what was not. */
class HistoryReportTest {

    private static HistoryReport report(Findings findings) throws InterruptedException {
        Crew crew = new Crew();
        crew.start(() -> Thread.sleep(30), () -> {});
        Thread.sleep(100);
        crew.close();
        return HistoryReport.of(
                new HistoryReport.Run("2026-01-01T00:00:00Z", 60, "MariaDB 10.11.19"),
                findings,
                new Crew(),
                crew,
                Map.of("findById", 99L));
    }

    private static Read read(long version) {
        return new Read(Way.CLIENT, Isolation.READ_COMMITTED, 0, 1, false, 7, 7, version, Mark.of(7, version));
    }

    @Test
    void aRightHistoryPasses(@TempDir Path folder) throws Exception {
        Findings findings = new Findings();
        findings.read(read(3));

        report(findings).write(folder);

        assertThat(Files.readString(folder.resolve("report.md")))
                .startsWith("# History: passed")
                .contains("| STALE | 0 |", "| CLIENT | 1 |", "| findById | 99 % |");
        assertThat(Files.readString(folder.resolve("report.json")))
                .contains("\"operations\" : 1,", "\"stale\" : 0,", "\"TORN\" : 0", "\"findById\" : 99");
    }

    @Test
    void aWrongHistoryFailsAndNamesTheRead() throws Exception {
        Findings findings = new Findings();
        findings.wrong(Anomaly.STALE, read(3), "journal-1");

        HistoryReport report = report(findings);

        assertThat(report.stale()).isEqualTo(1);
        assertThat(report.markdown()).startsWith("# History: FAILED").contains("| STALE | 1 |", "- STALE in journal-1");
        assertThat(report.longestStallMillis()).isGreaterThanOrEqualTo(30);
    }
}
