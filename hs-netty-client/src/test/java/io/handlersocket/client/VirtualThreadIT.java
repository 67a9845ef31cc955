// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/** Blocking lookups from virtual threads: the flight recorder sees no carrier pinned. */
@EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "virtual threads came with JDK 21")
class VirtualThreadIT {

    private static final HandlerSocketMariaDB DB = HandlerSocketMariaDB.shared();
    private static final int THREADS = 256;
    private static final int LOOKUPS = 100;

    @TempDir
    Path folder;

    @Test
    void waitWithoutPinningTheirCarriers() throws Exception {
        DB.execute(
                "CREATE OR REPLACE TABLE test.virtual_reader (id INT PRIMARY KEY, v INT)",
                "INSERT INTO test.virtual_reader SELECT seq, seq FROM seq_0_to_999");
        try (HandlerSocketClient client = PatientClient.unguarded()
                        .dataSource(DB.dataSource())
                        .requestTimeout(Duration.ofSeconds(10))
                        .build();
                Recording recording = new Recording()) {
            Index index = PatientClient.index(client, "virtual_reader");
            // The JVM links classes under monitors of its own at their first use, which pins whoever waits for them.
            readAll(index, 1);
            recording.enable("jdk.VirtualThreadPinned").withThreshold(Duration.ZERO);
            recording.start();

            assertThat(readAll(index, THREADS)).isEqualTo((long) THREADS * LOOKUPS);

            recording.stop();
            Path file = folder.resolve("pinned.jfr");
            recording.dump(file);
            assertThat(Files.size(file)).isPositive();
            List<RecordedEvent> pinned = RecordingFile.readAllEvents(file);
            assertThat(pinned).filteredOn(VirtualThreadIT::isOurs).isEmpty();
        }
    }

    private static long readAll(Index index, int threadCount) throws Exception {
        // By reflection, because the tests are compiled for Java 17 too.
        ExecutorService threads = (ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        try {
            List<Future<Integer>> readers = new ArrayList<>();
            for (int t = 0; t < threadCount; t++) {
                int first = t;
                readers.add(threads.submit(() -> {
                    int right = 0;
                    for (int i = 0; i < LOOKUPS; i++) {
                        int id = (first + i * 7) % 1000;
                        right += index.find(id).orElseThrow().intAt(1) == id ? 1 : 0;
                    }
                    return right;
                }));
            }
            long right = 0;
            for (Future<Integer> reader : readers) {
                right += reader.get();
            }
            return right;
        } finally {
            threads.shutdown();
        }
    }

    private static boolean isOurs(RecordedEvent event) {
        return event.getStackTrace() != null
                && event.getStackTrace().getFrames().stream()
                        .anyMatch(frame -> frame.getMethod().getType().getName().startsWith("io.handlersocket.client"));
    }
}
