// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import io.handlersocket.spring.autoconfigure.HandlerSocketAutoConfiguration;
import io.handlersocket.spring.autoconfigure.HandlerSocketMigrationAutoConfiguration;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.nio.file.Path;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** A starting application that migrates the schema. */
final class Migration {

    private Migration() {}

    static void run(HandlerSocketMariaDB server, Path folder) {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        HandlerSocketAutoConfiguration.class,
                        HandlerSocketMigrationAutoConfiguration.class,
                        DataSourceAutoConfiguration.class,
                        FlywayAutoConfiguration.class))
                .withPropertyValues(
                        "spring.datasource.url=" + server.getJdbcUrl(),
                        "spring.datasource.username=" + server.getUsername(),
                        "spring.datasource.password=" + server.getPassword(),
                        "spring.datasource.hikari.maximum-pool-size=2",
                        "spring.flyway.locations=filesystem:" + folder,
                        "spring.flyway.baseline-on-migrate=true",
                        "spring.flyway.baseline-version=0")
                .run(context -> {
                    Throwable failure = context.getStartupFailure();
                    if (failure != null) {
                        throw new IllegalStateException(failure);
                    }
                });
    }
}
