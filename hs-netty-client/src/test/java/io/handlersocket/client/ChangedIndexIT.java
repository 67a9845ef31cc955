// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** An index that is made anew under the same name with other columns: an old handle's keys must not find other rows. */
class ChangedIndexIT {

    private static final HandlerSocketMariaDB DB = HandlerSocketMariaDB.shared();

    @Test
    void aHandleRefusesAnIndexWhosePartsHaveChangedPlaces() {
        DB.execute(
                "CREATE OR REPLACE TABLE test.turned (a INT, b INT, n INT, PRIMARY KEY (a, b))",
                "INSERT INTO test.turned VALUES (1, 2, 12), (2, 1, 21)");
        try (HandlerSocketClient client =
                PatientClient.builder().dataSource(DB.dataSource()).build()) {
            Index before = PatientClient.index(client, "turned");
            assertThat(before.find(1, 2).orElseThrow().get("n")).isEqualTo(12);

            DB.execute("ALTER TABLE test.turned DROP PRIMARY KEY, ADD PRIMARY KEY (b, a)");

            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThatThrownBy(() -> before.find(1, 2))
                            .isInstanceOf(RefusedException.class)
                            .hasMessageContaining("changed"));
            Index now = PatientClient.index(client, "turned");
            assertThat(now.definition().columns()).containsExactly("b", "a");
            assertThat(now.find(2, 1).orElseThrow().get("n")).isEqualTo(12);
            assertThat(before.isOpen()).isFalse();
        }
    }
}
