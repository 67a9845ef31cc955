// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.catalog.TableName;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every engine that is said to be supported. */
class EnginesIT {

    private static final HandlerSocketMariaDB DB = new HandlerSocketMariaDB().withEngine("rocksdb");

    @BeforeAll
    static void start() {
        DB.start();
    }

    @AfterAll
    static void stop() {
        DB.stop();
    }

    @ParameterizedTest
    @ValueSource(strings = {"InnoDB", "Aria", "MyISAM", "ROCKSDB"})
    void isReadByKeyByManyKeysAndAlongAnIndex(String engine) {
        String table = "of_" + engine.toLowerCase(Locale.ROOT);
        DB.execute(
                "CREATE TABLE test." + table
                        + " (id INT PRIMARY KEY, grp INT NOT NULL, name VARCHAR(20) NOT NULL, KEY k_grp (grp)) ENGINE="
                        + engine,
                "INSERT INTO test." + table + " SELECT seq, seq DIV 10, CONCAT('n', seq) FROM seq_1_to_1000");
        try (HandlerSocketClient client =
                PatientClient.builder().dataSource(DB.dataSource()).build()) {
            Index byId = client.index(table);
            Index byGroup =
                    client.index(new IndexSpec(new TableName("test", table), "k_grp", List.of("id", "grp", "name")));

            assertThat(byId.table().engine()).isEqualToIgnoringCase(engine);
            assertThat(byId.find(42).orElseThrow().stringAt(2)).isEqualTo("n42");
            assertThat(byId.find(1001)).isEmpty();
            assertThat(byId.findAll(List.of(7, 5000, 7, 1)))
                    .extracting(row -> row.map(r -> r.intAt(0)))
                    .containsExactly(Optional.of(7), Optional.empty(), Optional.of(7), Optional.of(1));
            assertThat(byGroup.range(Range.equal(5)))
                    .extracting(row -> row.intAt(0))
                    .containsExactlyInAnyOrder(50, 51, 52, 53, 54, 55, 56, 57, 58, 59);
            assertThat(byId.range(Range.all(Comparison.GREATER, 997)))
                    .extracting(row -> row.intAt(0))
                    .containsExactly(998, 999, 1000);
        }
    }
}
