// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.hibernate.fixture.AbstractRoutingDataSource;
import io.handlersocket.hibernate.fixture.Factories;
import io.handlersocket.hibernate.fixture.Player;
import io.handlersocket.hibernate.internal.seam.Ungated;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.time.Duration;
import java.util.Map;
import javax.sql.DataSource;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A pool that reaches another server than the client, always or now and then, is never answered from the client's. */
class OtherServerIT {

    private static final HandlerSocketMariaDB CLIENTS = HandlerSocketMariaDB.shared();
    private static final HandlerSocketMariaDB OTHER = new HandlerSocketMariaDB();

    private static HandlerSocketClient client;

    @BeforeAll
    static void start() {
        OTHER.start();
        createTable(CLIENTS, "client''s");
        createTable(OTHER, "other");
        client = HandlerSocketClient.builder()
                .dataSource(CLIENTS.dataSource())
                .connectTimeout(Duration.ofSeconds(30))
                .requestTimeout(Duration.ofSeconds(3))
                .build();
        client.index("player");
    }

    private static void createTable(HandlerSocketMariaDB server, String name) {
        server.execute(
                "create or replace table player (id int unsigned primary key, name varchar(50), score int)",
                "insert into player values (1, '" + name + "', 1)");
    }

    @AfterAll
    static void stop() {
        client.close();
        CLIENTS.execute("drop table player");
        OTHER.close();
    }

    /** Chooses as the test says. */
    private static final class Routing extends AbstractRoutingDataSource {

        private volatile DataSource target = CLIENTS.dataSource();

        @Override
        protected DataSource target() {
            return target;
        }
    }

    private static SessionFactory factory(DataSource dataSource) {
        return Factories.build(dataSource, Map.of(HandlerSocketSettings.CLIENT, client), Player.class);
    }

    private static String name(SessionFactory factory) {
        return factory.fromSession(session -> session.find(Player.class, 1L).name);
    }

    private static void assertOnJdbc(SessionFactory factory, String reason) {
        HandlerSocketLoads loads = HandlerSocketLoads.of(factory);
        assertThat(loads.count(Route.HANDLERSOCKET)).as("%s", loads.counts()).isZero();
        assertThat(loads.counts()).extracting(LoadCount::reason).containsOnly(reason);
        assertThat(loads.ready(Player.class)).isFalse();
    }

    @Test
    void aPoolOnAnotherServer() {
        try (SessionFactory factory = factory(OTHER.dataSource())) {
            HandlerSocketLoads.of(factory).prepare().toCompletableFuture().join();
            for (int i = 0; i < 5; i++) {
                assertThat(name(factory)).isEqualTo("other");
            }
            assertOnJdbc(factory, "the application's pool reaches another server process than the client");
        }
    }

    @Test
    void aDataSourceThatRoutes() {
        Routing routing = new Routing();
        try (SessionFactory factory = factory(routing)) {
            HandlerSocketLoads.of(factory).prepare().toCompletableFuture().join();
            assertThat(name(factory)).isEqualTo("client's");
            routing.target = OTHER.dataSource();
            assertThat(name(factory)).isEqualTo("other");
            assertOnJdbc(
                    factory,
                    "the connections come from " + Routing.class.getName()
                            + ", which may choose another server, schema or account for each of them");
        }
    }

    @Test
    void aUrlOfSeveralHosts() {
        try (HikariDataSource pool = pool(CLIENTS, OTHER);
                SessionFactory factory = factory(pool)) {
            HandlerSocketLoads.of(factory).prepare().toCompletableFuture().join();
            assertThat(name(factory)).isEqualTo("client's");
            assertOnJdbc(
                    factory,
                    "the JDBC URL names another address than the HandlerSocket client's, and could lead to another"
                            + " server");
        }
    }

    @Test
    void withoutTheGateAnotherServersRowsAreGivenOut() {
        try (HikariDataSource pool = pool(OTHER, CLIENTS);
                SessionFactory gated = factory(pool);
                SessionFactory ungated = Factories.build(
                        pool, Map.of(HandlerSocketSettings.CLIENT, client, Ungated.SETTING, true), Player.class)) {
            assertThat(name(gated)).isEqualTo("other");
            HandlerSocketLoads.of(ungated).prepare().toCompletableFuture().join();
            await().untilAsserted(() -> assertThat(name(ungated)).isEqualTo("client's")); // unless it is away
        }
    }

    private static HikariDataSource pool(HandlerSocketMariaDB first, HandlerSocketMariaDB second) {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(
                "jdbc:mariadb:sequential://" + address(first) + ',' + address(second) + '/' + first.getDatabaseName());
        pool.setUsername(first.getUsername());
        pool.setPassword(first.getPassword());
        pool.setMaximumPoolSize(2);
        return pool;
    }

    private static String address(HandlerSocketMariaDB server) {
        return server.getJdbcUrl().replaceAll("jdbc:mariadb://([^/]+)/.*", "$1");
    }

    @Test
    void aPoolOnTheSameServer() {
        try (SessionFactory factory = factory(CLIENTS.dataSource())) {
            HandlerSocketLoads loads = HandlerSocketLoads.of(factory);
            await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
                assertThat(name(factory)).isEqualTo("client's");
                assertThat(loads.count(Route.HANDLERSOCKET))
                        .as("%s", loads.counts())
                        .isPositive();
            });
        }
    }
}
