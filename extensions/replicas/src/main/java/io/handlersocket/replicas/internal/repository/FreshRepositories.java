// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal.repository;

import io.handlersocket.replicas.Freshness;
import io.handlersocket.replicas.Replicas;
import io.handlersocket.replicas.internal.AnnotatedScope;
import io.handlersocket.replicas.spring.ReadFreshness;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import org.aopalliance.intercept.MethodInterceptor;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.ResolvableType;
import org.springframework.data.jpa.repository.support.JpaRepositoryFactoryBean;
import org.springframework.data.repository.core.RepositoryInformation;

/**
 * Opens a scope around each call of a repository method with {@link ReadFreshness}. It looks up no bean before a
 * repository is created.
 */
public final class FreshRepositories implements BeanPostProcessor, SmartInitializingSingleton {

    private final ConfigurableListableBeanFactory beans;

    public FreshRepositories(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
    }

    @Override
    public Object postProcessBeforeInitialization(Object bean, String beanName) {
        if (bean instanceof JpaRepositoryFactoryBean<?, ?, ?> factory) {
            factory.addRepositoryFactoryCustomizer(support -> support.addRepositoryProxyPostProcessor(this::add));
        }
        return bean;
    }

    private void add(ProxyFactory proxy, RepositoryInformation repository) {
        MethodFreshness scopes = scopes();
        Map<Method, Freshness> wanted = wanted(scopes, repository.getRepositoryInterface());
        if (scopes.replicas() != null && !wanted.isEmpty()) {
            // First: what answers before the transaction reads in the scope, too.
            proxy.addAdvice(0, (MethodInterceptor) invocation -> {
                // Reads without waiting have the scope of this thread, which submits them.
                try (AnnotatedScope scope = scopes.open(wanted.get(invocation.getMethod()))) {
                    return invocation.proceed();
                }
            });
        }
    }

    private MethodFreshness scopes() {
        return new MethodFreshness(beans.getBeanProvider(Replicas.class).getIfUnique());
    }

    private static Map<Method, Freshness> wanted(MethodFreshness scopes, Class<?> repository) {
        Map<Method, Freshness> wanted = new HashMap<>();
        for (Method method : repository.getMethods()) {
            Freshness freshness = scopes.of(method, repository);
            if (freshness != null) {
                wanted.put(method, freshness);
            }
        }
        return wanted;
    }

    /**
     * Checks all repositories, also those that are created later.
     *
     * @throws IllegalStateException if a text is malformed, or no poll can prove it; names the method
     */
    @Override
    public void afterSingletonsInstantiated() {
        MethodFreshness scopes = scopes();
        for (String name : BeanFactoryUtils.beanNamesForTypeIncludingAncestors(
                beans, ResolvableType.forClass(JpaRepositoryFactoryBean.class), true, false)) {
            Class<?> type = beans.getType(BeanFactoryUtils.transformedBeanName(name), false);
            if (type != null) {
                wanted(scopes, type);
            }
        }
    }
}
