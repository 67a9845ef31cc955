// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import io.handlersocket.spring.internal.observation.LookupObservations;
import io.handlersocket.spring.internal.repository.FastLookupRepositories;
import io.handlersocket.spring.observation.LookupObservationConvention;
import io.micrometer.observation.ObservationRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Configures the observation {@code handlersocket.lookup} if there is an {@link ObservationRegistry}. */
@AutoConfiguration(
        after = HandlerSocketJpaRepositoriesAutoConfiguration.class,
        afterName = "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration")
@ConditionalOnClass(ObservationRegistry.class)
@ConditionalOnBean({ObservationRegistry.class, FastLookupRepositories.class})
public final class HandlerSocketObservationAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    LookupObservations handlerSocketLookupObservations(
            ObservationRegistry registry, ObjectProvider<LookupObservationConvention> convention) {
        return new LookupObservations(registry, convention.getIfAvailable());
    }
}
