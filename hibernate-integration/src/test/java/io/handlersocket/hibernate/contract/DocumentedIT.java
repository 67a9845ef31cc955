// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/session-contract.md lists exactly the situations that are tested here. */
class DocumentedIT {

    private static final Path PAGE = Path.of("../docs/session-contract.md");

    @Test
    void theTableIsTheTests() throws IOException {
        String page = Files.readString(PAGE);
        assertThat(rows(page, "Where connections come from"))
                .containsExactlyElementsOf(Situation.rows(ConnectionSourceIT.situations()));
        assertThat(rows(page, "Roles, tenants and accounts"))
                .containsExactlyElementsOf(Situation.rows(RoleIT.situations()));
        assertThat(rows(page, "Where read-only transactions have a DataSource of their own"))
                .containsExactlyElementsOf(
                        Situation.rows(Stream.concat(ReadOnlyDataSourceIT.situations(), ReaderIT.situations())));
        assertThat(rows(page, "New connections"))
                .containsExactlyElementsOf(Situation.rows(NewConnectionsIT.situations()));
        assertThat(rows(page, "What the session has done"))
                .containsExactlyElementsOf(Situation.rows(SessionHistoryIT.situations()));
        assertThat(rows(page, "Where the server checks writes"))
                .containsExactlyElementsOf(Situation.rows(SnapshotIsolationIT.situations()));
    }

    /** The rows under a heading, without the table's head. */
    private static List<String> rows(String page, String heading) {
        String section = page.split("\n## " + heading + "\n", 2)[1].split("\n## ", 2)[0];
        return section.lines().filter(line -> line.startsWith("|")).skip(2).toList();
    }
}
