// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rows of a replica are read only if they mean what those of the primary mean. */
class ReplicaHandlesTest {

    private static final Column ID = column("int");

    private static Column column(String type) {
        return new Column("id", type, type, false, false, 0, 0, 10, 0, 0, null, null, false, false, List.of());
    }

    private static Table table(boolean mayHaveTriggers, Column... columns) {
        return table("InnoDB", mayHaveTriggers, columns);
    }

    private static Table table(String engine, boolean mayHaveTriggers, Column... columns) {
        return new Table(
                new TableName("game", "player"),
                "BASE TABLE",
                engine,
                false,
                mayHaveTriggers,
                List.of(columns),
                List.of());
    }

    @Test
    void anAccountThatSeesTheTriggersOfOneServerOnlyReadsEqualRows() {
        assertThat(table(true, ID)).isNotEqualTo(table(false, ID));
        assertThat(ReplicaHandles.whyNot(table(true, ID), table(false, ID))).isEmpty();
        assertThat(ReplicaHandles.whyNot(table(false, ID), table(true, ID))).isEmpty();
    }

    @Test
    void anotherColumnIsAnotherRow() {
        Column wider = column("bigint");
        assertThat(ReplicaHandles.whyNot(table(true, ID), table(true, wider))).contains("its definition");
        assertThat(ReplicaHandles.whyNot(table(true, ID), table(true, ID, wider)))
                .contains("its definition");
    }

    @Test
    void rowsOfAnotherEngineAreNotOfTheSnapshotOfThePosition() {
        assertThat(ReplicaHandles.whyNot(table("Aria", true, ID), table("Aria", true, ID)))
                .contains("its engine there is Aria");
    }
}
