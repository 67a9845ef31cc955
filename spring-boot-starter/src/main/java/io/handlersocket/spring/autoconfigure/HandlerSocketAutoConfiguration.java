// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.spring.HandlerSocketConnectionDetails;
import io.handlersocket.spring.internal.repository.report.MethodPlans;
import io.handlersocket.spring.internal.repository.unit.Loads;
import io.handlersocket.spring.spi.ClientOptions;
import io.handlersocket.spring.spi.ClientSource;
import io.handlersocket.spring.spi.ControlDataSource;
import io.handlersocket.spring.spi.PlanOnly;
import java.util.Map;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.SimpleAutowireCandidateResolver;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.DataSourceUnwrapper;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.util.StringUtils;

/**
 * Configures a {@link HandlerSocketClient} for the application's DataSource. Its creation does not wait for the server
 * and does not fail if the server cannot be reached.
 */
@AutoConfiguration(afterName = "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration")
@ConditionalOnClass(DataSourceUnwrapper.class)
@ConditionalOnBooleanProperty(name = "handlersocket.enabled", matchIfMissing = true)
@EnableConfigurationProperties(HandlerSocketProperties.class)
public final class HandlerSocketAutoConfiguration {

    private static final Logger log = LoggerFactory.getLogger("io.handlersocket.spring");

    // Spring evaluates the conditions of nested classes first, so the client is known here.

    @Bean
    @ConditionalOnBean(HandlerSocketClient.class)
    ClientLifecycle handlerSocketClientLifecycle(ConfigurableApplicationContext context) {
        ConfigurableListableBeanFactory beans = context.getBeanFactory();
        Map<String, HandlerSocketClient> clients =
                SimpleAutowireCandidateResolver.resolveAutowireCandidates(beans, HandlerSocketClient.class);
        if (beans.getBeanProvider(HandlerSocketClient.class).getIfUnique() == null) {
            log.warn(
                    "HandlerSocket: {} are several clients, so Hibernate and repositories stay on JDBC. Mark the client of"
                            + " their database as @Primary",
                    clients.keySet());
        }
        return new ClientLifecycle(clients.values(), context);
    }

    @Bean
    @ConditionalOnSingleCandidate(HandlerSocketClient.class)
    @ConditionalOnMissingBean(PlanOnly.class)
    StartupCheck handlerSocketStartupCheck(HandlerSocketClient client, HandlerSocketProperties properties) {
        return new StartupCheck(client, properties);
    }

    @Bean
    @ConditionalOnSingleCandidate(HandlerSocketClient.class)
    @ConditionalOnMissingBean(PlanOnly.class)
    Preparation handlerSocketPreparation(
            HandlerSocketClient client,
            HandlerSocketProperties properties,
            ObjectProvider<Loads> loads,
            ObjectProvider<MethodPlans> methods,
            ObjectProvider<DataSource> dataSource) {
        DataSource only = dataSource.getIfUnique();
        return new Preparation(
                client,
                properties,
                loads.getIfAvailable(() -> Loads.NONE),
                methods.getIfAvailable(MethodPlans::new),
                only != null && ControlConnections.isEager(only));
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnSingleCandidate(DataSource.class)
    @ConditionalOnMissingBean(HandlerSocketClient.class)
    @Import(ApplicationClientOptions.class)
    static class ClientConfiguration {

        @Bean
        @ConditionalOnMissingBean(HandlerSocketConnectionDetails.class)
        PropertiesConnectionDetails handlerSocketConnectionDetails(HandlerSocketProperties properties) {
            return new PropertiesConnectionDetails(properties);
        }

        @Bean
        ControlDataSource handlerSocketControlDataSource(
                DataSource dataSource, HandlerSocketConnectionDetails details, HandlerSocketProperties properties) {
            boolean explicit = (StringUtils.hasText(details.getHost()) && details.getPort() != null)
                    || StringUtils.hasText(properties.unixSocket());
            return new ControlDataSource(ControlConnections.of(dataSource, explicit));
        }

        @Bean(destroyMethod = "close")
        HandlerSocketClient handlerSocketClient(
                ClientOptions options,
                ObjectProvider<ClientSource> source,
                HandlerSocketProperties properties,
                ObjectProvider<Loads> mapped,
                ObjectProvider<PlanOnly> planOnly) {
            PlanOnly only = planOnly.getIfAvailable();
            if (only != null) {
                return only.client(options.own());
            }
            ClientSource other = source.getIfAvailable();
            HandlerSocketClient client = other == null ? options.own().build() : other.client();
            return new OwnTablesClient(client, new OwnTablesClient.OwnTables(properties.tables(), mapped));
        }
    }
}
