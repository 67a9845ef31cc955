// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.actuate;

import io.handlersocket.hibernate.EntityPlan;
import io.handlersocket.hibernate.LoadCount;
import io.handlersocket.spring.repository.HibernateLoads;
import io.handlersocket.spring.repository.LookupCount;
import io.handlersocket.spring.repository.LookupCounts;
import java.util.List;

/** What entities and repositories did over the client. */
public interface LoadReport {

    /** Of an application without Hibernate. */
    LoadReport NONE = new LoadReport() {};

    /** How each entity is loaded by id. */
    default List<EntityPlan> entities() {
        return List.of();
    }

    /** Calls of annotated repositories. */
    default List<LookupCount> lookups() {
        return List.of();
    }

    /** Loads by Hibernate. */
    default List<LoadCount> loads() {
        return List.of();
    }

    /** Of an application with Hibernate. */
    final class OfHibernate implements LoadReport {

        private final HibernateLoads loads;
        private final LookupCounts lookups;

        public OfHibernate(HibernateLoads loads, LookupCounts lookups) {
            this.loads = loads;
            this.lookups = lookups;
        }

        @Override
        public List<EntityPlan> entities() {
            return loads.entities();
        }

        @Override
        public List<LookupCount> lookups() {
            return lookups.all();
        }

        @Override
        public List<LoadCount> loads() {
            return loads.counts();
        }
    }
}
