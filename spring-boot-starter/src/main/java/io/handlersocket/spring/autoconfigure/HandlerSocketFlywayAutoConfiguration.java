// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.spring.internal.ddl.FlywayDrain;
import io.handlersocket.spring.spi.PlanOnly;
import org.flywaydb.core.api.callback.Callback;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Drains clients while Flyway migrates, so that its DDL does not wait for them. */
@AutoConfiguration(
        after = HandlerSocketAutoConfiguration.class,
        beforeName = "org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration")
@ConditionalOnClass(Callback.class)
@ConditionalOnBean(HandlerSocketClient.class)
@ConditionalOnMissingBean(PlanOnly.class)
public final class HandlerSocketFlywayAutoConfiguration {

    @Bean
    FlywayDrain handlerSocketFlywayDrain() {
        return new FlywayDrain(dataSource -> ControlConnections.of(dataSource, true));
    }
}
