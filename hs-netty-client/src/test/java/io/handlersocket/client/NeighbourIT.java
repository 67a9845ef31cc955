// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Tables that a client keeps open without having opened them. */
class NeighbourIT {

    private static final HandlerSocketMariaDB DB = HandlerSocketMariaDB.shared();

    @Test
    void ddlPassesOnATableThatOnlyAClientOpenedThatIsGone() {
        DB.execute(
                "CREATE OR REPLACE TABLE test.left_open (id INT PRIMARY KEY, v INT)",
                "INSERT INTO test.left_open VALUES (1, 1)",
                "CREATE OR REPLACE TABLE test.in_use (id INT PRIMARY KEY, v INT)",
                "INSERT INTO test.in_use VALUES (1, 7)");
        try (HandlerSocketClient staying =
                PatientClient.builder().dataSource(DB.dataSource()).build()) {
            Index inUse = staying.index("in_use");
            try (HandlerSocketClient leaving =
                    PatientClient.builder().dataSource(DB.dataSource()).build()) {
                assertThat(leaving.index("left_open").find(1)).isPresent();
            }

            DB.execute("SET STATEMENT lock_wait_timeout=20 FOR ALTER TABLE test.left_open ADD COLUMN w INT");

            Awaitility.await()
                    .ignoreExceptions()
                    .untilAsserted(() ->
                            assertThat(inUse.find(1).orElseThrow().intAt(1)).isEqualTo(7));
        }
    }
}
