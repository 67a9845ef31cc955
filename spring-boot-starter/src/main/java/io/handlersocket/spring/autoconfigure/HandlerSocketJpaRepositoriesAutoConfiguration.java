// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.hibernate.HandlerSocketLoads;
import io.handlersocket.spring.internal.actuate.LookupObservations;
import io.handlersocket.spring.internal.repository.DirectQueries;
import io.handlersocket.spring.internal.repository.FastLookupRepositories;
import io.handlersocket.spring.internal.repository.LookupThreads;
import io.handlersocket.spring.internal.repository.RepositoryCheck;
import io.handlersocket.spring.internal.repository.report.Listeners;
import io.handlersocket.spring.internal.repository.report.LookupCounts;
import io.handlersocket.spring.internal.repository.report.MethodPlans;
import io.handlersocket.spring.spi.PlanOnly;
import io.micrometer.observation.ObservationRegistry;
import org.hibernate.SessionFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.data.jpa.repository.support.JpaRepositoryFactoryBean;

/** Lets repositories annotated with {@code @FastLookup} answer before their transaction begins. */
@AutoConfiguration(
        after = HandlerSocketHibernateAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
            "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration"
        })
@ConditionalOnClass({HandlerSocketLoads.class, SessionFactory.class, JpaRepositoryFactoryBean.class})
@ConditionalOnBean(HandlerSocketHibernateAutoConfiguration.class)
@ConditionalOnMissingBean(PlanOnly.class)
@Import({LookupCounts.class, Listeners.class, MethodPlans.class, LookupThreads.class})
public final class HandlerSocketJpaRepositoriesAutoConfiguration {

    @Bean
    DirectQueries handlerSocketDirectQueries(
            HandlerSocketProperties properties, LookupThreads threads, MethodPlans plans) {
        return new DirectQueries(properties.maxRows(), threads, plans);
    }

    @Bean
    QueryCheck handlerSocketQueryCheck(
            ConfigurableListableBeanFactory beans,
            HandlerSocketClient client,
            HandlerSocketProperties properties,
            MethodPlans plans) {
        return new QueryCheck(new RepositoryCheck(beans, client), properties, plans);
    }

    @Bean
    static FastLookupRepositories handlerSocketFastLookupRepositories(ConfigurableListableBeanFactory beans) {
        return new FastLookupRepositories(beans);
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ObservationRegistry.class)
    @ConditionalOnBean(ObservationRegistry.class)
    static class ObservationConfiguration {

        @Bean
        @ConditionalOnMissingBean
        LookupObservations handlerSocketLookupObservations(ObservationRegistry registry) {
            return new LookupObservations(registry);
        }
    }
}
