// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The faults and their page. */
class FaultsTest {

    @Test
    void thePageDescribesEachFault() throws IOException {
        String table = table();
        assertThat(Faults.all())
                .hasSizeGreaterThan(30)
                .allSatisfy(fault -> assertThat(table).contains("`" + fault.name() + "`"));
    }

    /** What the page says of JDBC is what the run requires: no reader receives an error while it works. */
    @Test
    void thePageSaysWhetherReadsOverJdbcWork() throws IOException {
        Map<String, String> jdbc = new HashMap<>();
        for (String line :
                table().lines().filter(line -> line.startsWith("| `")).toList()) {
            String[] cells = line.split("\\|", -1);
            for (String name : cells[1].split(",", -1)) {
                jdbc.put(name.strip().replace("`", ""), cells[3].strip());
            }
        }
        assertThat(Faults.all()).allSatisfy(fault -> {
            List<String> expected = fault.effect() == Effect.FROZEN
                    ? List.of("works in the other JVMs")
                    : fault.effect().readsWork() ? List.of("works", "reads work") : List.of("fails");
            assertThat(expected).as(fault.name()).contains(jdbc.getOrDefault(fault.name(), ""));
        });
    }

    private static String table() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "operations", "chaos.md"));
        return page.substring(page.indexOf("## The faults"), page.indexOf("### What is not done"));
    }

    @Test
    void anUnknownFaultIsRejected() {
        assertThatThrownBy(() -> Faults.named(List.of("alter", "meteorite")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("meteorite")
                .hasMessageContaining("kill-9");
    }
}
