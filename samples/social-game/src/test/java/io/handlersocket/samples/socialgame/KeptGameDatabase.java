// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.testcontainers.service.connection.ServiceConnection;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** A MariaDB with HandlerSocket whose tables are there again at the next start. */
@TestConfiguration(proxyBeanMethods = false)
@Import(GameOperations.class)
class KeptGameDatabase {

    @Bean
    @ServiceConnection
    HandlerSocketMariaDB database() {
        return GameDatabase.game().withKeptData("social-game");
    }
}
