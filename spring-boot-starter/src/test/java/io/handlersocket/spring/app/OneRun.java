// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.hibernate.Route;
import io.handlersocket.spring.internal.repository.unit.HibernateLoads;
import java.util.List;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The life of an application, in a class loader that knows no test. */
public final class OneRun {

    private OneRun() {}

    /**
     * Starts the application, uses it and ends it.
     *
     * @param database URL, user and password
     * @return loads over HandlerSocket
     */
    public static long of(String[] database) {
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(PlayerApplication.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.datasource.url=" + database[0],
                        "spring.datasource.username=" + database[1],
                        "spring.datasource.password=" + database[2],
                        "spring.jpa.hibernate.ddl-auto=none",
                        "spring.main.banner-mode=off",
                        "spring.docker.compose.enabled=false", // which it would be anyway on a test's own thread
                        "handlersocket.startup=fail")
                .run()) {
            Players players = context.getBean(Players.class);
            PlayerNames names = context.getBean(PlayerNames.class);
            for (long id = 1; id <= 20; id++) {
                assertThat(players.findById(id)).isPresent();
                assertThat(players.findAllById(List.of(id, id + 1))).isNotEmpty();
                assertThat(names.findNameById(id)).isPresent();
            }
            HandlerSocketClient client = context.getBean(HandlerSocketClient.class);
            client.drain();
            assertThat(players.findById(1L)).isPresent();
            client.resume();
            await().until(() -> client.snapshot().openIndexes().size() > 0);
            return context.getBean(HibernateLoads.class).count(Route.HANDLERSOCKET);
        }
    }
}
