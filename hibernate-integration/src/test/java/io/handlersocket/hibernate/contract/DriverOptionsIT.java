// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.hibernate.HandlerSocketLoads;
import io.handlersocket.hibernate.HandlerSocketSettings;
import io.handlersocket.hibernate.LoadCount;
import io.handlersocket.hibernate.Route;
import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.hibernate.fixture.Factories;
import io.handlersocket.hibernate.fixture.Rare;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import org.hibernate.SessionFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mariadb.jdbc.MariaDbDataSource;

/** A pool that is trusted, and yet gives a connection whose driver converts values in another way. */
class DriverOptionsIT {

    private static final HandlerSocketMariaDB SERVER = HandlerSocketMariaDB.shared();

    private static Object find(SessionFactory factory) {
        return factory.fromSession(
                session -> session.find(Rare.Rounded.class, 1).ratio + " " + session.find(Rare.Dated.class, 1).at);
    }

    @ParameterizedTest
    @CsvSource({"useServerPrepStmts=true, 1.6777216E7, useServerPrepStmts", "preserveInstants=true, 1.67772E7, JDBC URL"
    })
    void aNewConnectionOfAnotherKind(String options, String ratio, String reason) throws SQLException {
        SERVER.execute(
                "create or replace table r_rounded (id int primary key, ratio float, price double(12,3))",
                "insert into r_rounded values (1, 16777217, 1)",
                "create or replace table r_dated (id int primary key, at timestamp(6) null, day date, clock time)",
                "insert into r_dated values (1, '2024-07-01 12:00:00', null, null)");
        MariaDbDataSource source = new MariaDbDataSource(SERVER.getJdbcUrl());
        source.setUser(SERVER.getUsername());
        source.setPassword(SERVER.getPassword());
        try (HandlerSocketClient client = App.client(SERVER);
                HikariDataSource pool = new HikariDataSource()) {
            pool.setDataSource(source);
            pool.setMaximumPoolSize(1);
            Map<String, Object> settings =
                    Map.of(HandlerSocketSettings.CLIENT, client, HandlerSocketSettings.TRUST_CONNECTIONS, true);
            try (SessionFactory factory = Factories.build(pool, settings, Rare.Rounded.class, Rare.Dated.class)) {
                HandlerSocketLoads loads = HandlerSocketLoads.of(factory);
                loads.prepare().toCompletableFuture().join();
                await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
                    assertThat(find(factory)).asString().startsWith("1.67772E7 ");
                    assertThat(loads.count(Route.HANDLERSOCKET))
                            .as("%s", loads.counts())
                            .isGreaterThan(1);
                });

                source.setUrl(SERVER.jdbcUrl(options));
                pool.getHikariPoolMXBean().softEvictConnections();
                factory.inSession(session -> session.doWork(connection -> connection.isValid(1)));

                for (int i = 0; i < 3; i++) {
                    assertThat(find(factory)).asString().startsWith(ratio + " ");
                }
                await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
                    find(factory);
                    assertThat(loads.counts())
                            .extracting(LoadCount::reason)
                            .anyMatch(counted -> counted.contains(reason));
                });
            }
        }
    }
}
