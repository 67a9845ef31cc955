// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.spring.internal.actuate.HandlerSocketEndpoint;
import io.handlersocket.spring.internal.actuate.HandlerSocketPage;
import io.handlersocket.spring.internal.actuate.Medians;
import io.handlersocket.spring.internal.actuate.Routes;
import io.handlersocket.spring.internal.repository.report.LookupCounts;
import io.handlersocket.spring.internal.repository.report.MethodPlans;
import io.handlersocket.spring.internal.repository.unit.Loads;
import io.handlersocket.spring.spi.PlanOnly;
import io.handlersocket.spring.spi.ReportPart;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.autoconfigure.endpoint.expose.EndpointExposure;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;

/** Configures the endpoint {@code /actuator/handlersocket} if the application has the actuator. */
@AutoConfiguration(after = HandlerSocketJpaRepositoriesAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnSingleCandidate(HandlerSocketClient.class)
@ConditionalOnAvailableEndpoint(HandlerSocketEndpoint.class)
public final class HandlerSocketEndpointAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    HandlerSocketEndpoint handlerSocketEndpoint(
            HandlerSocketClient client,
            ObjectProvider<Loads> loads,
            ObjectProvider<LookupCounts> lookups,
            ObjectProvider<MethodPlans> methods,
            Medians medians,
            ObjectProvider<PlanOnly> planOnly,
            ObjectProvider<ReportPart> parts) {
        return new HandlerSocketEndpoint(
                client,
                new Routes(
                        loads.getIfAvailable(() -> Loads.NONE),
                        lookups.getIfAvailable(LookupCounts::new),
                        methods.getIfAvailable(MethodPlans::new),
                        medians),
                planOnly.getIfAvailable(),
                parts::orderedStream);
    }

    /** A bean, so that repositories find it as they find listeners of the application. */
    @Bean
    @ConditionalOnMissingBean
    Medians handlerSocketMedians() {
        return new Medians();
    }

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnBean(HandlerSocketEndpoint.class)
    @ConditionalOnAvailableEndpoint(endpoint = HandlerSocketEndpoint.class, exposure = EndpointExposure.WEB)
    HandlerSocketPage handlerSocketPage(HandlerSocketEndpoint endpoint) {
        return new HandlerSocketPage(endpoint);
    }
}
