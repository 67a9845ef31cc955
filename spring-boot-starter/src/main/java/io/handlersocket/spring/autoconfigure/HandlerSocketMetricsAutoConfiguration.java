// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.hibernate.FallbackLimit;
import io.handlersocket.spring.internal.actuate.HandlerSocketMetrics;
import io.handlersocket.spring.internal.actuate.LoadMetrics;
import io.handlersocket.spring.internal.actuate.LookupMetrics;
import io.handlersocket.spring.internal.repository.report.LookupCounts;
import io.handlersocket.spring.internal.repository.unit.HibernateLoads;
import io.handlersocket.spring.internal.repository.unit.Loads;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.SimpleAutowireCandidateResolver;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Configures the meters of clients, Hibernate's loads and repositories if there is a {@link MeterRegistry}. */
@AutoConfiguration(
        after = HandlerSocketJpaRepositoriesAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration"
        })
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean({MeterRegistry.class, HandlerSocketClient.class})
public final class HandlerSocketMetricsAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    HandlerSocketMetrics handlerSocketMetrics(ConfigurableListableBeanFactory beans, ObjectProvider<Loads> loads) {
        return new HandlerSocketMetrics(
                SimpleAutowireCandidateResolver.resolveAutowireCandidates(beans, HandlerSocketClient.class),
                loads.getIfAvailable(() -> Loads.NONE));
    }

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnBean(LookupCounts.class)
    LookupMetrics handlerSocketLookupMetrics(ObjectProvider<MeterRegistry> registry) {
        return new LookupMetrics(registry::getObject);
    }

    /** A separate class, because these classes come from optional libraries. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBean(HibernateLoads.class)
    static class LoadsConfiguration {

        @Bean
        @ConditionalOnMissingBean
        LoadMetrics handlerSocketLoadMetrics(HibernateLoads loads, FallbackLimit fallback) {
            return new LoadMetrics(loads, fallback);
        }
    }
}
