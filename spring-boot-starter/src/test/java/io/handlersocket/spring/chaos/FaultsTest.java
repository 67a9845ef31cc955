// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The faults and their page. */
class FaultsTest {

    @Test
    void thePageDescribesEachFault() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "operations", "chaos.md"));
        String table = page.substring(page.indexOf("## The faults"), page.indexOf("### What is not done"));
        assertThat(Faults.all())
                .hasSizeGreaterThan(30)
                .allSatisfy(fault -> assertThat(table).contains("`" + fault.name() + "`"));
    }

    @Test
    void anUnknownFaultIsRejected() {
        assertThatThrownBy(() -> Faults.named(List.of("alter", "meteorite")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("meteorite")
                .hasMessageContaining("kill-9");
    }
}
