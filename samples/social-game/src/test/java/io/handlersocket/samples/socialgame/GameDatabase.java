// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.testcontainers.service.connection.ServiceConnection;
import org.springframework.context.annotation.Bean;

/** A MariaDB with HandlerSocket that lives as long as the application. */
@TestConfiguration(proxyBeanMethods = false)
class GameDatabase {

    @Bean
    @ServiceConnection
    HandlerSocketMariaDB database() {
        return new HandlerSocketMariaDB()
                .withDatabaseName("game")
                .withUsername("game")
                .withPassword("game");
    }
}
