// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.history;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What a check has counted, and some examples of what was wrong. */
public final class Findings {

    private static final int EXAMPLES = 10;

    private final Map<Way, Long> reads = new EnumMap<>(Way.class);
    private final Map<Anomaly, Long> anomalies = new EnumMap<>(Anomaly.class);
    private final List<String> examples = new ArrayList<>();
    private long absent;
    private long committed;
    private long rolledBack;
    private long unknown;

    void written(Versions versions) {
        committed += versions.committed();
        rolledBack += versions.rolledBack();
        unknown += versions.unknown();
    }

    void read(Read read) {
        reads.merge(read.way(), 1L, Long::sum);
        absent += read.isAbsent() ? 1 : 0;
    }

    void wrong(Anomaly anomaly, Read read, String journal) {
        if (anomalies.merge(anomaly, 1L, Long::sum) <= EXAMPLES) {
            examples.add(anomaly + " in " + journal + ": " + read);
        }
    }

    /** Reads of each way: one for each key that a statement asked for. */
    public Map<Way, Long> reads() {
        return reads;
    }

    /** All reads. */
    public long total() {
        return reads.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Reads that no row answered. */
    public long absent() {
        return absent;
    }

    /** Versions whose commit was acknowledged. */
    public long committed() {
        return committed;
    }

    /** Versions that no reader may see. */
    public long rolledBack() {
        return rolledBack;
    }

    /** Versions of which no writer knows whether they were committed. */
    public long unknown() {
        return unknown;
    }

    /** How often each anomaly was found; empty if the history is right. */
    public Map<Anomaly, Long> anomalies() {
        return anomalies;
    }

    /** The first ten of each anomaly, in words. */
    public List<String> examples() {
        return examples;
    }

    /** One line for each figure, then the examples. */
    @Override
    public String toString() {
        return String.format(
                        "%,d reads (%,d without a row), %,d versions committed, %,d rolled back, %,d unknown%n",
                        total(), absent, committed, rolledBack, unknown)
                + "by way: " + reads + System.lineSeparator() + "anomalies: " + anomalies + System.lineSeparator()
                + String.join(System.lineSeparator(), examples);
    }
}
