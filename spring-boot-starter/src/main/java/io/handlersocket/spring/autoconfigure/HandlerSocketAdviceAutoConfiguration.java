// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.hibernate.HandlerSocketLoads;
import io.handlersocket.spring.internal.advise.AdviceReport.Setting;
import io.handlersocket.spring.internal.advise.ApplicationAdvice;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.hibernate.SessionFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.data.jpa.repository.support.JpaRepositoryFactoryBean;

/**
 * With {@code handlersocket.advise}, reports what HandlerSocket would make fast. Nothing else of the starter but the
 * catalogue's client, Hibernate's planner and the actuator is then configured.
 */
@AutoConfiguration(
        after = HandlerSocketHibernateAutoConfiguration.class,
        afterName = "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration")
@ConditionalOnClass({HandlerSocketLoads.class, SessionFactory.class, JpaRepositoryFactoryBean.class})
@ConditionalOnBooleanProperty(name = "handlersocket.enabled", matchIfMissing = true)
@Conditional(AdviseCondition.Advising.class)
public final class HandlerSocketAdviceAutoConfiguration {

    private static final String UNPROVEN = "The report is judged over SQL. Only a connected client proves that the"
            + " plugin answers on its port as SQL does; see the endpoint's route after installing it.";
    private static final String SLOW_BEGIN = "A transaction takes a connection and sends 4 SQL commands even if all its"
            + " loads are fast. Set spring.datasource.connection-fetch=lazy, or before Spring Boot 4.1 wrap the"
            + " DataSource in a LazyConnectionDataSourceProxy.";

    @Bean
    ApplicationAdvice handlerSocketApplicationAdvice(
            ConfigurableApplicationContext context,
            ObjectProvider<HandlerSocketClient> clients,
            ObjectProvider<DataSource> dataSource) {
        List<String> notes = new ArrayList<>(List.of(UNPROVEN));
        DataSource only = dataSource.getIfUnique();
        if (only != null && ControlConnections.isEager(only)) {
            notes.add(SLOW_BEGIN);
        }
        return new ApplicationAdvice(context.getBeanFactory(), refusal(clients.getIfUnique()), notes);
    }

    private static @Nullable Setting refusal(@Nullable HandlerSocketClient client) {
        if (client == null) {
            return new Setting(
                    "there is no HandlerSocket client, because the application has no DataSource or several of them",
                    "Mark the DataSource of the MariaDB server as @Primary.");
        }
        return client instanceof OwnTablesClient
                ? null
                : new Setting(
                        "the application has its own HandlerSocketClient, which would open tables",
                        "Remove this bean for the report.");
    }

    @Bean
    AdviceOutput handlerSocketAdviceOutput(
            ConfigurableApplicationContext context, ApplicationAdvice advice, HandlerSocketProperties properties) {
        return new AdviceOutput(
                context,
                advice,
                AdviseCondition.advise(context.getEnvironment()),
                properties.adviseReport(),
                System::exit);
    }
}
