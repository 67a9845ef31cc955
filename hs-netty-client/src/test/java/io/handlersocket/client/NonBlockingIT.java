// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Nothing the client does blocks an I/O thread, which serves every socket. */
@Tag("exhaustive")
@Timeout(180)
class NonBlockingIT {

    private static final HandlerSocketMariaDB DB = HandlerSocketMariaDB.shared();

    @TempDir
    private Path folder;

    @BeforeAll
    static void table() {
        DB.execute(
                "CREATE OR REPLACE TABLE test.watched (id INT PRIMARY KEY, v INT)",
                "INSERT INTO test.watched SELECT seq, seq * 3 FROM seq_1_to_" + LookupLoad.ROWS);
    }

    @Test
    void noCallBlocksUnderLoadWithConnectionsThatEnd() throws Exception {
        List<String> lines = run(false);
        System.out.println("NonBlockingIT: "
                + lines.stream().filter(line -> line.startsWith("right")).toList());
        assertThat(lines).noneMatch(line -> line.startsWith("blocked: ")).contains("end: 0");
        assertThat(lines).anyMatch(line -> line.matches("right: [1-9]\\d{2,} \\[]"));
    }

    @Test
    void aListenerThatBlocksIsFoundOut() throws Exception {
        assertThat(run(true))
                .anyMatch(line -> line.startsWith("blocked: ") && line.contains("park"))
                .doesNotContain("end: 0");
    }

    private List<String> run(boolean blocks) throws IOException, InterruptedException {
        Path output = folder.resolve("output");
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin/java").toString(), "-XX:TieredStopAtLevel=1"));
        // BlockHound puts a method in front of each native one.
        command.add("-XX:+AllowRedefinitionToAddDeleteMethods");
        if (Runtime.version().feature() >= 21) {
            command.add("-XX:+EnableDynamicAgentLoading");
        }
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                WatchedLoad.class.getName(),
                DB.getJdbcUrl(),
                DB.getUsername(),
                DB.getPassword(),
                DB.getHost(),
                String.valueOf(DB.readPort()),
                String.valueOf(blocks)));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(120, TimeUnit.SECONDS))
                    .as("ends in time")
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        List<String> lines = Files.readAllLines(output, UTF_8);
        assertThat(lines).as(() -> String.join("\n", lines)).anyMatch(line -> line.startsWith("end: "));
        return lines;
    }
}
