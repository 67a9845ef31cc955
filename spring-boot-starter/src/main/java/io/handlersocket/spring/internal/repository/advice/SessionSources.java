// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository.advice;

import io.handlersocket.hibernate.JdbcReason;
import jakarta.persistence.EntityManagerFactory;
import java.lang.reflect.Field;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.data.jpa.repository.support.SimpleJpaRepository;
import org.springframework.orm.jpa.AbstractEntityManagerFactoryBean;
import org.springframework.orm.jpa.EntityManagerFactoryInfo;
import org.springframework.orm.jpa.JpaVendorAdapter;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.LocalEntityManagerFactoryBean;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;
import org.springframework.util.ReflectionUtils;

/** Detects the application's code that runs when EntityManagers are created or called. */
public final class SessionSources {

    private static final Set<Class<?>> FACTORIES =
            Set.of(LocalContainerEntityManagerFactoryBean.class, LocalEntityManagerFactoryBean.class);

    private static final @Nullable Field INITIALIZER =
            accessible(AbstractEntityManagerFactoryBean.class, "entityManagerInitializer");
    private static final @Nullable Field ENTITY_MANAGER = accessible(SimpleJpaRepository.class, "entityManager");

    private SessionSources() {}

    /** Returns why a query needs an EntityManager of this factory; null if the factory creates Spring's own. */
    public static @Nullable JdbcReason made(ConfigurableListableBeanFactory beans, EntityManagerFactory factory) {
        if (!(factory instanceof EntityManagerFactoryInfo)) {
            return null; // Hibernate's own
        }
        Optional<AbstractEntityManagerFactoryBean> maker =
                factories(beans).filter(bean -> bean.getObject() == factory).findFirst();
        return maker.isEmpty() ? reason("what makes its EntityManagers is not known") : made(maker.get());
    }

    /** Returns the factories that this context and its ancestors have made. Makes none: its database may be away. */
    public static Stream<AbstractEntityManagerFactoryBean> factories(ConfigurableListableBeanFactory beans) {
        Stream<AbstractEntityManagerFactoryBean> own = Arrays.stream(
                        beans.getBeanNamesForType(AbstractEntityManagerFactoryBean.class, false, false))
                .filter(name -> beans.containsSingleton(BeanFactoryUtils.transformedBeanName(name)))
                .map(name -> beans.getBean(name, AbstractEntityManagerFactoryBean.class));
        return beans.getParentBeanFactory() instanceof ConfigurableListableBeanFactory parent
                ? Stream.concat(own, factories(parent))
                : own;
    }

    private static @Nullable JdbcReason made(AbstractEntityManagerFactoryBean factory) {
        if (!FACTORIES.contains(factory.getClass())) {
            return reason(
                    "its EntityManagers are created by " + factory.getClass().getName());
        }
        JpaVendorAdapter adapter = factory.getJpaVendorAdapter();
        if (adapter != null && adapter.getClass() != HibernateJpaVendorAdapter.class) {
            return reason("its EntityManagers are created through "
                    + adapter.getClass().getName());
        }
        return INITIALIZER == null || ReflectionUtils.getField(INITIALIZER, factory) != null
                ? reason("its EntityManagers have an EntityManagerInitializer")
                : null;
    }

    /** Returns why a repository's EntityManager must be called; null if it is Spring's own for this factory. */
    public static @Nullable JdbcReason called(@Nullable Object repository, EntityManagerFactory factory) {
        Object entityManager = ENTITY_MANAGER != null && repository instanceof SimpleJpaRepository<?, ?>
                ? ReflectionUtils.getField(ENTITY_MANAGER, repository)
                : null;
        if (entityManager == null) {
            return reason("its EntityManager is not known");
        }
        Class<?> handler = handler(entityManager);
        return handler == handler(SharedEntityManagerCreator.createSharedEntityManager(factory))
                ? null
                : reason("its EntityManager is called through " + handler.getName());
    }

    private static Class<?> handler(Object object) {
        return Proxy.isProxyClass(object.getClass())
                ? Proxy.getInvocationHandler(object).getClass()
                : object.getClass();
    }

    /** Returns a reason because of the application's code; it applies to sessions and transactions. */
    static JdbcReason reason(String text) {
        return new JdbcReason(JdbcReason.Kind.SESSION, text);
    }

    static @Nullable Field accessible(Class<?> type, String name) {
        Field field = ReflectionUtils.findField(type, name);
        if (field != null) {
            ReflectionUtils.makeAccessible(field);
        }
        return field;
    }
}
