// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.util.function.Supplier;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.test.context.DynamicPropertyRegistrar;

/** Lets the dashboard alter the sample's own database and unload the plugin: no other application uses it. */
@TestConfiguration(proxyBeanMethods = false)
class GameOperations {

    @Bean
    DynamicPropertyRegistrar operationsAsRoot(HandlerSocketMariaDB database) {
        return asRoot(database::rootPassword);
    }

    static DynamicPropertyRegistrar asRoot(Supplier<Object> password) {
        return properties -> {
            properties.add("game.operations.enabled", () -> true);
            properties.add("game.operations.username", () -> "root");
            properties.add("game.operations.password", password);
        };
    }
}
