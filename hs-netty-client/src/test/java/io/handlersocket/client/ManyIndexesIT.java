// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** More indexes than may be open at once. */
class ManyIndexesIT {

    private static final HandlerSocketMariaDB DB = HandlerSocketMariaDB.shared();

    @Test
    void closesTheOneNotUsedForLongestAndOpensItAgainWhenItIsLookedUp() {
        for (int i = 0; i < 4; i++) {
            DB.execute(
                    "CREATE OR REPLACE TABLE test.t" + i + " (id INT PRIMARY KEY, v INT)",
                    "INSERT INTO test.t" + i + " VALUES (1, " + i + ")");
        }
        try (HandlerSocketClient client = PatientClient.builder()
                .dataSource(DB.dataSource())
                .maxOpenIndexes(3)
                .build()) {
            Index[] indexes = new Index[4];
            for (int i = 0; i < 4; i++) {
                indexes[i] = client.index("t" + i);
                assertThat(valueOf(indexes[i])).isEqualTo(i);
            }

            assertThat(client.snapshot().openIndexes()).hasSize(3);
            assertThatThrownBy(() -> indexes[0].find(1))
                    .isInstanceOfSatisfying(
                            UnavailableException.class,
                            e -> assertThat(e.reason()).isEqualTo(UnavailableException.Reason.EVICTED));
            Awaitility.await()
                    .ignoreExceptions()
                    .atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(valueOf(indexes[0])).isZero());
            for (int round = 0; round < 3; round++) {
                for (int i = 0; i < 4; i++) {
                    int expected = i;
                    Index index = indexes[i];
                    Awaitility.await()
                            .ignoreExceptions()
                            .atMost(Duration.ofSeconds(30))
                            .untilAsserted(() -> assertThat(valueOf(index)).isEqualTo(expected));
                }
            }
        }
    }

    @Test
    void whatIsGivenBackIsClosedAndALookupOpensItAgain() {
        DB.execute(
                "CREATE OR REPLACE TABLE test.given (id INT PRIMARY KEY, v INT)",
                "INSERT INTO test.given VALUES (1, 7)");
        try (HandlerSocketClient client =
                PatientClient.builder().dataSource(DB.dataSource()).build()) {
            Index index = PatientClient.index(client, "given");
            assertThat(valueOf(index)).isEqualTo(7);

            client.release(index);

            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .untilAsserted(
                            () -> assertThat(client.snapshot().openIndexes()).isEmpty());
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThatThrownBy(() -> index.find(1))
                            .isInstanceOfSatisfying(
                                    UnavailableException.class,
                                    e -> assertThat(e.reason()).isEqualTo(UnavailableException.Reason.NOT_OPEN)));
            Awaitility.await()
                    .ignoreExceptions()
                    .atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(valueOf(index)).isEqualTo(7));
            client.release(index); // the client does not know it any more
            assertThat(PatientClient.index(client, "given")).isNotSameAs(index);
            assertThat(valueOf(index)).isEqualTo(7);
        }
    }

    /** The server keeps a table open until a worker has no connection, whether or not the client reads it. */
    @Test
    void ddlOnATableThatWasGivenBackDoesNotWait() {
        DB.execute(
                "CREATE DATABASE IF NOT EXISTS elsewhere",
                "GRANT SELECT ON elsewhere.* TO test@'%'",
                "CREATE OR REPLACE TABLE elsewhere.given (id INT PRIMARY KEY, v INT)",
                "INSERT INTO elsewhere.given VALUES (1, 7)",
                "CREATE OR REPLACE TABLE test.kept (id INT PRIMARY KEY, v INT)");
        try (HandlerSocketClient client =
                PatientClient.builder().dataSource(DB.dataSource()).build()) {
            PatientClient.index(client, "kept");
            Index index = client.index(IndexSpec.primary("elsewhere", "given"));
            assertThat(valueOf(index)).isEqualTo(7);
            client.release(index);

            DB.execute("SET STATEMENT lock_wait_timeout=20 FOR ALTER TABLE elsewhere.given ADD COLUMN w INT");
        }
    }

    private static int valueOf(Index index) {
        return index.find(1).orElseThrow().intAt(1);
    }
}
