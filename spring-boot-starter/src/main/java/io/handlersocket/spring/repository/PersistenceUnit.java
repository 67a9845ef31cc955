// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.repository;

import io.handlersocket.hibernate.HandlerSocketLoads;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.orm.jpa.EntityManagerFactoryInfo;
import org.springframework.orm.jpa.EntityManagerHolder;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** The persistence unit of a repository, as seen from the calling thread. */
final class PersistenceUnit {

    private final EntityManagerFactory factory;
    private volatile @Nullable HandlerSocketLoads loads;

    PersistenceUnit(EntityManagerFactory factory) {
        this.factory = factory;
    }

    /** Whether a load by id, sent now, would go over HandlerSocket. */
    boolean ready(Class<?> entity) {
        HandlerSocketLoads known = loads;
        if (known == null) {
            known = HibernateLoads.of(factory);
            loads = known;
        }
        return known.ready(entity);
    }

    /** Whether JPQL could see fewer rows than a load by id does. */
    boolean hasFilters() {
        return !factory.unwrap(SessionFactory.class).getDefinedFilterNames().isEmpty();
    }

    /** The session bound to this thread by a transaction or a web request; null if there is none. */
    @Nullable
    Session bound() {
        EntityManagerHolder holder = (EntityManagerHolder) TransactionSynchronizationManager.getResource(factory);
        return holder == null ? null : holder.getEntityManager().unwrap(Session.class);
    }

    /** A session for one load, made as Spring makes one for a transaction. */
    Session open() {
        EntityManager entityManager = factory instanceof EntityManagerFactoryInfo info
                ? info.createNativeEntityManager(null)
                : factory.createEntityManager();
        return entityManager.unwrap(Session.class);
    }
}
