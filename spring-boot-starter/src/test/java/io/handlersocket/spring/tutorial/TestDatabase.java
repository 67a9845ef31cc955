// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.tutorial;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.testcontainers.service.connection.ServiceConnection;
import org.springframework.context.annotation.Bean;

@TestConfiguration(proxyBeanMethods = false)
class TestDatabase {

    @Bean
    @ServiceConnection
    HandlerSocketMariaDB database() {
        return new HandlerSocketMariaDB();
    }
}
