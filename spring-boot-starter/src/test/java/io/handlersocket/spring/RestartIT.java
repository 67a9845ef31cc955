// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.spring.LookupListener.Lookup;
import io.handlersocket.spring.app.PlayerApplication;
import io.handlersocket.spring.app.Players;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Applications that end, as those of the developer tools do at each change. */
class RestartIT {

    private static final HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();
    private static final List<Lookup> lookups = new ArrayList<>();

    @Test
    void endsWithAllItsThreadsAndAnswersUntilTheLastRequestIsServed() {
        PlayerApplication.createTable(server);
        for (int i = 0; i < 2; i++) {
            lookups.clear();
            try (ConfigurableApplicationContext context = PlayerApplication.on(server, "handlersocket.startup=fail")
                    .sources(Requests.class)
                    .run()) {
                assertThat(threads()).isNotEmpty();
                assertThat(context.getBean(HandlerSocketClient.class).snapshot().openIndexes())
                        .isNotEmpty();
            }
            assertThat(lookups)
                    .as("requests that were served while the application was being stopped")
                    .anyMatch(lookup -> lookup.route() == LookupRoute.HANDLERSOCKET);
            await().untilAsserted(() -> assertThat(threads()).isEmpty());
        }
    }

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(Thread::isAlive)
                .map(Thread::getName)
                .filter(name -> name.startsWith("handlersocket") || name.startsWith("hs"))
                .toList();
    }

    /**
     * Stands for a web server: stops when web servers stop, and has requests left. The first ones may use JDBC: after a
     * machine stood still, the client asks again for what it knew.
     */
    @Configuration(proxyBeanMethods = false)
    static class Requests {

        @Bean
        LookupListener lookupListener() {
            return lookups::add;
        }

        @Bean
        SmartLifecycle webServer(Players players) {
            return new SmartLifecycle() {
                private boolean running;

                @Override
                public void start() {
                    running = true;
                }

                @Override
                public void stop() {
                    running = false;
                    await().until(() -> {
                        assertThat(players.findById(5L)).isPresent();
                        return lookups.get(lookups.size() - 1).route() == LookupRoute.HANDLERSOCKET;
                    });
                }

                @Override
                public boolean isRunning() {
                    return running;
                }

                @Override
                public int getPhase() {
                    return DEFAULT_PHASE - 2048;
                }
            };
        }
    }
}
