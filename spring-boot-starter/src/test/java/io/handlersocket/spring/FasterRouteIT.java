// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.LoadCount;
import io.handlersocket.spring.app.Player;
import io.handlersocket.spring.app.PlayerApplication;
import io.handlersocket.spring.app.Players;
import io.handlersocket.spring.internal.actuate.HandlerSocketEndpoint;
import io.handlersocket.spring.internal.repository.unit.HibernateLoads;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.Connection;
import java.time.Duration;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.ConfigurableApplicationContext;

/** Loads outside a transaction take the faster route, and wait for no connection to find out which that is. */
@Timeout(120)
class FasterRouteIT {

    /** So many that many would be measured. */
    private static final int MANY = 1_000;

    @Test
    void measuresJdbcWhileThePoolHasAFreeConnection() throws Exception {
        HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();
        server.start();
        PlayerApplication.createTable(server);
        try (ConfigurableApplicationContext context = PlayerApplication.on(
                        server, "test.routing=adaptive", "handlersocket.startup=fail")
                .initializers(PlayerApplication.patient())
                .run()) {
            Players players = context.getBean(Players.class);
            HandlerSocketEndpoint endpoint = context.getBean(HandlerSocketEndpoint.class);

            try (Connection only = context.getBean(DataSource.class).getConnection()) {
                assertThat(only.isValid(10)).isTrue();
                find(players);
                assertThat(measured(context)).isZero();
            }

            await().atMost(Duration.ofSeconds(60)).pollInSameThread().until(() -> {
                find(players);
                return endpoint.loads().stream()
                        .anyMatch(load -> load.load().equals(Player.class.getName()) && load.times() != null);
            });
            assertThat(measured(context)).isPositive();
        }
    }

    private static void find(Players players) {
        IntStream.range(0, MANY).forEach(i -> assertThat(players.findById(7L)).isPresent());
    }

    private static long measured(ConfigurableApplicationContext context) {
        return context.getBean(HibernateLoads.class).counts().stream()
                .filter(count -> count.kind() == JdbcReason.Kind.COST)
                .mapToLong(LoadCount::count)
                .sum();
    }
}
