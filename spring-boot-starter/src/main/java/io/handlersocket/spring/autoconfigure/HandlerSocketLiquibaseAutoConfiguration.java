// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.spring.internal.ddl.LiquibaseDrain;
import io.handlersocket.spring.spi.PlanOnly;
import liquibase.integration.spring.SpringLiquibase;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Drains clients while Liquibase applies changes, so that its DDL does not wait for them. */
@AutoConfiguration(
        after = HandlerSocketAutoConfiguration.class,
        beforeName = "org.springframework.boot.liquibase.autoconfigure.LiquibaseAutoConfiguration")
@ConditionalOnClass(SpringLiquibase.class)
@ConditionalOnBean(HandlerSocketClient.class)
@ConditionalOnMissingBean(PlanOnly.class)
public final class HandlerSocketLiquibaseAutoConfiguration {

    @Bean
    static LiquibaseDrain handlerSocketLiquibaseDrain() {
        return new LiquibaseDrain(dataSource -> ControlConnections.of(dataSource, true));
    }
}
