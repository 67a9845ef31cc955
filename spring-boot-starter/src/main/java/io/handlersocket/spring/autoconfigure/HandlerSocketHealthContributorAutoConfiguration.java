// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.spring.internal.actuate.HandlerSocketHealthIndicator;
import io.handlersocket.spring.internal.repository.unit.Loads;
import io.handlersocket.spring.spi.ReportPart;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.CompositeHealthContributorConfiguration;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.context.annotation.Bean;

/**
 * Configures the health indicator {@code handlersocket}, with one component for each client if there are several.
 * {@code management.health.handlersocket.enabled=false} disables it.
 */
@AutoConfiguration(after = HandlerSocketHibernateAutoConfiguration.class)
@ConditionalOnClass({HealthContributor.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean(HandlerSocketClient.class)
@ConditionalOnEnabledHealthIndicator("handlersocket")
public final class HandlerSocketHealthContributorAutoConfiguration
        extends CompositeHealthContributorConfiguration<HandlerSocketHealthIndicator, HandlerSocketClient> {

    public HandlerSocketHealthContributorAutoConfiguration(
            ObjectProvider<Loads> loads, ObjectProvider<ReportPart> parts) {
        super(client ->
                new HandlerSocketHealthIndicator(client, loads.getIfAvailable(() -> Loads.NONE), parts::orderedStream));
    }

    @Bean
    @ConditionalOnMissingBean(name = {"handlerSocketHealthIndicator", "handlerSocketHealthContributor"})
    HealthContributor handlerSocketHealthContributor(ConfigurableListableBeanFactory beans) {
        return createContributor(beans, HandlerSocketClient.class);
    }
}
