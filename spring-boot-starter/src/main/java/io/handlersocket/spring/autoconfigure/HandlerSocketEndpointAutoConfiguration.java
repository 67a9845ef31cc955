// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.hibernate.FallbackLimit;
import io.handlersocket.spring.internal.actuate.HandlerSocketEndpoint;
import io.handlersocket.spring.internal.actuate.LoadReport;
import io.handlersocket.spring.internal.actuate.UnitReport;
import io.handlersocket.spring.internal.repository.report.LookupCounts;
import io.handlersocket.spring.internal.repository.report.MethodPlans;
import io.handlersocket.spring.internal.repository.unit.HibernateLoads;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Configures the endpoint {@code /actuator/handlersocket} if the application has the actuator. */
@AutoConfiguration(after = HandlerSocketJpaRepositoriesAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnSingleCandidate(HandlerSocketClient.class)
@ConditionalOnAvailableEndpoint(HandlerSocketEndpoint.class)
public final class HandlerSocketEndpointAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    HandlerSocketEndpoint handlerSocketEndpoint(
            HandlerSocketClient client, ObjectProvider<LoadReport> loads, ObjectProvider<UnitReport> units) {
        return new HandlerSocketEndpoint(
                client, loads.getIfAvailable(() -> LoadReport.NONE), units.getIfAvailable(() -> UnitReport.NONE));
    }

    /** A separate class, because the records come from optional libraries. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBean(HibernateLoads.class)
    static class LoadsConfiguration {

        @Bean
        LoadReport handlerSocketLoadReport(
                HibernateLoads loads,
                FallbackLimit fallback,
                ObjectProvider<LookupCounts> lookups,
                ObjectProvider<MethodPlans> methods) {
            return new LoadReport.OfHibernate(
                    loads,
                    fallback,
                    lookups.getIfAvailable(LookupCounts::new),
                    methods.getIfAvailable(MethodPlans::new));
        }
    }
}
