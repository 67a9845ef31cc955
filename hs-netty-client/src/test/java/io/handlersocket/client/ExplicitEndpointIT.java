// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.mariadb.jdbc.MariaDbDataSource;

/** Host, port and secret given by hand; with a catalogue to ask, and without one. */
@Timeout(60)
class ExplicitEndpointIT {

    private static final HandlerSocketMariaDB DB = HandlerSocketMariaDB.shared();

    @BeforeAll
    static void table() {
        DB.execute(
                "CREATE OR REPLACE TABLE test.explicit_table (id INT PRIMARY KEY)",
                "INSERT INTO test.explicit_table VALUES (1)",
                "CREATE OR REPLACE VIEW test.explicit_view AS SELECT id FROM test.explicit_table");
    }

    private static HandlerSocketClientBuilder explicit() {
        return PatientClient.builder()
                .name("explicit")
                .host(DB.getHost())
                .port(DB.readPort())
                .secret(DB.readSecret());
    }

    private static MariaDbDataSource several(String mode) throws SQLException {
        MariaDbDataSource several =
                new MariaDbDataSource(DB.getJdbcUrl().replaceFirst("//([^/]+)/", mode + "//$1,$1/"));
        several.setUser(DB.getUsername());
        several.setPassword(DB.getPassword());
        return several;
    }

    @Test
    void aUrlOfSeveralHostsNeedsAnEndpointAndThenReads() throws Exception {
        MariaDbDataSource several = several("replication:");
        try (HandlerSocketClient discovering =
                PatientClient.builder().dataSource(several).build()) {
            ClientSnapshot snapshot =
                    discovering.firstAttempt().toCompletableFuture().get(20, TimeUnit.SECONDS);
            assertThat(snapshot.state()).isEqualTo(ClientState.NOT_USABLE);
            assertThat(snapshot.reason()).contains("configure HandlerSocket's host and port");
        }
        try (HandlerSocketClient client = explicit().dataSource(several).build()) {
            assertThat(PatientClient.index(client, "explicit_table").find(1)).isPresent();
            assertThatThrownBy(() -> client.index("explicit_view"))
                    .as("an endpoint does not spare the catalogue")
                    .isInstanceOf(RefusedException.class);
        }
    }

    @Test
    void ofHostsInASequenceTheReachedOneIsRead() throws Exception {
        try (HandlerSocketClient client =
                PatientClient.builder().dataSource(several("sequential:")).build()) {
            assertThat(PatientClient.index(client, "explicit_table").find(1)).isPresent();
        }
    }

    /** It could be the host that the driver has left. */
    @Test
    void aHostForHostsInASequenceIsRefused() throws Exception {
        try (HandlerSocketClient client =
                explicit().dataSource(several("sequential:")).build()) {
            ClientSnapshot snapshot =
                    client.firstAttempt().toCompletableFuture().get(20, TimeUnit.SECONDS);
            assertThat(snapshot.state()).isEqualTo(ClientState.NOT_USABLE);
            assertThat(snapshot.reason()).contains("sequential:", "Remove the host");
        }
    }

    /** Each check of the guard could reach another server. */
    @Test
    void aUrlThatSpreadsConnectionsIsRefusedWhateverTheEndpoint() throws Exception {
        for (HandlerSocketClientBuilder builder : List.of(PatientClient.builder(), explicit())) {
            List<ClientState> states = new CopyOnWriteArrayList<>();
            try (HandlerSocketClient client = builder.dataSource(several("loadbalance:"))
                    .listener(new ClientListener() {
                        @Override
                        public void stateChanged(ClientState from, ClientState to, String reason) {
                            states.add(to);
                        }
                    })
                    .build()) {
                ClientSnapshot snapshot =
                        client.firstAttempt().toCompletableFuture().get(20, TimeUnit.SECONDS);
                assertThat(snapshot.state()).isEqualTo(ClientState.NOT_USABLE);
                assertThat(snapshot.reason()).contains("spreads its connections");
            }
            assertThat(states).containsExactly(ClientState.NOT_USABLE, ClientState.CLOSED);
        }
    }

    @Test
    void withoutGuardTheCatalogueIsStillAskedAndItIsLogged() {
        try (Logs logs = new Logs();
                HandlerSocketClient client =
                        explicit().dataSource(DB.dataSource()).withoutGuard().build()) {
            assertThat(PatientClient.index(client, "explicit_table").find(1)).isPresent();
            assertThatThrownBy(() -> client.index("explicit_view")).isInstanceOf(RefusedException.class);
            assertThat(logs.lines(Level.WARN))
                    .singleElement()
                    .asString()
                    .contains("explicit", "no DDL guard", "ALTER TABLE");
        }
    }

    @Test
    void withoutADataSourceNoClientCanBeBuilt() {
        assertThatThrownBy(() -> explicit().build())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("dataSource");
        assertThatThrownBy(() -> explicit().withoutGuard().build())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("dataSource");
    }
}
