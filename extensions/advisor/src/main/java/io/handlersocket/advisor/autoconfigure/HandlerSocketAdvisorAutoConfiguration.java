// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.advisor.autoconfigure;

import io.handlersocket.advisor.HandlerSocketAdvisor;
import io.handlersocket.advisor.internal.Advisor;
import io.handlersocket.advisor.internal.application.AdviceReport.Setting;
import io.handlersocket.advisor.internal.application.ApplicationAdvice;
import io.handlersocket.advisor.internal.catalogue.CatalogueClient;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.HandlerSocketClientBuilder;
import io.handlersocket.spring.autoconfigure.HandlerSocketAutoConfiguration;
import io.handlersocket.spring.spi.PlanOnly;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.hibernate.SessionFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.jpa.repository.support.JpaRepositoryFactoryBean;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;

/**
 * With {@code handlersocket.advise}, reports what HandlerSocket would make fast. The starter then keeps the application
 * on JDBC.
 */
@AutoConfiguration(before = HandlerSocketAutoConfiguration.class)
@ConditionalOnClass(PlanOnly.class)
@ConditionalOnBooleanProperty(name = "handlersocket.enabled", matchIfMissing = true)
@Conditional(AdviseCondition.class)
@EnableConfigurationProperties(AdvisorProperties.class)
public final class HandlerSocketAdvisorAutoConfiguration {

    private static final String UNPROVEN = "The report is judged over SQL. Only a connected client proves that the"
            + " plugin answers on its port as SQL does; see the endpoint's route after installing it.";
    private static final String SLOW_BEGIN = "A transaction takes a connection and sends 4 SQL commands even if all its"
            + " loads are fast. Set spring.datasource.connection-fetch=lazy, or before Spring Boot 4.1 wrap the"
            + " DataSource in a LazyConnectionDataSourceProxy.";

    @Bean
    PlanOnly handlerSocketPlanOnly(ObjectProvider<ApplicationAdvice> advice) {
        return new AdviceOnly(advice);
    }

    private record AdviceOnly(ObjectProvider<ApplicationAdvice> application) implements PlanOnly {

        @Override
        public HandlerSocketClient client(HandlerSocketClientBuilder options) {
            return HandlerSocketAdvisor.client(options);
        }

        @Override
        public String reason() {
            return Advisor.PLAN_ONLY;
        }

        @Override
        public @Nullable Object advice() {
            ApplicationAdvice known = application.getIfAvailable();
            return known == null ? null : known.report();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({SessionFactory.class, JpaRepositoryFactoryBean.class})
    static class ReportConfiguration {

        @Bean
        ApplicationAdvice handlerSocketApplicationAdvice(
                ConfigurableApplicationContext context,
                ObjectProvider<HandlerSocketClient> clients,
                ObjectProvider<DataSource> dataSource) {
            List<String> notes = new ArrayList<>(List.of(UNPROVEN));
            DataSource only = dataSource.getIfUnique();
            if (only != null && isEager(only)) {
                notes.add(SLOW_BEGIN);
            }
            return new ApplicationAdvice(context.getBeanFactory(), refusal(clients.getIfUnique()), notes);
        }

        /** Returns whether a transaction takes its connection before the first SQL statement. */
        private static boolean isEager(DataSource dataSource) {
            try {
                return !dataSource.isWrapperFor(LazyConnectionDataSourceProxy.class);
            } catch (SQLException | RuntimeException e) {
                return true; // it does not say what it wraps
            }
        }

        private static @Nullable Setting refusal(@Nullable HandlerSocketClient client) {
            if (client == null) {
                return new Setting(
                        "there is no HandlerSocket client, because the application has no DataSource or several of them",
                        "Mark the DataSource of the MariaDB server as @Primary.");
            }
            return client instanceof CatalogueClient
                    ? null
                    : new Setting(
                            "the application has its own HandlerSocketClient, which would open tables",
                            "Remove this bean for the report.");
        }

        @Bean
        AdviceOutput handlerSocketAdviceOutput(
                ConfigurableApplicationContext context, ApplicationAdvice advice, AdvisorProperties properties) {
            return new AdviceOutput(
                    context,
                    advice,
                    AdviseCondition.advise(context.getEnvironment()),
                    properties.adviseReport(),
                    System::exit);
        }
    }
}
