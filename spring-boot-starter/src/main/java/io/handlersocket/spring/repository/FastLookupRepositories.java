// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.repository;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.spring.FastLookup;
import io.handlersocket.spring.LookupListener;
import jakarta.persistence.EntityManagerFactory;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.data.jpa.repository.support.JpaRepositoryFactoryBean;
import org.springframework.data.repository.core.RepositoryInformation;
import org.springframework.data.repository.core.support.RepositoryMethodInvocationListener;

/**
 * Gives every JPA repository annotated with {@link FastLookup} an interceptor in front of its transactions. Nothing is looked
 * up in the context before a repository is made.
 */
public final class FastLookupRepositories implements BeanPostProcessor {

    private static final Logger log = LoggerFactory.getLogger(FastLookupRepositories.class);

    private final ConfigurableListableBeanFactory beans;

    public FastLookupRepositories(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
    }

    @Override
    public Object postProcessBeforeInitialization(Object bean, String beanName) {
        if (bean instanceof JpaRepositoryFactoryBean<?, ?, ?> factory) {
            factory.addRepositoryFactoryCustomizer(support ->
                    support.addRepositoryProxyPostProcessor((proxy, repository) -> add(proxy, repository, beanName)));
        }
        return bean;
    }

    private void add(ProxyFactory proxy, RepositoryInformation repository, String beanName) {
        if (!AnnotatedQueries.isAnnotated(repository.getRepositoryInterface())) {
            return;
        }
        EntityManagerFactory factory = PersistenceUnits.of(beans, beanName);
        if (factory == null) {
            log.info(
                    "HandlerSocket: {} stays on JPA, its persistence unit is not known",
                    repository.getRepositoryInterface());
            return;
        }
        LookupCounts counts = beans.getBean(LookupCounts.class);
        List<LookupListener> listeners =
                beans.getBeanProvider(LookupListener.class).orderedStream().toList();
        List<RepositoryMethodInvocationListener> springData = beans.getBeanProvider(
                        RepositoryMethodInvocationListener.class)
                .orderedStream()
                .toList();
        new FastMethods(proxy, repository)
                .intercept(
                        new PersistenceUnit(
                                factory, beans.getBean(HandlerSocketClient.class), SessionSources.made(beans, factory)),
                        factory,
                        method -> new Observers(
                                counts, repository.getRepositoryInterface(), method.getName(), listeners, springData),
                        beans.getBean(DirectQueries.class),
                        beans.getBeanProvider(LookupCalls.class).getIfAvailable(() -> LookupCalls.NONE),
                        beans.getBean(MethodPlans.class));
    }
}
