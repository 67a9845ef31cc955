// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.testkit.Seed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The checker finds each anomaly that is planted in a right history, and nothing else. */
class HistoryCheckerTest {

    private static final int OPERATIONS = 2_000;
    private static final Random random = Seed.random(HistoryCheckerTest.class);

    @TempDir
    Path folder;

    @RepeatedTest(20)
    void findsNothingInARightHistory() throws IOException {
        long seed = random.nextInt();
        try (MadeUpHistory history = new MadeUpHistory(folder, new Random(seed))) {
            history.some(OPERATIONS);
        }

        Findings findings = HistoryChecker.check(folder);

        assertThat(findings.anomalies()).as("seed %d: %s", seed, findings).isEmpty();
        assertThat(findings.total()).isGreaterThan(OPERATIONS / 2);
        assertThat(findings.absent()).isPositive();
        assertThat(findings.committed()).isPositive();
        assertThat(findings.rolledBack()).isPositive();
        assertThat(findings.unknown()).isPositive();
    }

    static Stream<Arguments> plants() {
        return Stream.of(
                plant("another key's row", Anomaly.MIXED_UP, (history, key, version) -> {
                    long other = key % MadeUpHistory.KEYS + 1;
                    long its = history.twoVersionsOf(other);
                    history.plant(key, other, its, Mark.of(other, its));
                }),
                plant(
                        "a mark of an older version",
                        Anomaly.TORN,
                        (history, key, version) -> history.plant(key, key, version, Mark.of(key, version - 1))),
                plant(
                        "a version of an older mark",
                        Anomaly.TORN,
                        (history, key, version) -> history.plant(key, key, version - 1, Mark.of(key, version))),
                plant(
                        "a version that no transaction wrote",
                        Anomaly.INVENTED,
                        (history, key, version) -> history.plant(key, key, 1_000_000, Mark.of(key, 1_000_000))),
                plant(
                        "a version that was rolled back",
                        Anomaly.ROLLED_BACK,
                        (history, key, version) -> history.plantRolledBack(key)),
                plant(
                        "a version before its commit",
                        Anomaly.UNCOMMITTED,
                        (history, key, version) -> history.plantUncommitted(key)),
                plant(
                        "the version before the newest",
                        Anomaly.STALE,
                        (history, key, version) -> history.plant(key, key, version - 1, Mark.of(key, version - 1))),
                plant(
                        "no row where there is one",
                        Anomaly.MISSING,
                        (history, key, version) -> history.plantAbsent(key)),
                plant(
                        "the old version after the new one",
                        Anomaly.BACKWARDS,
                        (history, key, version) -> history.plantBackwards(key, false)),
                plant(
                        "a row after its deletion",
                        Anomaly.BACKWARDS,
                        (history, key, version) -> history.plantBackwards(key, true)),
                plant(
                        "half of a transaction",
                        Anomaly.FRACTURED,
                        (history, key, version) -> history.plantFractured(key, key % MadeUpHistory.KEYS + 1)));
    }

    /** What is planted at a key whose newest version and the one before it are rows. */
    private interface Plant {
        void in(MadeUpHistory history, long key, long version);
    }

    private static Arguments plant(String name, Anomaly anomaly, Plant plant) {
        Consumer<MadeUpHistory> planting = history -> {
            long key = history.anyKey();
            plant.in(history, key, history.twoVersionsOf(key));
        };
        return Arguments.of(Named.of(name, planting), anomaly);
    }

    @ParameterizedTest
    @MethodSource("plants")
    void findsWhatIsPlanted(Consumer<MadeUpHistory> plant, Anomaly expected) throws IOException {
        long seed = random.nextInt();
        try (MadeUpHistory history = new MadeUpHistory(folder, new Random(seed))) {
            history.some(OPERATIONS);
            history.quiet();
            plant.accept(history);
            history.quiet();
            history.some(OPERATIONS);
        }

        Findings findings = HistoryChecker.check(folder);

        assertThat(findings.anomalies()).as("seed %d: %s", seed, findings).isEqualTo(Map.of(expected, 1L));
        assertThat(findings.toString()).contains(expected + " in ");
    }

    @Test
    void mayMissARowThatAnUnknownDeletionTook() throws IOException {
        try (Journal journal = Journal.create(folder)) {
            journal.ending(Write.alone(1, 1), 10);
            journal.committed(Write.alone(1, 1), 20);
            journal.ending(Write.deletion(1, 2), 30);
            journal.read(Read.absent(Way.JDBC, Isolation.READ_COMMITTED, 40, 50, false, 1));
        }

        assertThat(HistoryChecker.check(folder).anomalies()).isEmpty();
    }

