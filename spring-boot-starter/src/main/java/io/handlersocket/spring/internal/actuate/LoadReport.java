// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.actuate;

import io.handlersocket.hibernate.EntityPlan;
import io.handlersocket.hibernate.FallbackLimit;
import io.handlersocket.hibernate.LoadCount;
import io.handlersocket.spring.internal.repository.report.LookupCount;
import io.handlersocket.spring.internal.repository.report.LookupCounts;
import io.handlersocket.spring.internal.repository.report.MethodPlan;
import io.handlersocket.spring.internal.repository.report.MethodPlans;
import io.handlersocket.spring.internal.repository.unit.HibernateLoads;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reports how entities and repositories are read. */
public interface LoadReport {

    /** The report of an application without Hibernate. */
    LoadReport NONE = new LoadReport() {};

    /** Returns how each entity is loaded by id now. */
    default List<EntityPlan> entities() {
        return List.of();
    }

    /** Returns how each method of an annotated repository is answered now. */
    default List<MethodPlan> methods() {
        return List.of();
    }

    /** Returns the callers that use JDBC as a fallback; null without Hibernate. */
    default @Nullable Fallback fallback() {
        return null;
    }

    /**
     * Callers that use JDBC because HandlerSocket does not answer.
     *
     * @param active number of callers that use JDBC now
     * @param max maximum number of callers that may
     * @param waiting number of callers that wait
     * @param rejected number of callers since startup that waited too long
     */
    record Fallback(int active, int max, int waiting, long rejected) {}

    /** Returns the calls of annotated repositories. */
    default List<LookupCount> lookups() {
        return List.of();
    }

    /** Returns the loads by Hibernate. */
    default List<LoadCount> loads() {
        return List.of();
    }

    /** The report of an application with Hibernate. */
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
