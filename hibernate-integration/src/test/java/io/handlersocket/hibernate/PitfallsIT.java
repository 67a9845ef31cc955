// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static io.handlersocket.hibernate.Route.HANDLERSOCKET;
import static io.handlersocket.hibernate.Route.JDBC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.hibernate.fixture.Factories;
import io.handlersocket.hibernate.fixture.HibernateLine;
import io.handlersocket.hibernate.fixture.Player;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.annotations.NaturalId;
import org.hibernate.annotations.Subselect;
import org.hibernate.annotations.Synchronize;
import org.hibernate.engine.jdbc.connections.spi.AbstractDataSourceBasedMultiTenantConnectionProviderImpl;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What went wrong when it was first tried. */
class PitfallsIT {

    private static final HandlerSocketMariaDB SERVER = HandlerSocketMariaDB.shared();

    record Badge(int number) {}

    /** Not the other way round: converted twice, a badge would be another one's. */
    public static final class BadgeConverter implements AttributeConverter<Badge, Integer> {

        @Override
        public @Nullable Integer convertToDatabaseColumn(@Nullable Badge badge) {
            return badge == null ? null : badge.number() + 1;
        }

        @Override
        public @Nullable Badge convertToEntityAttribute(@Nullable Integer number) {
            return number == null ? null : new Badge(number - 1);
        }
    }

    @Entity(name = "Guard")
    @Table(name = "guard")
    static class Guard {
        @Id
        int id;

        @NaturalId
        @Convert(converter = BadgeConverter.class)
        Badge badge;

        @Column(length = 20)
        String name;
    }

    @Entity(name = "Roster")
    @Subselect("select id, name from guard")
    @Synchronize("guard")
    static class Roster {
        @Id
        int id;

        String name;
    }

    @BeforeEach
    void rows() {
        SERVER.execute(
                "create or replace table guard (id int primary key, badge int not null, name varchar(20), unique by_badge (badge))",
                "insert into guard values (1, 10, 'ten'), (2, 11, 'eleven'), (3, 12, 'twelve')");
    }

    private static String byBadge(Session session, int number) {
        return HibernateLine.findByNaturalId(session, Guard.class, new Badge(number)).name;
    }

    private static String queriedByBadge(Session session, int number) {
        return session.createSelectionQuery("from Guard where badge = :badge", Guard.class)
                .setParameter("badge", new Badge(number))
                .getSingleResult()
                .name;
    }

    private static <T> void becomes(App app, Route route, Supplier<T> load, T expected) {
        await().atMost(Duration.ofSeconds(30)).until(() -> {
            long before = app.loads().count(route);
            assertThat(load.get()).as("meanwhile").isEqualTo(expected);
            return app.loads().count(route) > before;
        });
    }

    @Test
    void aConverterIsAppliedToAKeyOnce() {
        try (App app = App.fast(SERVER, Map.of(), Guard.class).ready(Guard.class)) {
            becomes(app, HANDLERSOCKET, () -> app.sessionFactory().fromSession(s -> byBadge(s, 10)), "eleven");
            becomes(app, HANDLERSOCKET, () -> app.sessionFactory().fromSession(s -> queriedByBadge(s, 9)), "ten");
        }
    }

    @Test
    void anIndexThatIsDroppedMeansJdbcAndOneThatComesBackHandlerSocket() {
        try (App app = App.fast(SERVER, Map.of(), Guard.class).ready(Guard.class)) {
            Supplier<String> load = () -> app.sessionFactory().fromSession(session -> queriedByBadge(session, 10));
            becomes(app, HANDLERSOCKET, load, "eleven");
            SERVER.execute("alter table guard drop index by_badge");
            becomes(app, JDBC, load, "eleven");
            SERVER.execute("alter table guard add unique by_badge (badge)");
            becomes(app, HANDLERSOCKET, load, "eleven");
        }
    }

    @Test
    void aQueryOfADerivedTableFlushesTheTablesItNames() {
        try (App app = App.fast(SERVER, Map.of(), Guard.class, Roster.class).ready(Guard.class)) {
            String name = app.sessionFactory().fromTransaction(session -> {
                session.find(Guard.class, 1).name = "changed";
                return session.createSelectionQuery("from Roster where id = :id", Roster.class)
                        .setParameter("id", 1)
                        .getSingleResult()
                        .name;
            });
            assertThat(name).isEqualTo("changed");
        }
    }

    @Test
    void aDatabasePerTenantMeansJdbc() {
        SERVER.execute(
                "create or replace table player (id int unsigned primary key, name varchar(50), score int)",
                "insert into player values (1, 'ann', 10)");
        try (HandlerSocketClient client = App.client(SERVER);
                SessionFactory factory = Factories.build(
                        SERVER.dataSource(),
                        Map.of(
                                HandlerSocketSettings.CLIENT,
                                client,
                                "hibernate.multi_tenant_connection_provider",
                                new Tenants()),
                        Player.class)) {
            client.firstAttempt().toCompletableFuture().join();
            HandlerSocketLoads loads = HandlerSocketLoads.of(factory);
            loads.prepare().toCompletableFuture().join();
            for (int i = 0; i < 3; i++) {
                try (Session session =
                        factory.withOptions().tenantIdentifier((Object) "one").openSession()) {
                    assertThat(session.find(Player.class, 1L).name).isEqualTo("ann");
                }
            }
            assertThat(loads.counts())
                    .extracting(LoadCount::route, LoadCount::reason)
                    .containsExactly(org.assertj.core.groups.Tuple.tuple(JDBC, "multi-tenancy"));
        }
        SERVER.execute("drop table player");
    }

    private static final class Tenants extends AbstractDataSourceBasedMultiTenantConnectionProviderImpl<Object> {

        private static final long serialVersionUID = 1L;

        @Override
        protected DataSource selectAnyDataSource() {
            return SERVER.dataSource();
        }

        @Override
        protected DataSource selectDataSource(Object tenant) {
            return SERVER.dataSource();
        }
    }
}
