// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FreePortsTest {
    @Test
    void areDistinctAndOutsideTheRangeOfOutgoingConnections() {
        assertThat(Arrays.stream(FreePorts.find(20)).boxed())
                .doesNotHaveDuplicates()
                .allMatch(port -> port >= 15_000 && port < 32_768);
    }

    @Test
    void aPortIsGivenOnceEvenToTwoProcesses() throws Exception {
        Process other = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Other.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader printed = other.inputReader()) {
            Set<Integer> given = new HashSet<>();
            for (int i = 0; i < Other.PORTS; i++) {
                given.add(Integer.valueOf(printed.readLine()));
            }
            assertThat(given).hasSize(Other.PORTS);
            for (int i = 0; i < 20; i++) {
                Arrays.stream(FreePorts.find(100))
                        .forEach(port -> assertThat(given.add(port)).isTrue());
            }
        } finally {
            other.destroyForcibly().waitFor();
        }
    }

    /** Another process, until it is ended. */
    static final class Other {

        static final int PORTS = 2_000;

        public static void main(String[] arguments) throws Exception {
            for (int i = 0; i < PORTS; i += 100) {
                Arrays.stream(FreePorts.find(100)).forEach(System.out::println);
            }
            System.in.read();
        }
    }
}
