// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.advisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.advisor.internal.catalogue.CatalogueClient;
import io.handlersocket.client.ClientSnapshot;
import io.handlersocket.client.ClientState;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.HandlerSocketClientBuilder;
import io.handlersocket.client.Index;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.DefaultClient;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.TcpProxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.mariadb.jdbc.MariaDbDataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** A client that only describes a server, here one without the plugin. */
class CatalogueClientIT {

    private static final HandlerSocketMariaDB db = new HandlerSocketMariaDB().withoutPlugin();

    @BeforeAll
    static void start() {
        db.start();
        db.execute(
                "CREATE TABLE test.shown (id INT PRIMARY KEY, name VARCHAR(9))",
                "CREATE VIEW test.shown_view AS SELECT * FROM test.shown");
    }

    @AfterAll
    static void stop() {
        db.stop();
    }

    private static HandlerSocketClient client() {
        return HandlerSocketAdvisor.client(options());
    }

    private static HandlerSocketClientBuilder options() {
        return HandlerSocketClient.builder().dataSource(db.dataSource()).schema("test");
    }

    @Test
    void describesTheServerAndWhatItLacks() throws Exception {
        try (HandlerSocketClient client = client()) {
            ClientSnapshot snapshot =
                    client.firstAttempt().toCompletableFuture().get();

            assertThat(snapshot.state()).isEqualTo(ClientState.DRAINED);
            assertThat(snapshot.reason()).contains("for advice");
            assertThat(client.server())
                    .hasValueSatisfying(facts -> assertThat(facts.plugin()).isFalse());
            assertThat(client.unwrap(CatalogueClient.class).obstacles())
                    .singleElement()
                    .asString()
                    .contains("no HandlerSocket plugin", "plugin-load-add=handlersocket.so");
        }
    }

    @Test
    void waitsForAnswersThatTakeSeconds() throws Exception {
        try (TcpProxy sql = new TcpProxy(db.getHost(), db.getMappedPort(3306))) {
            DataSource direct = new MariaDbDataSource(
                    db.jdbcUrl(sql.port(), "user=" + db.getUsername() + "&password=" + db.getPassword()));
            DataSource stalling = new DelegatingDataSource(direct) {
                @Override
                public Connection getConnection() throws SQLException {
                    Connection connection = super.getConnection();
                    sql.stall(true);
                    CompletableFuture.delayedExecutor(2, TimeUnit.SECONDS).execute(() -> sql.stall(false));
                    return connection;
                }
            };
            try (HandlerSocketClient client =
                    HandlerSocketAdvisor.client(options().dataSource(stalling))) {
                assertThat(client.firstAttempt().toCompletableFuture().get(30, TimeUnit.SECONDS))
                        .extracting(ClientSnapshot::state)
                        .isEqualTo(ClientState.DRAINED);
            }
        }
    }

    @Test
    void opensAnIndexByChecksAloneAndReadsNothing() throws Exception {
        try (HandlerSocketClient client = client()) {
            Index index = client.openIndex(new IndexSpec(new TableName("test", "shown"), "PRIMARY", List.of("name")))
                    .toCompletableFuture()
                    .get();

            assertThat(index.columns())
                    .singleElement()
                    .satisfies(column -> assertThat(column.name()).isEqualTo("name"));
            assertThat(index.definition().columns()).containsExactly("id");
            assertThat(index.isOpen()).isFalse();
            assertThatThrownBy(() -> index.find(1)).isInstanceOf(UnavailableException.class);
            assertThatThrownBy(() -> index.findAsync(1).toCompletableFuture().get())
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(UnavailableException.class);
            assertThatThrownBy(() -> client.readTogether(List.of())).isInstanceOf(UnavailableException.class);
            assertThatThrownBy(() -> client.unwrap(DefaultClient.class))
                    .as("no extension adds a part to it")
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void refusesWhatEveryClientRefuses() {
        try (HandlerSocketClient client = client()) {
            for (String table : List.of("shown_view", "absent")) {
                assertThatThrownBy(() -> client.index(IndexSpec.primary("test", table)))
                        .isInstanceOf(RefusedException.class)
                        .hasMessageContaining(table);
            }
        }
    }

    @Test
    void aStageMayWaitForAnotherIndex() throws Exception {
        IndexSpec shown = IndexSpec.primary("test", "shown");
        try (HandlerSocketClient client = client()) {
            CompletableFuture<Index> second = client.openIndex(shown)
                    .thenApply(first -> client.index(shown))
                    .toCompletableFuture();

            assertThat(second.get(20, TimeUnit.SECONDS).definition().columns()).containsExactly("id");
        }
    }

    @Test
    void aStageSeesTheRefusalItself() throws Exception {
        try (HandlerSocketClient client = client()) {
            CompletableFuture<String> failure = client.openIndex(IndexSpec.primary("test", "absent"))
                    .handle((index, cause) -> cause.getClass().getSimpleName())
                    .toCompletableFuture();

            assertThat(failure.get(20, TimeUnit.SECONDS)).isEqualTo("RefusedException");
        }
    }

    @Test
    void stagesRunOnTheCallbackExecutor() throws Exception {
        ExecutorService executor = Executors.newSingleThreadExecutor(task -> new Thread(task, "callbacks"));
        try (HandlerSocketClient client = HandlerSocketAdvisor.client(options().callbackExecutor(executor))) {
            CompletableFuture<String> thread = client.table(new TableName("test", "shown"))
                    .thenApply(table -> Thread.currentThread().getName())
                    .toCompletableFuture();

            assertThat(thread.get(20, TimeUnit.SECONDS))
                    .isIn("callbacks", Thread.currentThread().getName());
        } finally {
            executor.shutdown();
        }
    }

    @Test
    void needsADataSource() {
        assertThatThrownBy(() -> HandlerSocketAdvisor.client(HandlerSocketClient.builder()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("dataSource");
    }

    @Test
    void failsOnceItIsClosed() {
        HandlerSocketClient client = client();
        client.close();

        assertThatThrownBy(() -> client.index(IndexSpec.primary("test", "shown")))
                .isInstanceOf(UnavailableException.class);
        assertThat(client.snapshot().state()).isEqualTo(ClientState.CLOSED);
    }
}
