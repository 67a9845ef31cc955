// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.hibernate.Route;
import io.handlersocket.spring.app.Player;
import io.handlersocket.spring.app.PlayerApplication;
import io.handlersocket.spring.app.Players;
import io.handlersocket.spring.internal.repository.report.LookupCounts;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.spring.HandlerSocketTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.data.jpa.test.autoconfigure.DataJpaTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.testcontainers.service.connection.ServiceConnection;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.ContextConfiguration;

/** Spring Boot's slice for JPA with the starter on the class path, and our own. */
class SliceIT {

    static HandlerSocketMariaDB server() {
        HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();
        PlayerApplication.createTable(server);
        return server;
    }

    @Nested
    @DataJpaTest(
            properties = {
                "spring.jpa.hibernate.ddl-auto=none",
                "handlersocket.host=other.example",
                "handlersocket.port=1"
            })
    @ContextConfiguration(classes = PlayerApplication.class)
    @DirtiesContext // or its client would live on beside those of other tests
    class OfBoot {

        @ServiceConnection
        static final HandlerSocketMariaDB DB = server();

        @Autowired
        private Players players;

        @Autowired
        private JdbcTemplate jdbc;

        @Autowired
        private HandlerSocketConnectionDetails details;

        @Autowired
        private HandlerSocketClient client;

        @Test
        void connectsToTheContainerWhateverThePropertiesSay() {
            assertThat(details.getClass().getName()).contains("MariaDBContainerConnectionDetailsFactory");
            assertThat(details.getPort()).isEqualTo(DB.readPort());
            assertThat(client.firstAttempt().toCompletableFuture().join().endpoint())
                    .map(Object::toString)
                    .hasValueSatisfying(endpoint -> assertThat(endpoint).contains(DB.getHost() + ':' + DB.readPort()));
        }

        @Test
        void seesWhatItsTransactionHasWritten() {
            jdbc.update("UPDATE player SET level = 66 WHERE id = 20");

            assertThat(players.findById(20L)).map(Player::getLevel).contains(66);
        }
    }

    @TestConfiguration(proxyBeanMethods = false)
    static class Patient {

        @Bean
        HandlerSocketClientBuilderCustomizer patient() {
            return PlayerApplication.PATIENT;
        }
    }

    @Nested
    @HandlerSocketTest
    @Import(Patient.class)
    @ContextConfiguration(classes = PlayerApplication.class)
    @DirtiesContext // or its client would live on beside those of other tests
    class OfOurs {

        @ServiceConnection
        static final HandlerSocketMariaDB DB = server();

        @Autowired
        private Players players;

        @Autowired
        private LookupCounts counts;

        @Test
        void readsOverHandlerSocketFromTheFirstCallOn() {
            assertThat(players.findById(21L)).map(Player::getName).contains("Zoë 21");

            assertThat(counts.all())
                    .singleElement()
                    .satisfies(count -> assertThat(count.route().name()).isEqualTo(Route.HANDLERSOCKET.name()));
        }
    }
}
