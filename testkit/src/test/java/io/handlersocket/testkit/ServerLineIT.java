// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.testkit.line.ServerLine;
import io.handlersocket.testkit.line.Verdict;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The command that judges a server line, on the line that it was made with. */
@Timeout(120)
class ServerLineIT {

    @Test
    void theTestedLineIsAsExpected() throws Exception {
        HandlerSocketMariaDB server = new HandlerSocketMariaDB().withWritePort().withSecrets("hs-read", "hs-write");
        server.start();
        try {
            List<Verdict> verdicts = ServerLine.run(server);
            assertThat(verdicts).filteredOn(verdict -> !verdict.isSafe()).isEmpty();
            assertThat(verdicts).hasSizeGreaterThan(20);
            assertThat(ServerLine.facts(server))
                    .containsKeys("version", "version_comment", "built for", "plugin handlersocket", "from")
                    .doesNotContainValue("(absent)")
                    .allSatisfy((name, value) -> assertThat(value).isNotBlank());
        } finally {
            server.stop();
        }
    }

    @Test
    void whatDiffersIsPrintedAndCounts() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        boolean ok = ServerLine.print(
                Map.of("version", "12.0"),
                List.of(new Verdict("a", true, ""), new Verdict("b", false, "saw x|y")),
                new PrintStream(out, true, StandardCharsets.UTF_8));
        assertThat(ok).isFalse();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("### MariaDB 12.0", "| version | 12.0 |", "| a | ok |  |  |")
                .contains("| b | DIFFERENT | saw x\\|y |  |", "2 checks, 1 different, of those 1 not known");
    }

    @Test
    void whatTheClientIsSafeFromDoesNotFail() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        boolean ok = ServerLine.print(
                Map.of("version", "12.0"),
                List.of(new Verdict("a", true, ""), new Verdict("b", false, "saw x", "it is not sent")),
                new PrintStream(out, true, StandardCharsets.UTF_8));
        assertThat(ok).isTrue();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("| b | different, known | saw x | it is not sent |")
                .contains("2 checks, 1 different, of those 0 not known");
    }
}
