// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.actuate;

import io.handlersocket.hibernate.EntityPlan;
import io.handlersocket.hibernate.FallbackLimit;
import io.handlersocket.hibernate.LoadCount;
import io.handlersocket.spring.repository.HibernateLoads;
import io.handlersocket.spring.repository.LookupCount;
import io.handlersocket.spring.repository.LookupCounts;
import io.handlersocket.spring.repository.MethodPlan;
import io.handlersocket.spring.repository.MethodPlans;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What entities and repositories did over the client. */
public interface LoadReport {

    /** Of an application without Hibernate. */
    LoadReport NONE = new LoadReport() {};

    /** How each entity is loaded by id. */
    default List<EntityPlan> entities() {
        return List.of();
    }

    /** How each method of an annotated repository is answered. */
    default List<MethodPlan> methods() {
        return List.of();
    }

    /** The bound on JDBC as a fallback; null where there is none. */
    default @Nullable Fallback fallback() {
        return null;
    }

    /**
     * Callers that ask JDBC because HandlerSocket does not answer.
     *
     * @param active how many do now
     * @param max how many may
     * @param waiting how many wait to be let in
     * @param rejected how many waited for too long so far
     */
    record Fallback(int active, int max, int waiting, long rejected) {}

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
        private final FallbackLimit limit;
        private final LookupCounts lookups;
        private final MethodPlans methods;

        public OfHibernate(HibernateLoads loads, FallbackLimit limit, LookupCounts lookups, MethodPlans methods) {
            this.loads = loads;
            this.limit = limit;
            this.lookups = lookups;
            this.methods = methods;
        }

        @Override
        public List<MethodPlan> methods() {
            return methods.all();
        }

        @Override
        public Fallback fallback() {
            return new Fallback(limit.active(), limit.maxConcurrent(), limit.waiting(), limit.rejected());
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
