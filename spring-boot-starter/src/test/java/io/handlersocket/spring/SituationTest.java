// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** docs/session-contract.md lists exactly the situations around repositories that are tested here. */
class SituationTest {

    @Test
    void theTableIsTheTests() throws IOException {
        String page = Files.readString(Path.of("../docs/session-contract.md"));
        String section = page.split("\n## Around repositories\n", 2)[1].split("\n## ", 2)[0];
        assertThat(section.lines().filter(line -> line.startsWith("|")).skip(2))
                .containsExactlyElementsOf(Situation.rows(NeverFastIT.REASONS).toList());
    }
}
