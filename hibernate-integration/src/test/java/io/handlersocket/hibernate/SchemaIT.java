// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.client.ClientState;
import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.hibernate.fixture.Factories;
import io.handlersocket.hibernate.fixture.Player;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hibernate's schema tools never wait for tables that HandlerSocket holds open. */
class SchemaIT {

    private static final HandlerSocketMariaDB SERVER = HandlerSocketMariaDB.shared();

    @ParameterizedTest
    @ValueSource(strings = {"hibernate.hbm2ddl.auto", "jakarta.persistence.schema-generation.database.action"})
    void createDropDropsAtOnce(String setting) throws SQLException {
        try (App app =
                App.fast(SERVER, Map.of(setting, "create-drop"), Player.class).ready(Player.class)) {
            SERVER.execute("insert into player (id, name, score) values (1, 'ann', 10)");
            app.expect(
                    Route.HANDLERSOCKET,
                    1,
                    () -> app.sessionFactory().fromSession(session -> session.find(Player.class, 1L)));
            app.sessionFactory().close();
            assertThat(app.client().snapshot().quarantined())
                    .as("tables whose DDL had to wait")
                    .isEmpty();
        }
        assertThat(exists("player")).isFalse();
    }

    /** Else it would open them again at each reconnect, also those that were dropped. */
    @Test
    void aClientOpensNothingOfAFactoryThatIsClosed() {
        SERVER.execute("create or replace table player (id int unsigned primary key, name varchar(50), score int)");
        try (App app = App.fast(SERVER, Map.of(), Player.class).ready(Player.class)) {
            assertThat(app.client().snapshot().openIndexes()).isNotEmpty();
            app.sessionFactory().close();
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> app.client().snapshot().openIndexes().isEmpty());
        }
        SERVER.execute("drop table player");
    }

    /** As a second instance of an application does that brings a new column, while the first one is at work. */
    @Test
    void aSchemaUpdateDoesNotWaitForLookupsThatGoOn() throws InterruptedException {
        SERVER.execute(
                "create or replace table player (id int unsigned primary key, name varchar(50))",
                "insert into player values (1, 'ann')");
        AtomicBoolean stop = new AtomicBoolean();
        AtomicReference<RuntimeException> failure = new AtomicReference<>();
        try (App app = App.fast(SERVER, Map.of(), Named.class).ready(Named.class)) {
            Thread lookups = new Thread(() -> {
                while (!stop.get()) {
                    try {
                        app.sessionFactory().inSession(session -> session.find(Named.class, 1L));
                    } catch (RuntimeException e) {
                        failure.set(e);
                        return;
                    }
                }
            });
            lookups.start();
            try (App second = App.plain(
                    SERVER,
                    Map.of(
                            "hibernate.hbm2ddl.auto",
                            "update",
                            "hibernate.hbm2ddl.halt_on_error",
                            "true",
                            App.URL_OPTIONS,
                            "sessionVariables=lock_wait_timeout=6"),
                    Player.class)) {
                assertThat(second.sessionFactory().<String>fromSession(session -> session.find(Player.class, 1L).name))
                        .isEqualTo("ann");
            }
            stop.set(true);
            lookups.join();
            assertThat(failure).hasValue(null);
            assertThat(app.loads().count(Route.HANDLERSOCKET)).isPositive();
        }
        SERVER.execute("drop table player");
    }

    @Entity(name = "Named")
    @Table(name = "player")
    static class Named {
        @Id
        @Column(columnDefinition = "int unsigned")
        Long id;

        String name;
    }

    @Test
    void tablesMayComeAfterTheFirstLoad() {
        SERVER.execute("drop table if exists player");
        try (App app = App.fast(SERVER, Map.of(), Player.class)) {
            app.loads().prepare().toCompletableFuture().join();
            assertThat(app.loads().ready(Player.class)).isFalse();
            SERVER.execute(
                    "create table player (id int unsigned primary key, name varchar(50), score int)",
                    "insert into player values (1, 'ann', 10)");
            app.ready(Player.class);
        }
        SERVER.execute("drop table player");
    }

    @Test
    void toolsDrainOtherApplications() throws Exception {
        SERVER.execute(
                "drop table if exists player",
                "create table player (id int unsigned primary key, name varchar(50), score int)",
                "insert into player values (1, 'ann', 10)");
        try (App other = App.fast(SERVER, Map.of(), Player.class).ready(Player.class)) {
            CompletableFuture<Void> tool = CompletableFuture.runAsync(() -> {
                Map<String, Object> settings = Map.of(
                        HandlerSocketSettings.CLIENT,
                        other.client(),
                        HandlerSocketSettings.DRAIN,
                        SERVER.dataSource(),
                        "hibernate.hbm2ddl.auto",
                        "create");
                Factories.build(SERVER.dataSource(), settings, Player.class).close();
            });

            await().pollInterval(Duration.ofMillis(5))
                    .until(() -> other.client().snapshot().state() == ClientState.DRAINED);
            tool.get(20, TimeUnit.SECONDS);

            await().until(() -> other.loads().ready(Player.class));
            Player found = other.sessionFactory().fromSession(session -> session.find(Player.class, 1L));
            assertThat(found).as("the table is a new one").isNull();
        }
        SERVER.execute("drop table player");
    }

    private static boolean exists(String table) throws SQLException {
        try (Connection connection = SERVER.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("show tables like '" + table + "'")) {
            return rows.next();
        }
    }
}
