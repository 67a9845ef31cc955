// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.repository;

import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.RuntimeBeanReference;

/** Which persistence unit a repository belongs to; an application may have several. */
final class PersistenceUnits {

    private PersistenceUnits() {}

    /** The repository's own; null if that cannot be found out. */
    static @Nullable EntityManagerFactory of(ConfigurableListableBeanFactory beans, String repositoryBean) {
        if (beans.containsBeanDefinition(repositoryBean)) {
            Object reference = beans.getMergedBeanDefinition(repositoryBean)
                    .getPropertyValues()
                    .get("entityManager");
            String name = reference instanceof RuntimeBeanReference bean ? bean.getBeanName() : null;
            if (name != null) {
                return beans.getBean(name, EntityManager.class).getEntityManagerFactory();
            }
        }
        return beans.getBeanProvider(EntityManagerFactory.class).getIfUnique();
    }
}
