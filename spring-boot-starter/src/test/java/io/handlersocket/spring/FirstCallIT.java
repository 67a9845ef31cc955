// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.hibernate.Route;
import io.handlersocket.spring.LookupListener.Lookup;
import io.handlersocket.spring.app.PlainPlayers;
import io.handlersocket.spring.app.PlayerApplication;
import io.handlersocket.spring.app.Players;
import io.handlersocket.spring.internal.repository.unit.HibernateLoads;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The first calls after a start, in plain applications: no connection of the pool was used by the application before. */
class FirstCallIT {

    private static final HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();

    @BeforeEach
    void create() {
        PlayerApplication.createTable(server);
    }

    @ParameterizedTest
    @CsvSource({"eager, 1", "lazy, 1", "eager, 10", "lazy, 10"})
    void isAnsweredOverHandlerSocket(String fetch, int pool) {
        List<Lookup> lookups = new ArrayList<>();
        try (ConfigurableApplicationContext context = PlayerApplication.on(
                        server,
                        "handlersocket.startup=fail",
                        "spring.datasource.connection-fetch=" + fetch,
                        "spring.datasource.hikari.maximum-pool-size=" + pool)
                .initializers(
                        PlayerApplication.patient(),
                        (GenericApplicationContext beans) ->
                                beans.registerBean("heard", LookupListener.class, () -> lookups::add))
                .run()) {
            HibernateLoads loads = context.getBean(HibernateLoads.class);
            TransactionTemplate transaction =
                    new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
            assertThat(context.getBean(HandlerSocketClient.class).snapshot().openIndexes())
                    .isNotEmpty();

            assertThat(context.getBean(Players.class).findById(7L)).isPresent();
            assertThat(context.getBean(PlainPlayers.class).findById(8L)).isPresent();
            transaction.executeWithoutResult(status ->
                    assertThat(context.getBean(Players.class).findById(9L)).isPresent());

            boolean checked = SnapshotIsolation.isOn(server);
            assertThat(lookups)
                    .extracting(Lookup::route)
                    .containsExactly(LookupRoute.HANDLERSOCKET, checked ? LookupRoute.JDBC : LookupRoute.HANDLERSOCKET);
            assertThat(loads.count(Route.HANDLERSOCKET)).isEqualTo(checked ? 2 : 3);
            assertThat(loads.count(Route.JDBC)).as("%s", loads.counts()).isEqualTo(checked ? 1 : 0);
        }
    }

    /** Then the starter proves a connection of the pool itself. */
    @ParameterizedTest
    @ValueSource(strings = {"eager", "lazy"})
    void isAnsweredOverHandlerSocketWhereHibernateUsedNoConnectionAtItsStart(String fetch) {
        List<Lookup> lookups = new ArrayList<>();
        try (ConfigurableApplicationContext context = PlayerApplication.on(
                        server,
                        "handlersocket.startup=fail",
                        "spring.datasource.connection-fetch=" + fetch,
                        "spring.jpa.properties.hibernate.boot.allow_jdbc_metadata_access=false",
                        "spring.jpa.database-platform=org.hibernate.dialect.MariaDBDialect")
                .initializers(
                        PlayerApplication.patient(),
                        (GenericApplicationContext beans) ->
                                beans.registerBean("heard", LookupListener.class, () -> lookups::add))
                .run()) {
            assertThat(context.getBean(Players.class).findById(7L)).isPresent();

            assertThat(lookups).extracting(Lookup::route).containsExactly(LookupRoute.HANDLERSOCKET);
        }
    }
}
