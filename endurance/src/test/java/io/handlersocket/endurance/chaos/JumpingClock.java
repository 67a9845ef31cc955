// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import io.handlersocket.testkit.DistributionProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The wall clock of one JVM, which libfaketime sets by a file. The monotonic clock stays that of the machine. */
final class JumpingClock {

    /** The fault that needs it. */
    static final String FAULT = "clock-jump";

    private final Path file;

    /** @param folder of the run */
    JumpingClock(Path folder) {
        file = folder.resolve("clock");
    }

    /**
     * What the JVM is started with; empty if no fault moves its clock.
     *
     * @param folder of the run
     * @param problems receives that there is no way to the library here: other faults are struck nevertheless
     */
    static Map<String, String> environment(List<Fault> faults, Path folder, List<String> problems) throws IOException {
        if (faults.stream().noneMatch(fault -> fault.name().equals(FAULT))) {
            return Map.of();
        }
        try {
            return new JumpingClock(folder).environment();
        } catch (IllegalStateException e) {
            problems.add(FAULT + ": " + e.getMessage());
            return Map.of();
        }
    }

    private Map<String, String> environment() throws IOException {
        Path library = DistributionProgram.findLibrary("faketime/libfaketimeMT.so.1", "libfaketime");
        set(Duration.ZERO);
        // Looking into the file at each reading of the clock would take 60 µs, so it looks once a second. Its fix for
        // waits by the monotonic clock would end those of the JVM at once.
        return Map.of(
                "LD_PRELOAD",
                library.toString(),
                "FAKETIME_TIMESTAMP_FILE",
                file.toString(),
                "FAKETIME_CACHE_DURATION",
                "1",
                "FAKETIME_DONT_FAKE_MONOTONIC",
                "1",
                "FAKETIME_FORCE_MONOTONIC_FIX",
                "0",
                "NO_FAKE_STAT",
                "1");
    }

    /** Moves the clock so far ahead of the machine's; the JVM notices it after a second at most. */
    void set(Duration ahead) throws IOException {
        Path next = file.resolveSibling("clock.next");
        Files.writeString(next, "+" + ahead.toSeconds() + "\n");
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
