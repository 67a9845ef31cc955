// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.TcpProxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Lookups by a whole unique key against the real server. */
class FindIT {

    private static final HandlerSocketMariaDB DB = HandlerSocketMariaDB.shared();
    private static HandlerSocketClient client;

    @BeforeAll
    static void open() {
        DB.execute(
                "CREATE OR REPLACE TABLE test.player (id INT UNSIGNED PRIMARY KEY, name VARCHAR(20) NOT NULL, level INT NULL,"
                        + " UNIQUE KEY uk_name (name), KEY k_level (level))",
                "INSERT INTO test.player SELECT seq, CONCAT('player ', seq), IF(seq % 3 = 0, NULL, seq * 2)"
                        + " FROM seq_0_to_999",
                "INSERT INTO test.player VALUES (4294967295, 'last', 1)");
        client = PatientClient.builder()
                .dataSource(DB.dataSource())
                .requestTimeout(Duration.ofSeconds(10)) // 20,000 lookups at once on a busy machine
                .build();
    }

    @AfterAll
    static void close() {
        client.close();
    }

    @Test
    void readsARowByItsPrimaryKey() {
        Index players = PatientClient.index(client, "player");

        Optional<Row> row = players.find(42);

        assertThat(row).isPresent();
        assertThat(row.get().longAt(0)).isEqualTo(42);
        assertThat(row.get().get("name", String.class)).isEqualTo("player 42");
        assertThat(row.get().isNullAt(2)).isTrue();
    }

    @Test
    void missesWhatIsNotThere() {
        assertThat(PatientClient.index(client, "player").find(5000)).isEmpty();
    }

    @Test
    void neverClampsAKeyToAnotherRow() {
        Index players = PatientClient.index(client, "player");

        assertThat(players.find(-1)).isEmpty();
        assertThat(players.find(4294967296L)).isEmpty();
        assertThat(players.find(4294967295L)).isPresent();
        assertThatThrownBy(() -> players.find("42"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("id")
                .hasMessageContaining("java.lang.String");
    }

    @Test
    @SuppressWarnings("NullAway") // a null array is one of the keys
    void takesAKeyAsWellAsItsValuesAndColumnsByName() {
        Index players = PatientClient.index(client, "player");

        Row row = players.find(Key.of(42)).orElseThrow();

        assertThat(row.getLong("id")).isEqualTo(42);
        assertThat(row.getInt("id")).isEqualTo(42);
        assertThat(row.getString("name")).isEqualTo("player 42");
        assertThat(players.findAsync(Key.of(42)).toCompletableFuture().join()).contains(row);
        assertThat(players.find((Object) null)).isEmpty();
        assertThat(players.find(Key.of((Object) null))).isEmpty();
        assertThatThrownBy(() -> row.getBytes("id")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> players.find((Object[]) null))
                .isInstanceOf(NullPointerException.class)
                .hasMessageStartingWith("key: null array");
    }

    @Test
    void aViewWithATimeoutOfItsOwnTimesOutByItAndOpensNoCircuit() throws Exception {
        try (TcpProxy proxy = new TcpProxy(DB.getHost(), DB.readPort());
                HandlerSocketClient own = PatientClient.builder()
                        .dataSource(DB.dataSource())
                        .host("127.0.0.1")
                        .port(proxy.port())
                        .requestTimeout(Duration.ofSeconds(5))
                        .build()) {
            Index players = own.index("player");
            Index hasty = players.withTimeout(Duration.ofMillis(50));
            assertThat(hasty.find(42)).isEqualTo(players.find(42)).isPresent();
            proxy.stall(true);
            for (int i = 0; i < 2; i++) { // four failures, in less than the second that an opening may take
                assertThatThrownBy(() -> hasty.find(42)).isInstanceOf(RequestTimeoutException.class);
                assertThat(hasty.findAsync(42))
                        .failsWithin(Duration.ofSeconds(2))
                        .withThrowableOfType(ExecutionException.class)
                        .withCauseInstanceOf(RequestTimeoutException.class);
            }
            assertThat(own.snapshot().circuit()).isEqualTo(CircuitState.CLOSED);
            proxy.stall(false);
            assertThat(players.find(42)).isPresent();
        }
        Index players = PatientClient.index(client, "player");
        assertThatThrownBy(() -> players.withTimeout(Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("timeout");
    }

    @Test
    void manyLookupsInFlightAreNeverMixedUp() {
        Index players = PatientClient.index(client, "player");
        List<CompletableFuture<Optional<Row>>> answers = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            answers.add(players.findAsync(i % 1000).toCompletableFuture());
        }
        for (int i = 0; i < answers.size(); i++) {
            assertThat(answers.get(i).join().orElseThrow().intAt(0)).isEqualTo(i % 1000);
        }
    }

    @Test
    void aViewIsRefusedAndTheServerLives() {
        DB.execute("CREATE OR REPLACE VIEW test.v AS SELECT * FROM test.player");

        assertThatThrownBy(() -> client.index("v"))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("view");
        assertThat(PatientClient.index(client, "player").find(1)).isPresent();
    }
}
