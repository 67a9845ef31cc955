// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** docs/session-contract.md lists exactly the situations that are tested here. */
class DocumentedIT {

    @Test
    void theTableIsTheTests() throws IOException {
        assertThat(Situation.documented("Where connections come from"))
                .containsExactlyElementsOf(Situation.rows(ConnectionSourceIT.situations()));
        assertThat(Situation.documented("Roles, tenants and accounts"))
                .containsExactlyElementsOf(Situation.rows(RoleIT.situations()));
        assertThat(Situation.documented("Where read-only transactions have a DataSource of their own"))
                .containsExactlyElementsOf(Situation.rows(ReadOnlyDataSourceIT.situations()));
        assertThat(Situation.documented("New connections"))
                .containsExactlyElementsOf(Situation.rows(NewConnectionsIT.situations()));
        assertThat(Situation.documented("What the session has done"))
                .containsExactlyElementsOf(Situation.rows(SessionHistoryIT.situations()));
        assertThat(Situation.documented("Where the server checks writes"))
                .containsExactlyElementsOf(Situation.rows(SnapshotIsolationIT.situations()));
        assertThat(Situation.documented("On a node of a Galera cluster"))
                .containsExactlyElementsOf(Situation.rows(GaleraIT.situations()));
    }
}
