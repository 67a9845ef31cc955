// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.autoconfigure;

import io.handlersocket.replicas.ReplicaListener;
import io.handlersocket.replicas.Replicas;
import io.handlersocket.replicas.hibernate.ReplicaSettings;
import io.handlersocket.replicas.internal.repository.FreshRepositories;
import io.handlersocket.replicas.spring.ReplicaEndpoint;
import io.handlersocket.spring.autoconfigure.HandlerSocketAutoConfiguration;
import io.handlersocket.spring.autoconfigure.HandlerSocketHibernateAutoConfiguration;
import io.handlersocket.spring.spi.ClientOptions;
import io.handlersocket.spring.spi.ClientSource;
import io.handlersocket.spring.spi.PlanOnly;
import org.hibernate.SessionFactory;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.hibernate.autoconfigure.HibernatePropertiesCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.jpa.repository.support.JpaRepositoryFactoryBean;

/** Configures {@link Replicas} from {@code handlersocket.endpoints.*}, whose client is that of the application. */
@AutoConfiguration(
        after = HandlerSocketHibernateAutoConfiguration.class,
        beforeName = "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration")
@ConditionalOnClass(HandlerSocketAutoConfiguration.class)
@ConditionalOnBooleanProperty(name = "handlersocket.enabled", matchIfMissing = true)
@EnableConfigurationProperties(ReplicasProperties.class)
public final class HandlerSocketReplicasAutoConfiguration {

    @Bean(destroyMethod = "close")
    @ConditionalOnBean(ClientOptions.class)
    @Conditional(EndpointsCondition.class)
    @ConditionalOnMissingBean({Replicas.class, PlanOnly.class})
    Replicas handlerSocketReplicas(
            ClientOptions options,
            ReplicasProperties properties,
            BeanFactory beans,
            ObjectProvider<ReplicaEndpoint> endpoints,
            ObjectProvider<ReplicaListener> listeners) {
        return new ReplicaEndpoints(properties, options, beans)
                .build(
                        endpoints.orderedStream().toList(),
                        listeners.orderedStream().toList());
    }

    @Bean
    @ConditionalOnSingleCandidate(Replicas.class)
    ClientSource handlerSocketReplicasClientSource(Replicas replicas) {
        return replicas::client;
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({SessionFactory.class, HibernatePropertiesCustomizer.class})
    @ConditionalOnBean(HandlerSocketHibernateAutoConfiguration.class)
    static class HibernateConfiguration {

        @Bean
        HibernatePropertiesCustomizer handlerSocketReplicasPropertiesCustomizer(
                ObjectProvider<Replicas> replicas, ReplicasProperties properties) {
            return settings -> replicas.ifUnique(servers -> {
                settings.put(ReplicaSettings.REPLICAS, servers);
                settings.putIfAbsent(ReplicaSettings.FRESHNESS, properties.freshness());
            });
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({SessionFactory.class, JpaRepositoryFactoryBean.class})
    @ConditionalOnBean(HandlerSocketHibernateAutoConfiguration.class)
    @ConditionalOnMissingBean(PlanOnly.class)
    static class RepositoriesConfiguration {

        @Bean
        static FreshRepositories handlerSocketFreshRepositories(ConfigurableListableBeanFactory beans) {
            return new FreshRepositories(beans);
        }
    }
}
