// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.advisor.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.advisor.internal.application.ApplicationAdvice;
import io.handlersocket.advisor.internal.catalogue.CatalogueClient;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.replicas.Replicas;
import io.handlersocket.replicas.autoconfigure.HandlerSocketReplicasAutoConfiguration;
import io.handlersocket.spring.autoconfigure.HandlerSocketAutoConfiguration;
import io.handlersocket.spring.spi.PlanOnly;
import jakarta.persistence.EntityManagerFactory;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class AdvisorAutoConfigurationIT {

    private final ApplicationContextRunner h2 = new ApplicationContextRunner()
            .withPropertyValues("spring.datasource.url=jdbc:h2:mem:advice")
            .withConfiguration(AutoConfigurations.of(
                    DataSourceAutoConfiguration.class,
                    HandlerSocketAutoConfiguration.class,
                    HandlerSocketAdvisorAutoConfiguration.class));

    @Test
    void replacesTheClientAndMakesNoReplicas() {
        h2.withConfiguration(AutoConfigurations.of(HandlerSocketReplicasAutoConfiguration.class))
                .withPropertyValues(
                        "handlersocket.endpoints.replicas[0].url=jdbc:h2:mem:replica", "handlersocket.advise=on")
                .run(context -> {
                    assertThat(context).hasSingleBean(ApplicationAdvice.class).doesNotHaveBean(Replicas.class);
                    assertThat(context.getBean(HandlerSocketClient.class)).isInstanceOf(CatalogueClient.class);
                });
    }

    @Test
    void doesNothingWithoutTheProperty() {
        h2.run(context -> assertThat(context).doesNotHaveBean(PlanOnly.class).doesNotHaveBean(ApplicationAdvice.class));
        h2.withPropertyValues("handlersocket.enabled=false", "handlersocket.advise=on")
                .run(context -> assertThat(context).doesNotHaveBean(PlanOnly.class));
    }

    /** Also then nothing goes over HandlerSocket. */
    @Test
    void keepsAnApplicationWithoutHibernateOnJdbc() {
        h2.withPropertyValues("handlersocket.advise=on")
                .withClassLoader(
                        new FilteredClassLoader(EntityManagerFactory.class, org.hibernate.SessionFactory.class))
                .run(context -> {
                    assertThat(context).doesNotHaveBean(ApplicationAdvice.class);
                    assertThat(context.getBean(HandlerSocketClient.class)).isInstanceOf(CatalogueClient.class);
                });
    }
}
