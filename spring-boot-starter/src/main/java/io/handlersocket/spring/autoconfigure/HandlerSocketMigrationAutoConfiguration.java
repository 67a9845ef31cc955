// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.spring.internal.ddl.FlywayDrain;
import io.handlersocket.spring.internal.ddl.LiquibaseDrain;
import io.handlersocket.spring.spi.PlanOnly;
import liquibase.integration.spring.SpringLiquibase;
import org.flywaydb.core.api.callback.Callback;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Drains clients while Flyway or Liquibase changes the schema, so that its DDL does not wait for them. */
@AutoConfiguration(
        after = HandlerSocketAutoConfiguration.class,
        beforeName = {
            "org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration",
            "org.springframework.boot.liquibase.autoconfigure.LiquibaseAutoConfiguration"
        })
@ConditionalOnBean(HandlerSocketClient.class)
@ConditionalOnMissingBean(PlanOnly.class)
public final class HandlerSocketMigrationAutoConfiguration {

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(Callback.class)
    static class FlywayConfiguration {

        @Bean
        FlywayDrain handlerSocketFlywayDrain() {
            return new FlywayDrain(DrainLocks::outsidePool);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(SpringLiquibase.class)
    static class LiquibaseConfiguration {

        @Bean
        static LiquibaseDrain handlerSocketLiquibaseDrain() {
            return new LiquibaseDrain(DrainLocks::outsidePool);
        }
    }
}
