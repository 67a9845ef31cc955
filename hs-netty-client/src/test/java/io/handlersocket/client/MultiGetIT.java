// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.catalog.TableName;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Many keys at once against the real server. */
class MultiGetIT {

    private static final HandlerSocketMariaDB DB = HandlerSocketMariaDB.shared();
    private static HandlerSocketClient client;

    @BeforeAll
    static void open() {
        DB.execute(
                "CREATE OR REPLACE TABLE test.many (id INT UNSIGNED PRIMARY KEY, name VARCHAR(20) NOT NULL, a INT NOT NULL,"
                        + " b INT NOT NULL, UNIQUE KEY uk_name (name), UNIQUE KEY uk_ab (a, b), KEY k_a (a))",
                "INSERT INTO test.many SELECT seq, CONCAT('Name ', seq), seq DIV 10, seq % 10 FROM seq_0_to_9999"
                        + " WHERE seq % 7 <> 0");
        client = PatientClient.unguarded().dataSource(DB.dataSource()).build();
    }

    @AfterAll
    static void close() {
        client.close();
    }

    @Test
    void keepsTheOrderOfTheKeysShowsMissesAndRepeatsDuplicates() {
        Index many = PatientClient.index(client, "many");
        long missed = client.snapshot().missed();

        List<Optional<Row>> rows = many.findAll(Arrays.asList(5, 7, 3, 5, -1, null, 4294967296L, 1));

        assertThat(rows.stream().map(row -> row.map(r -> r.intAt(0)).orElse(null)))
                .containsExactly(5, null, 3, 5, null, null, null, 1);
        assertThat(rows.get(3).orElseThrow())
                .as("the server reads the row of equal keys once")
                .isSameAs(rows.get(0).orElseThrow());
        assertThat(client.snapshot().missed() - missed)
                .as("7, and three keys that no row can have")
                .isEqualTo(4);
    }

    @Test
    void readsTheRowOfEqualNumbersOnce() {
        Index many = PatientClient.index(client, "many");

        List<Optional<Row>> rows = many.findAll(List.of(5, 7, 3, 5, 1));

        assertThat(rows.stream().map(row -> row.map(r -> r.intAt(0)).orElse(null)))
                .containsExactly(5, null, 3, 5, 1);
        assertThat(rows.get(3).orElseThrow()).isSameAs(rows.get(0).orElseThrow());
    }

    @Test
    void answersNothingForNoKeys() {
        assertThat(PatientClient.index(client, "many").findAll(List.of())).isEmpty();
    }

    @Test
    void cutsTenThousandKeysIntoRequestsThatFit() {
        Index many = PatientClient.index(client, "many");
        List<Integer> keys = new ArrayList<>(IntStream.range(0, 10_000).boxed().toList());
        Collections.shuffle(keys, new java.util.Random(7));

        List<Optional<Row>> rows = many.findAll(keys);

        assertThat(rows).hasSize(keys.size());
        for (int i = 0; i < keys.size(); i++) {
            int key = keys.get(i);
            assertThat(rows.get(i).map(row -> row.intAt(0)))
                    .isEqualTo(key % 7 == 0 ? Optional.empty() : Optional.of(key));
        }
    }

    @Test
    void comparesTextAsTheColumnsCollationDoes() {
        Index byName = client.index(new IndexSpec(new TableName("test", "many"), "uk_name", List.of("id")));

        List<Optional<Row>> rows = byName.findAll(List.of("NAME 9", "name 7", "Name 8 ", "name 9"));

        assertThat(rows.stream().map(row -> row.map(r -> r.intAt(0)).orElse(null)))
                .containsExactly(9, null, 8, 9);
    }

    @Test
    void takesKeysOfSeveralParts() {
        Index byAb = client.index(new IndexSpec(new TableName("test", "many"), "uk_ab", List.of()));

        List<Optional<Row>> rows = byAb.findAll(List.of(Key.of(1, 2), Key.of(0, 7), Key.of(2, 0)));

        assertThat(rows.stream().map(row -> row.map(r -> r.intAt(0)).orElse(null)))
                .containsExactly(12, null, 20);
    }

    @Test
    void refusesAnIndexThatIsNotUnique() {
        Index byA = client.index(new IndexSpec(new TableName("test", "many"), "k_a", List.of()));

        assertThatThrownBy(() -> byA.findAll(List.of(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not unique");
    }
}
