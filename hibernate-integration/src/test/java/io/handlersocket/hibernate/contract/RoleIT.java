// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.contract;

import static io.handlersocket.hibernate.contract.Situation.fast;
import static io.handlersocket.hibernate.contract.Situation.jdbc;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.hibernate.HandlerSocketLoads;
import io.handlersocket.hibernate.HandlerSocketSettings;
import io.handlersocket.hibernate.Route;
import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.hibernate.fixture.Factories;
import io.handlersocket.hibernate.fixture.HibernateLine;
import io.handlersocket.hibernate.fixture.Routed;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.context.spi.TenantSchemaMapper;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Sessions and pools with a role, a tenant or an account of their own: most of their loads are JDBC's. */
class RoleIT {

    private static final String CREDENTIALS = "multi_tenant.credentials_mapper"; // new in Hibernate 7.3
    private static final Situation READ_ONLY = fast("withOptions().readOnly(true)");
    private static final HandlerSocketMariaDB SERVER = HandlerSocketMariaDB.shared();
    private static final String ACCOUNT = "have another account or role than the HandlerSocket client";

    private static HandlerSocketClient client;

    @BeforeAll
    static void create() {
        Coin.create(SERVER);
        SERVER.execute("create or replace table coin_secret (id int primary key, worth int, owner varchar(20))");
        SERVER.execute("insert into coin_secret values (1, 10, 'ann')");
        Coin.root(
                SERVER,
                "create or replace user clerk identified by 'clerk'",
                "grant select (id, worth) on " + SERVER.getDatabaseName() + ".coin_secret to clerk",
                "grant select on " + SERVER.getDatabaseName() + ".ht_coin to clerk",
                "create or replace role auditor",
                "grant select on " + SERVER.getDatabaseName() + ".* to auditor",
                "grant auditor to '" + SERVER.getUsername() + "'@'%'");
        client = App.client(SERVER);
    }

    @AfterAll
    static void stop() {
        client.close();
        Coin.root(SERVER, "drop role auditor", "drop user clerk");
    }

    /** A row whose owner the clerk may not read. */
    @jakarta.persistence.Entity(name = "Secret")
    @jakarta.persistence.Table(name = "coin_secret")
    static class Secret {
        @jakarta.persistence.Id
        Integer id;

        Integer worth;
        String owner;
    }

    /** Opens sessions of a kind. */
    private record Role(Situation situation, Map<String, Object> settings, Function<SessionFactory, Session> open) {

        @Override
        public String toString() {
            return situation.name();
        }
    }

    static Stream<Role> roles() {
        return Stream.of(
                new Role(
                        jdbc("a session of a tenant", "a session of a tenant"),
                        Map.of(),
                        factory -> factory.withOptions()
                                .tenantIdentifier((Object) "b")
                                .openSession()),
                new Role(
                        jdbc("multi_tenant.schema_mapper", "a schema of each tenant"),
                        Map.of("hibernate.multi_tenant.schema_mapper", (TenantSchemaMapper<Object>)
                                tenant -> SERVER.getDatabaseName()),
                        SessionFactory::openSession),
                new Role(
                        jdbc(CREDENTIALS, "credentials of each tenant"),
                        HibernateLine.isAtLeast7(3)
                                ? Map.of(
                                        "hibernate.multi_tenant.credentials_mapper",
                                        new TenantAccount(SERVER.getUsername(), SERVER.getPassword()))
                                : Map.of(),
                        SessionFactory::openSession));
    }

    static Stream<Role> rolesOfThisLine() {
        return roles().filter(role ->
                HibernateLine.isAtLeast7(3) || !role.situation().name().equals(CREDENTIALS));
    }

    private static SessionFactory factory(Map<String, Object> settings, HikariDataSource pool, Class<?>... entities) {
        Map<String, Object> all = new java.util.HashMap<>(settings);
        all.put(HandlerSocketSettings.CLIENT, client);
        return Factories.build(pool, all, entities);
    }

    private static HikariDataSource pool(String user, String password) {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(SERVER.getJdbcUrl());
        pool.setUsername(user);
        pool.setPassword(password);
        pool.setMaximumPoolSize(1);
        return pool;
    }

    private static HikariDataSource pool() {
        return pool(SERVER.getUsername(), SERVER.getPassword());
    }

    private static void assertControl(SessionFactory factory) {
        HandlerSocketLoads loads = HandlerSocketLoads.of(factory);
        assertThat(Routed.loads(loads, Route.HANDLERSOCKET, 1, () -> Coin.worth(factory)))
                .as("the control")
                .isEqualTo(10);
    }

    private static void warm(SessionFactory factory) {
        HandlerSocketLoads.of(factory).prepare().toCompletableFuture().join();
    }