    /** The writer never learns the outcome; the first reader that sees the version does. */
    @Test
    void anUnknownCommitIsDecidedByTheFirstReadThatShowsIt() throws IOException {
        try (Journal writer = Journal.create(folder);
                Journal one = Journal.create(folder);
                Journal other = Journal.create(folder)) {
            writer.ending(Write.alone(1, 1), 10);
            writer.committed(Write.alone(1, 1), 20);
            writer.ending(Write.alone(1, 2), 30);
            one.read(rowOfKeyOne(1, 40, 50));
            one.read(rowOfKeyOne(2, 60, 70));
            other.read(rowOfKeyOne(1, 65, 75)); // began before the version was shown
            other.read(rowOfKeyOne(1, 80, 90));
        }

        Findings findings = HistoryChecker.check(folder);

        assertThat(findings.anomalies()).isEqualTo(Map.of(Anomaly.STALE, 1L));
        assertThat(findings.unknown()).isEqualTo(1);
    }

    /** InnoDB shows a commit before its log is written. */
    @Test
    void aKillMayUndoACommitThatWasSeenAndNotAcknowledged() throws IOException {
        assertThat(anomaliesOfTwoVersionsAndAKill(false, 60)).isEmpty();
    }

    @Test
    void aKillUndoesNoAcknowledgedCommit() throws IOException {
        assertThat(anomaliesOfTwoVersionsAndAKill(true, 60)).isEqualTo(Map.of(Anomaly.STALE, 1L));
    }

    @Test
    void aKillUndoesNoCommitThatWasSeenAfterIt() throws IOException {
        assertThat(anomaliesOfTwoVersionsAndAKill(false, 110)).isEqualTo(Map.of(Anomaly.STALE, 1L));
    }

    @Test
    void aLaterKillUndoesNothing() throws IOException {
        try (Journal journal = twoVersions(false)) {
            journal.read(rowOfKeyOne(2, 60, 70));
            journal.read(rowOfKeyOne(1, 120, 130));
            journal.killed(30 + Kills.LONGEST_COMMIT_NANOS, 40 + Kills.LONGEST_COMMIT_NANOS);
        }

        assertThat(HistoryChecker.check(folder).anomalies()).isEqualTo(Map.of(Anomaly.STALE, 1L));
    }

    /** A kill from 90 to 100, one session that reads version 2, and then version 1. */
    private Map<Anomaly, Long> anomaliesOfTwoVersionsAndAKill(boolean acknowledged, long seen) throws IOException {
        try (Journal journal = twoVersions(acknowledged)) {
            journal.read(rowOfKeyOne(2, seen, seen + 5));
            journal.killed(90, 100);
            journal.read(rowOfKeyOne(1, 120, 130));
        }
        return HistoryChecker.check(folder).anomalies();
    }

    private Journal twoVersions(boolean acknowledged) {
        Journal journal = Journal.create(folder);
        journal.ending(Write.alone(1, 1), 10);
        journal.committed(Write.alone(1, 1), 20);
        journal.ending(Write.alone(1, 2), 30);
        if (acknowledged) {
            journal.committed(Write.alone(1, 2), 40);
        }
        return journal;
    }

    private static Read rowOfKeyOne(long version, long begin, long end) {
        return new Read(Way.CLIENT, Isolation.READ_COMMITTED, begin, end, false, 1, 1, version, Mark.of(1, version));
    }

    @Test
    void findsARowThatIsMissingBeforeItsDeletionIsCommitted() throws IOException {
        try (Journal journal = Journal.create(folder)) {
            journal.ending(Write.alone(1, 1), 10);
            journal.committed(Write.alone(1, 1), 20);
            journal.read(Read.absent(Way.JDBC, Isolation.READ_COMMITTED, 40, 50, false, 1));
            journal.ending(Write.deletion(1, 2), 60);
            journal.committed(Write.deletion(1, 2), 70);
        }

        assertThat(HistoryChecker.check(folder).anomalies()).isEqualTo(Map.of(Anomaly.MISSING, 1L));
    }

    @Test
    void judgesASnapshotByTheBeginOfItsTransactionOnly() throws IOException {
        try (Journal journal = Journal.create(folder)) {
            for (int version = 1; version <= 2; version++) {
                journal.ending(Write.alone(1, version), 10L * version);
                journal.committed(Write.alone(1, version), 10L * version + 5);
            }
            for (Isolation isolation : Isolation.values()) {
                long begin = isolation == Isolation.REPEATABLE_READ ? 17 : 30;
                journal.read(new Read(Way.JDBC, isolation, begin, 40, false, 1, 1, 1, Mark.of(1, 1)));
            }
        }

        assertThat(HistoryChecker.check(folder).anomalies()).isEqualTo(Map.of(Anomaly.STALE, 1L));
    }
}
