// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A JVM has a clock of its own only for the fault that moves it. */
class JumpingClockTest {

    @TempDir
    Path folder;

    @Test
    void otherFaultsNeedNoClock() throws Exception {
        List<String> problems = new ArrayList<>();
        assertThat(JumpingClock.environment(Faults.ofAShortRun(), folder, problems))
                .isEmpty();
        assertThat(problems).isEmpty();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void theFileSaysHowFarTheClockIsAhead() throws Exception {
        JumpingClock clock = new JumpingClock(folder);
        clock.set(Duration.ofHours(1));
        assertThat(folder.resolve("clock")).hasContent("+3600");
        clock.set(Duration.ZERO);
        assertThat(Files.readString(folder.resolve("clock"))).isEqualTo("+0\n");
    }
}
