// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.testkit.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Journals keep every entry, of all threads and of killed JVMs. */
class JournalTest {

    private static final int ENTRIES = Seed.size("history.entries", 150_000); // more than two chunks

    @TempDir
    Path folder;

    @Test
    void keepsAllEntriesOfAllThreads() throws Exception {
        List<Thread> threads = IntStream.rangeClosed(1, 3)
                .mapToObj(key -> new Thread(() -> record(key)))
                .toList();
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }

        Findings findings = HistoryChecker.check(folder);

        assertThat(findings.reads()).isEqualTo(Map.of(Way.PROJECTION, 3L * ENTRIES));
        assertThat(findings.committed()).isEqualTo(3);
        assertThat(findings.anomalies()).as("%s", findings).isEmpty();
    }

    private void record(long key) {
        try (Journal journal = Journal.create(folder)) {
            Write write = Write.alone(key, 1);
            journal.ending(write, 1);
            journal.committed(write, 2);
            for (int i = 0; i < ENTRIES; i++) {
                long time = 3L + i;
                journal.read(new Read(
                        Way.PROJECTION, Isolation.READ_COMMITTED, time, time, false, key, key, 1, Mark.of(key, 1)));
            }
        }
    }

    @Test
    void keepsWhatAKilledJvmHasRecorded() throws Exception {
        Process process = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-cp",
                        String.valueOf(System.getProperty("java.class.path")),
                        Halting.class.getName(),
                        folder.toString())
                .inheritIO()
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();

        assertThat(process.exitValue()).isEqualTo(Halting.EXIT);
        assertThat(files()).hasSize(1);
        Findings findings = HistoryChecker.check(folder);
        assertThat(findings.unknown()).isEqualTo(1);
        assertThat(findings.total()).isEqualTo(1);
        assertThat(findings.anomalies()).as("its clock is ours: %s", findings).isEmpty();
        assertThat(System.nanoTime()).isGreaterThan(lastEnd());
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    private long lastEnd() throws IOException {
        try (JournalCursor entry = new JournalCursor(files().get(0))) {
            long last = 0;
            while (entry.next()) {
                last = Math.max(last, entry.end());
            }
            return last;
        }
    }

    /** Ends without closing anything, between the begin of a commit and its end. */
    static final class Halting {

        static final int EXIT = 7;

        private Halting() {}

        public static void main(String[] arguments) {
            Journal journal = Journal.create(Path.of(arguments[0]));
            Write write = Write.alone(1, 1);
            journal.ending(write, System.nanoTime());
            long begin = System.nanoTime();
            journal.read(new Read(
                    Way.CLIENT, Isolation.READ_COMMITTED, begin, System.nanoTime(), false, 1, 1, 1, Mark.of(1, 1)));
            Runtime.getRuntime().halt(EXIT);
        }
    }
}
