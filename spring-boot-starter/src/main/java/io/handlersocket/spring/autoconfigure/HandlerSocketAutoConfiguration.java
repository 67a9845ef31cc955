// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import io.handlersocket.client.ClientListener;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.HandlerSocketClientBuilder;
import io.handlersocket.replicas.ReplicaListener;
import io.handlersocket.replicas.Replicas;
import io.handlersocket.spring.HandlerSocketClientBuilderCustomizer;
import io.handlersocket.spring.HandlerSocketConnectionDetails;
import io.handlersocket.spring.HandlerSocketOperations;
import io.handlersocket.spring.ReplicaEndpoint;
import io.handlersocket.spring.internal.repository.report.MethodPlans;
import io.handlersocket.spring.internal.repository.unit.Loads;
import io.handlersocket.spring.internal.template.HandlerSocketTemplate;
import io.handlersocket.spring.spi.ControlDataSource;
import io.handlersocket.spring.spi.PlanOnly;
import java.util.Map;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.BeanFactory;
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
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.StringUtils;

/**
 * Configures a {@link HandlerSocketClient} for the application's DataSource. Its creation does not wait for the server
 * and does not fail if the server cannot be reached.
 */
@AutoConfiguration(afterName = "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration")
@ConditionalOnClass(HandlerSocketClient.class)
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
    @ConditionalOnMissingBean(HandlerSocketOperations.class)
    HandlerSocketTemplate handlerSocketTemplate(HandlerSocketClient client) {
        return new HandlerSocketTemplate(client);
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

        @Bean
        PrimaryOptions handlerSocketPrimaryOptions(
                ControlDataSource control,
                HandlerSocketProperties properties,
                HandlerSocketConnectionDetails details,
                ObjectProvider<SslBundles> bundles,
                ObjectProvider<ClientListener> listeners,
                ObjectProvider<HandlerSocketClientBuilderCustomizer> customizers) {
            return () -> {
                HandlerSocketClientBuilder builder =
                        ClientOptionsMapper.builder(properties, details).dataSource(control.dataSource());
                TlsOptions.apply(properties.ssl(), bundles, builder);
                listeners.orderedStream().forEach(builder::listener);
                customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
                return builder;
            };
        }

        @Bean(destroyMethod = "close")
        @Conditional(EndpointsCondition.class)
        @ConditionalOnMissingBean({Replicas.class, PlanOnly.class})
        Replicas handlerSocketReplicas(
                PrimaryOptions primary,
                HandlerSocketProperties properties,
                DataSource dataSource,
                BeanFactory beans,
                ObjectProvider<SslBundles> bundles,
                ObjectProvider<ReplicaEndpoint> endpoints,
                ObjectProvider<ReplicaListener> listeners) {
            return new ReplicaEndpoints(properties, dataSource, beans, bundles)
                    .build(
                            primary.builder(),
                            endpoints.orderedStream().toList(),
                            listeners.orderedStream().toList());
        }

        @Bean(destroyMethod = "close")
        HandlerSocketClient handlerSocketClient(
                PrimaryOptions primary,
                ObjectProvider<Replicas> replicas,
                HandlerSocketProperties properties,
                ObjectProvider<Loads> mapped,
                ObjectProvider<PlanOnly> planOnly) {
            PlanOnly only = planOnly.getIfAvailable();
            if (only != null) {
                return only.client(primary.builder());
            }
            Replicas servers = replicas.getIfUnique();
            HandlerSocketClient client = servers == null ? primary.builder().build() : servers.client();
            return new OwnTablesClient(client, new OwnTables(properties.tables(), mapped));
        }
    }

    /** The options of the primary's client; new ones at each call. */
    @FunctionalInterface
    interface PrimaryOptions {

        HandlerSocketClientBuilder builder();
    }
}
