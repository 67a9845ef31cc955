// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the parent sees of a JVM. */
class ChildTest {

    @TempDir
    Path folder;

    @Test
    void seesABufferThatWasNotReleased() throws Exception {
        Path log = folder.resolve("child.log");
        Process process = Child.process(LeakyProgram.class, List.of(), Map.of(), log);

        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();

        assertThat(process.exitValue()).isZero();
        assertThat(Child.leaks(log))
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line).contains("LEAK: "));
    }
}
