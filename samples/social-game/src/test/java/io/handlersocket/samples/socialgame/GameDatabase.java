// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.testcontainers.service.connection.ServiceConnection;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** A MariaDB with HandlerSocket that lives as long as the application. */
@TestConfiguration(proxyBeanMethods = false)
@Import(GameOperations.class)
class GameDatabase {

    @Bean
    @ServiceConnection
    HandlerSocketMariaDB database() {
        return game();
    }

    /** The tables and indexes of 100,000 players fit into memory, as those of a game that lives would. */
    static HandlerSocketMariaDB game() {
        return new HandlerSocketMariaDB()
                .withDatabaseName("game")
                .withUsername("game")
                .withPassword("game")
                .withServerArguments(
                        "--innodb-buffer-pool-size=512M",
                        "--innodb-log-file-size=256M",
                        "--innodb-flush-log-at-trx-commit=2");
    }
}
