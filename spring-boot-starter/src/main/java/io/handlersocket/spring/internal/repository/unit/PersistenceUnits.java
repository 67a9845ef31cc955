// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository.unit;

import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.DirectFieldAccessor;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.RuntimeBeanReference;
import org.springframework.data.jpa.repository.support.JpaRepositoryFactoryBean;

/** Finds the persistence unit of a repository; an application may have several. */
public final class PersistenceUnits {

    private static final String ENTITY_MANAGER = "entityManager";

    private PersistenceUnits() {}

    /** Returns the unit of the repository with this bean name; null if unknown. Creates no repository. */
    public static @Nullable EntityManagerFactory of(ConfigurableListableBeanFactory beans, String repositoryBean) {
        if (beans.containsBeanDefinition(repositoryBean)) {
            Object reference = beans.getMergedBeanDefinition(repositoryBean)
                    .getPropertyValues()
                    .get(ENTITY_MANAGER);
            String name = reference instanceof RuntimeBeanReference bean ? bean.getBeanName() : null;
            if (name != null) {
                return beans.getBean(name, EntityManager.class).getEntityManagerFactory();
            }
        }
        return beans.containsSingleton(repositoryBean)
                        && beans.getBean(BeanFactory.FACTORY_BEAN_PREFIX + repositoryBean)
                                instanceof JpaRepositoryFactoryBean<?, ?, ?> factory
                ? of(beans, factory)
                : only(beans);
    }

    /** Returns the unit of the repository that this factory bean creates; null if unknown. */
    public static @Nullable EntityManagerFactory of(
            ConfigurableListableBeanFactory beans, JpaRepositoryFactoryBean<?, ?, ?> factory) {
        DirectFieldAccessor fields = new DirectFieldAccessor(factory); // it has no getter
        return fields.isReadableProperty(ENTITY_MANAGER)
                        && fields.getPropertyValue(ENTITY_MANAGER) instanceof EntityManager entityManager
                ? entityManager.getEntityManagerFactory()
                : only(beans);
    }

    // Not the primary one of several, which may belong to another unit.
    private static @Nullable EntityManagerFactory only(ConfigurableListableBeanFactory beans) {
        Map<String, EntityManagerFactory> all = HibernateLoads.factories(beans);
        return all.size() == 1 ? all.values().iterator().next() : null;
    }
}
