// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import io.handlersocket.endurance.history.Anomaly;
import io.handlersocket.endurance.history.HistoryChecker;
import io.handlersocket.endurance.history.Way;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What the history checker says of all reads and writes of a run.
 *
 * @param reads one for each row that was asked for
 * @param fastReads those of them that HandlerSocket answered; JDBC answered the others
 * @param absent reads that no row answered
 * @param committed versions of rows whose COMMIT was acknowledged
 * @param unknown versions of which no writer learned whether they were committed
 * @param anomalies how often each was found
 * @param examples the first ones of each
 */
record HistoryResult(
        long reads,
        long fastReads,
        long absent,
        long committed,
        long unknown,
        Map<Anomaly, Long> anomalies,
        List<String> examples) {

    /** Checks the journals of this folder; whoever writes them must have ended. */
    static HistoryResult of(Path journals) throws IOException {
        io.handlersocket.endurance.history.Findings findings = HistoryChecker.check(journals);
        Map<Anomaly, Long> anomalies = new EnumMap<>(Anomaly.class);
        for (Anomaly anomaly : Anomaly.values()) {
            anomalies.put(anomaly, findings.anomalies().getOrDefault(anomaly, 0L));
        }
        return new HistoryResult(
                findings.total(),
                findings.total() - findings.reads().getOrDefault(Way.JDBC, 0L),
                findings.absent(),
                findings.committed(),
                findings.unknown(),
                anomalies,
                findings.examples());
    }

    /** What contradicts the promise; empty: nothing. */
    List<String> problems() {
        List<String> problems = new ArrayList<>();
        anomalies.forEach((anomaly, count) -> {
            if (count > 0) {
                problems.add("the history has " + count + " times " + anomaly);
            }
        });
        problems.addAll(examples);
        if (reads == 0 || committed == 0) {
            problems.add("the history is empty: " + reads + " reads, " + committed + " committed versions");
        }
        if (reads > 0 && fastReads == 0) {
            problems.add("HandlerSocket answered none of the judged reads");
        }
        return problems;
    }

    String markdown() {
        StringBuilder text = new StringBuilder(String.format(
                "%nThe checker of histories judged %,d reads (%,d without a row) of %,d committed versions and %,d of"
                        + " unknown outcome. HandlerSocket answered %,d of the reads, JDBC %,d.%n%n"
                        + "| anomaly | found |%n|---|---|%n",
                reads, absent, committed, unknown, fastReads, reads - fastReads));
        anomalies.forEach((anomaly, count) -> text.append(String.format("| %s | %,d |%n", anomaly, count)));
        return text.toString();
    }
}