    @ParameterizedTest
    @MethodSource("rolesOfThisLine")
    void isLeftToJdbc(Role role) {
        try (HikariDataSource pool = pool();
                SessionFactory factory = factory(role.settings(), pool, Coin.class)) {
            warm(factory);
            if (role.settings().isEmpty()) {
                assertControl(factory);
            }
            Routed.overJdbc(HandlerSocketLoads.of(factory), role.situation().reason(), () -> {
                try (Session session = role.open().apply(factory)) {
                    assertThat(Coin.worth(session)).isEqualTo(10);
                }
            });
        }
    }

    @Test
    void aReadOnlySessionHasAConnectionOfTheSamePool() {
        try (HikariDataSource pool = pool();
                SessionFactory factory = factory(Map.of(), pool, Coin.class)) {
            warm(factory);
            HandlerSocketLoads loads = HandlerSocketLoads.of(factory);
            for (int i = 0; i < 3; i++) {
                Routed.loads(loads, Route.HANDLERSOCKET, 2, () -> {
                    try (Session session = factory.withOptions().readOnly(true).openSession()) {
                        assertThat(Coin.worth(session)).isEqualTo(10);
                        assertThat(session.createNativeQuery("select worth from ht_coin where id = 1", Integer.class)
                                        .getSingleResult())
                                .isEqualTo(10);
                        session.clear();
                        assertThat(Coin.worth(session)).isEqualTo(10);
                    }
                    return null;
                });
            }
        }
    }

    /** As an application's own provider may: read-only sessions of a replica. */
    public static final class Replicas implements ConnectionProvider {

        private static final long serialVersionUID = 1L;

        @Override
        public Connection getConnection() throws SQLException {
            return SERVER.dataSource().getConnection();
        }

        @Override
        public Connection getReadOnlyConnection() throws SQLException {
            return getConnection();
        }

        @Override
        public void closeConnection(Connection connection) throws SQLException {
            connection.close();
        }

        @Override
        public boolean supportsAggressiveRelease() {
            return false;
        }

        @Override
        public boolean isUnwrappableAs(Class<?> type) {
            return false;
        }

        @Override
        public <T> T unwrap(Class<T> type) {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void aProviderWithReadOnlyConnectionsOfItsOwn() {
        for (boolean trusted : new boolean[] {false, true}) {
            Map<String, Object> settings = Map.of(
                    "hibernate.connection.provider_class",
                    Replicas.class.getName(),
                    HandlerSocketSettings.CLIENT,
                    client,
                    HandlerSocketSettings.TRUST_CONNECTIONS,
                    trusted);
            try (SessionFactory factory = Factories.build(null, settings, Coin.class)) {
                warm(factory);
                Routed.overJdbc(
                        HandlerSocketLoads.of(factory),
                        trusted ? "separate connections for read-only sessions" : Replicas.class.getName(),
                        () -> assertThat(Coin.worth(factory)).isEqualTo(10));
            }
        }
    }

    @Test
    void anAccountThatMayNotReadAColumn() {
        try (HikariDataSource pool = pool();
                SessionFactory factory = factory(Map.of(), pool, Secret.class)) {
            warm(factory);
            HandlerSocketLoads loads = HandlerSocketLoads.of(factory);
            assertThat(Routed.loads(
                            loads,
                            Route.HANDLERSOCKET,
                            1,
                            () -> factory.<String>fromSession(session -> session.find(Secret.class, 1).owner)))
                    .as("the control")
                    .isEqualTo("ann");
        }
        try (HikariDataSource pool = pool("clerk", "clerk");
                SessionFactory factory = factory(Map.of(), pool, Secret.class, Coin.class)) {
            warm(factory);
            Routed.overJdbc(HandlerSocketLoads.of(factory), ACCOUNT, () -> {
                assertThat(Coin.worth(factory)).isEqualTo(10);
                assertThatThrownBy(() -> factory.fromSession(session -> session.find(Secret.class, 1)))
                        .hasMessageContaining("owner");
            });
        }
    }

    @Test
    void aRoleThatTheSessionHasTaken() {
        try (HikariDataSource pool = pool();
                SessionFactory factory = factory(Map.of(), pool, Coin.class)) {
            warm(factory);
            assertControl(factory);
            factory.inTransaction(session -> session.doWork(Coin.sql("set role auditor")));
            Routed.overJdbc(
                    HandlerSocketLoads.of(factory),
                    ACCOUNT,
                    () -> assertThat(Coin.worth(factory)).isEqualTo(10));
        }
    }

    static Stream<Situation> situations() {
        return Stream.concat(
                Stream.concat(Stream.of(READ_ONLY), roles().map(Role::situation)),
                Stream.of(
                        jdbc("a ConnectionProvider of the application's", Situation.SOURCE),
                        jdbc(
                                "a trusted ConnectionProvider with getReadOnlyConnection()",
                                "the ConnectionProvider has" + " separate connections for read-only sessions"),
                        jdbc("a pool of another account than the client's", "the connections " + ACCOUNT),
                        jdbc("SET ROLE", "the connections " + ACCOUNT)));
    }
}
