// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.catalog.CatalogFixture;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.catalog.CatalogRecords.DefaultTable;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rows of a replica are read only if they mean what those of the primary mean. */
class ReplicaHandlesTest {

    private static final Column ID = CatalogFixture.column("id", "int", false);

    private static Table table(boolean mayHaveTriggers, Column... columns) {
        return new DefaultTable(
                new TableName("game", "player"),
                "BASE TABLE",
                "InnoDB",
                false,
                mayHaveTriggers,
                List.of(columns),
                List.of());
    }

    @Test
    void anAccountThatSeesTheTriggersOfOneServerOnlyReadsEqualRows() {
        assertThat(table(true, ID)).isNotEqualTo(table(false, ID));
        assertThat(ReplicaHandles.haveEqualRows(table(true, ID), table(false, ID)))
                .isTrue();
        assertThat(ReplicaHandles.haveEqualRows(table(false, ID), table(true, ID)))
                .isTrue();
    }

    @Test
    void anotherColumnIsAnotherRow() {
        Column wider = CatalogFixture.column("id", "bigint", false);
        assertThat(ReplicaHandles.haveEqualRows(table(true, ID), table(true, wider)))
                .isFalse();
        assertThat(ReplicaHandles.haveEqualRows(table(true, ID), table(true, ID, wider)))
                .isFalse();
    }
}
