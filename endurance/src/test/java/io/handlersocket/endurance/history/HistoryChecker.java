// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.history;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Checks the journals of a folder, journal by journal. It goes through them three times: for the writes, for the reads
 * that decide an unknown outcome, and for the verdict on each read. Its memory holds the versions (34 bytes each) and
 * one number for each key; reads need none. Its time grows with the number of entries, times the logarithm of the
 * versions of one key.
 *
 * <p>A read is right if some moment between its begin and its end exists at which a server that does everything right
 * could have shown it, given that a commit becomes visible at one moment between its begin and its end. A commit of
 * unknown outcome may become visible at any moment after its begin or never, until the first read shows it.
 */
public final class HistoryChecker {

    private final Map<Long, Versions> keys = new HashMap<>();
    private final Kills kills = new Kills();
    private final Findings findings = new Findings();

    private HistoryChecker() {}

    /** Checks all journals of this folder; their writers must have ended. */
    public static Findings check(Path folder) throws IOException {
        HistoryChecker checker = new HistoryChecker();
        List<Path> journals = journals(folder);
        for (Path journal : journals) {
            checker.takeWrites(journal);
        }
        for (Path journal : journals) {
            checker.decideUnknown(journal);
        }
        for (Versions versions : checker.keys.values()) {
            versions.settle();
            checker.findings.written(versions);
        }
        for (Path journal : journals) {
            checker.judgeReads(journal);
        }
        return checker.findings;
    }

    private static List<Path> journals(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(Journal.SUFFIX))
                    .sorted()
                    .toList();
        }
    }

    private void takeWrites(Path journal) throws IOException {
        try (JournalCursor entry = new JournalCursor(journal)) {
            while (entry.next()) {
                switch (entry.kind()) {
                    case READ -> {} // later
                    case ENDING -> versions(entry.key()).ending(entry.write(), entry.begin());
                    case COMMITTED -> versions(entry.key()).committed(entry.version(), entry.end());
                    case ROLLED_BACK -> versions(entry.key()).rolledBack(entry.version());
                    case KILLED -> kills.add(entry.begin(), entry.end());
                }
            }
        }
    }

    private void decideUnknown(Path journal) throws IOException {
        try (JournalCursor entry = new JournalCursor(journal)) {
            while (entry.next()) {
                if (entry.kind() == Kind.READ) {
                    decide(entry.read());
                }
            }
        }
    }

    private void decide(Read read) {
        Versions versions = keys.get(read.key());
        if (versions != null && read.found() == read.key() && read.mark() == Mark.of(read.key(), read.version())) {
            versions.shown(read);
        }
    }

    private Versions versions(long key) {
        return keys.computeIfAbsent(key, added -> new Versions(keys.size(), kills));
    }

    private void judgeReads(Path journal) throws IOException {
        String name = String.valueOf(journal.getFileName());
        SessionCheck session = new SessionCheck(keys);
        StatementCheck statement = new StatementCheck(keys);
        try (JournalCursor entry = new JournalCursor(journal)) {
            while (entry.next()) {
                if (entry.kind() == Kind.READ) {
                    judge(entry.read(), session, statement, name);
                }
            }
        }
        report(Anomaly.FRACTURED, statement.end(), name);
    }

    private void judge(Read read, SessionCheck session, StatementCheck statement, String journal) {
        findings.read(read);
        if (!statement.continues(read)) {
            report(Anomaly.FRACTURED, statement.end(), journal);
        }
        Anomaly anomaly = session.judge(read);
        if (anomaly != null) {
            findings.wrong(anomaly, read, journal);
        } else if (read.together()) {
            statement.add(read);
        }
    }

    private void report(Anomaly anomaly, @Nullable Read read, String journal) {
        if (read != null) {
            findings.wrong(anomaly, read, journal);
        }
    }
}
