// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository.unit;

import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.beans.DirectFieldAccessor;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.RuntimeBeanReference;
import org.springframework.data.jpa.repository.support.JpaRepositoryFactoryBean;
import org.springframework.data.repository.core.RepositoryMetadata;

/** Finds the persistence unit of a repository; an application may have several. */
public final class PersistenceUnits {

    private static final String ENTITY_MANAGER = "entityManager";
    private static final String METADATA = "repositoryMetadata";

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

    /**
     * Returns the unit of the repository whose proxy has this metadata.
     *
     * @throws IllegalStateException if the unit is unknown
     */
    public static EntityManagerFactory of(ConfigurableListableBeanFactory beans, RepositoryMetadata metadata) {
        Class<?> repository = metadata.getRepositoryInterface();
        List<String> names = Arrays.stream(beans.getBeanNamesForType(repository, true, false))
                .filter(name -> beans.getType(name, false) == repository) // no bean of a subinterface
                .toList();
        // Beans of one interface may belong to several units.
        String name = names.size() == 1
                ? names.get(0)
                : names.stream()
                        .filter(beans::containsSingleton)
                        .filter(candidate -> shows(beans.getBean(candidate), metadata))
                        .findFirst()
                        .orElse("");
        EntityManagerFactory factory = name.isEmpty() ? only(beans) : of(beans, name);
        if (factory == null) {
            throw new IllegalStateException("The persistence unit of the repository " + repository.getName()
                    + " is unknown: beans " + names + ". Declare it with @EnableJpaRepositories and"
                    + " entityManagerFactoryRef, or use one interface for each persistence unit.");
        }
        return factory;
    }

    private static boolean shows(Object repository, RepositoryMetadata metadata) {
        Object proxy = repository;
        while (proxy instanceof Advised advised) {
            for (Advisor advisor : advised.getAdvisors()) {
                DirectFieldAccessor fields = new DirectFieldAccessor(advisor.getAdvice());
                if (fields.isReadableProperty(METADATA) && fields.getPropertyValue(METADATA) == metadata) {
                    return true;
                }
            }
            proxy = Objects.requireNonNullElse(AopProxyUtils.getSingletonTarget(proxy), "");
        }
        return false;
    }

    // Not the primary one of several, which may belong to another unit.
    private static @Nullable EntityManagerFactory only(ConfigurableListableBeanFactory beans) {
        Map<String, EntityManagerFactory> all = HibernateLoads.factories(beans);
        return all.size() == 1 ? all.values().iterator().next() : null;
    }
}
