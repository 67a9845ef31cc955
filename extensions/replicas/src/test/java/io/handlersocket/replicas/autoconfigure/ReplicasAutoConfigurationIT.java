// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.replicas.Replicas;
import io.handlersocket.replicas.ServerSnapshot;
import io.handlersocket.replicas.internal.report.ReplicaReport;
import io.handlersocket.replicas.internal.repository.FreshRepositories;
import io.handlersocket.replicas.spring.ReplicaEndpoint;
import io.handlersocket.spring.autoconfigure.HandlerSocketAutoConfiguration;
import io.handlersocket.spring.autoconfigure.HandlerSocketHibernateAutoConfiguration;
import io.handlersocket.spring.spi.ClientSource;
import jakarta.persistence.EntityManagerFactory;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class ReplicasAutoConfigurationIT {

    private final ApplicationContextRunner h2 = new ApplicationContextRunner()
            .withPropertyValues("spring.datasource.url=jdbc:h2:mem:replicas;DB_CLOSE_DELAY=-1")
            .withConfiguration(AutoConfigurations.of(
                    DataSourceAutoConfiguration.class,
                    HandlerSocketAutoConfiguration.class,
                    HandlerSocketReplicasAutoConfiguration.class,
                    HandlerSocketReplicasReportAutoConfiguration.class));

    @Test
    void worksWithoutHibernate() {
        h2.withPropertyValues("handlersocket.endpoints.replicas[0].url=jdbc:h2:mem:replica")
                .withClassLoader(new FilteredClassLoader(EntityManagerFactory.class, SessionFactory.class))
                .run(context -> assertThat(context)
                        .hasSingleBean(Replicas.class)
                        .hasSingleBean(ReplicaReport.class)
                        .doesNotHaveBean(FreshRepositories.class));
    }

    @Test
    void makesNothingWhenSwitchedOff() {
        h2.withPropertyValues(
                        "handlersocket.enabled=false", "handlersocket.endpoints.replicas[0].url=jdbc:h2:mem:replica")
                .run(context -> assertThat(context)
                        .doesNotHaveBean(Replicas.class)
                        .doesNotHaveBean(ReplicasProperties.class)
                        .doesNotHaveBean(ClientSource.class));
    }

    @Test
    void leavesHibernateAndRepositoriesAloneWhenTold() {
        ApplicationContextRunner hibernate =
                h2.withConfiguration(AutoConfigurations.of(HandlerSocketHibernateAutoConfiguration.class));
        hibernate.run(context -> assertThat(context)
                .hasBean("handlerSocketReplicasPropertiesCustomizer")
                .hasSingleBean(FreshRepositories.class));
        hibernate
                .withPropertyValues("handlersocket.entities=none")
                .run(context -> assertThat(context)
                        .hasSingleBean(HandlerSocketClient.class)
                        .doesNotHaveBean("handlerSocketReplicasPropertiesCustomizer")
                        .doesNotHaveBean(FreshRepositories.class));
    }

    @Test
    void leavesAnApplicationWithItsOwnClientAlone() {
        JdbcDataSource nowhere = new JdbcDataSource();
        nowhere.setURL("jdbc:h2:mem:own");
        h2.withBean(
                        HandlerSocketClient.class,
                        () -> HandlerSocketClient.builder().dataSource(nowhere).build())
                .withPropertyValues("handlersocket.endpoints.replicas[0].url=jdbc:h2:mem:replica")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(Replicas.class));
    }

    @Test
    void makesNoReplicasUnlessOneIsNamed() {
        h2.run(context -> assertThat(context).doesNotHaveBean(Replicas.class));
        h2.withPropertyValues("handlersocket.endpoints.lease=1s")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(Replicas.class));
    }

    @Test
    void makesReplicasOfPropertiesAndBeans() {
        h2.withUserConfiguration(OwnEndpoint.class)
                .withPropertyValues(
                        "handlersocket.endpoints.replicas[0].url=jdbc:h2:mem:replica",
                        "handlersocket.endpoints.replicas[1].name=db3",
                        "handlersocket.endpoints.replicas[1].data-source=dataSource")
                .run(context -> {
                    assertThat(context).hasSingleBean(HandlerSocketClient.class);
                    assertThat(context.getBean(Replicas.class).servers())
                            .extracting(ServerSnapshot::name)
                            .containsExactly("hs", "replica-1", "db3", "own");
                });
        h2.withUserConfiguration(OwnEndpoint.class)
                .run(context -> assertThat(context.getBean(Replicas.class).servers())
                        .extracting(ServerSnapshot::name)
                        .containsExactly("hs", "own"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "handlersocket.freshness=soon | expected primary, any, or a duration",
                "handlersocket.freshness=99ms | handlersocket.freshness: ",
                "handlersocket.endpoints.lease=100ms | endpoints.lease: ",
                "handlersocket.endpoints.poll-interval=2s | pollInterval: ",
                "handlersocket.endpoints.replicas[1].name=db3 | neither or both of url and data-source",
                "handlersocket.endpoints.replicas[0].name=hs | the name of the primary's client"
            })
    void refusesWrongEndpoints(String property, String message) {
        h2.withPropertyValues("handlersocket.endpoints.replicas[0].url=jdbc:h2:mem:replica", property)
                .run(context -> assertThat(context).getFailure().hasStackTraceContaining(message));
    }

    @Configuration
    static class OwnEndpoint {

        @Bean
        ReplicaEndpoint own(DataSource dataSource) {
            return new ReplicaEndpoint("own", HandlerSocketClient.builder().dataSource(dataSource));
        }
    }
}
