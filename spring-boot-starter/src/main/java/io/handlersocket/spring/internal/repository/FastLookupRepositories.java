// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.spring.FastLookup;
import io.handlersocket.spring.internal.repository.advice.SessionSources;
import io.handlersocket.spring.internal.repository.report.Listeners;
import io.handlersocket.spring.internal.repository.report.LookupCalls;
import io.handlersocket.spring.internal.repository.report.MethodPlans;
import io.handlersocket.spring.internal.repository.unit.PersistenceUnit;
import io.handlersocket.spring.internal.repository.unit.PersistenceUnits;
import jakarta.persistence.EntityManagerFactory;
import java.lang.reflect.Method;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.DirectFieldAccessor;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.data.jpa.repository.support.JpaRepositoryFactoryBean;
import org.springframework.data.repository.core.NamedQueries;
import org.springframework.data.repository.core.RepositoryInformation;
import org.springframework.data.repository.core.support.PropertiesBasedNamedQueries;
import org.springframework.data.repository.core.support.RepositoryFactoryBeanSupport;
import org.springframework.util.ClassUtils;

/**
 * Gives every JPA repository annotated with {@link FastLookup} an interceptor before its transactions. It looks up no
 * bean before a repository is created.
 */
public record FastLookupRepositories(ConfigurableListableBeanFactory beans) implements BeanPostProcessor {

    private static final Set<String> LOADS = Set.of("findById", "existsById", "findAllById");

    @Override
    public Object postProcessBeforeInitialization(Object bean, String beanName) {
        if (bean instanceof JpaRepositoryFactoryBean<?, ?, ?> factory) {
            factory.addRepositoryFactoryCustomizer(support ->
                    support.addRepositoryProxyPostProcessor((proxy, repository) -> add(proxy, repository, factory)));
        } else if (bean instanceof RepositoryFactoryBeanSupport<?, ?, ?> factory
                && AnnotatedQueries.isAnnotated(factory.getObjectType())) {
            stays(
                    factory.getObjectType(),
                    "its factory bean " + ClassUtils.getUserClass(bean).getName()
                            + " does not extend JpaRepositoryFactoryBean");
        }
        return bean;
    }

    private void add(
            ProxyFactory proxy, RepositoryInformation repository, JpaRepositoryFactoryBean<?, ?, ?> factoryBean) {
        if (!AnnotatedQueries.isAnnotated(repository.getRepositoryInterface())) {
            return;
        }
        EntityManagerFactory factory = PersistenceUnits.of(beans, factoryBean);
        if (factory == null) {
            stays(repository.getRepositoryInterface(), "its persistence unit is not known");
            return;
        }
        NamedQueries named = named(factoryBean);
        if (named == null) {
            stays(repository.getRepositoryInterface(), "its named queries are not known");
            return;
        }
        PersistenceUnit unit = new PersistenceUnit(factory, SessionSources.made(beans, factory));
        new FastMethods(
                        proxy,
                        repository,
                        unit,
                        beans.getBean(Listeners.class),
                        beans.getBean(DirectQueries.class),
                        named,
                        beans.getBeanProvider(LookupCalls.class).getIfAvailable(() -> LookupCalls.NONE))
                .intercept(SessionSources.called(AopProxyUtils.getSingletonTarget(proxy), factory));
    }

    /** Returns the queries of the application's properties file; null if another version of Spring Data hides them. */
    private static @Nullable NamedQueries named(JpaRepositoryFactoryBean<?, ?, ?> factoryBean) {
        DirectFieldAccessor fields = new DirectFieldAccessor(factoryBean); // they have no getter
        if (!fields.isReadableProperty("namedQueries")) {
            return null;
        }
        Object named = fields.getPropertyValue("namedQueries");
        return named instanceof NamedQueries queries ? queries : PropertiesBasedNamedQueries.EMPTY;
    }

    /** Reports why the annotations of a repository have no effect. */
    private void stays(Class<?> repository, String reason) {
        MethodPlans plans = beans.getBean(MethodPlans.class);
        plans.stays("all of " + repository.getSimpleName(), reason);
        boolean whole = AnnotatedElementUtils.hasAnnotation(repository, FastLookup.class);
        for (Method method : repository.getMethods()) {
            if (AnnotatedQueries.isAnnotated(method) || (whole && LOADS.contains(method.getName()))) {
                plans.add(repository, method.getName(), () -> new JdbcReason(JdbcReason.Kind.STATEMENT, reason));
            }
        }
    }
}
