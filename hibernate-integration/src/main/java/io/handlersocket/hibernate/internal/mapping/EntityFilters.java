// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.mapping;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.hibernate.Filter;
import org.hibernate.engine.spi.LoadQueryInfluencers;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.metamodel.mapping.EntityMappingType;
import org.hibernate.metamodel.mapping.ManagedMappingType;

/**
 * Which entities the filters of a session factory may hide rows of. A session reads any other entity alike, whatever
 * filters it enables.
 */
final class EntityFilters {

    private final SessionFactoryImplementor factory;
    private final All all;

    EntityFilters(SessionFactoryImplementor factory) {
        this.factory = factory;
        this.all = new All(factory);
    }

    boolean hideRows(EntityMappingType entity) {
        if (!all.hasEnabledFilters()) {
            return false;
        }
        // Hibernate also looks at entities that it fetches together with this one, unless it has seen them.
        Set<ManagedMappingType> others = new HashSet<>();
        factory.getMappingMetamodel().forEachEntityDescriptor(others::add);
        others.remove(entity);
        return entity.isAffectedByEnabledFilters(others, all, false);
    }

    /** Enables all filters, without values for their parameters. */
    private static final class All extends LoadQueryInfluencers {

        private static final long serialVersionUID = 1L;

        @SuppressWarnings("serial") // never written
        private final Map<String, Filter> filters = new HashMap<>();

        All(SessionFactoryImplementor factory) {
            super(factory);
            factory.getDefinedFilterNames().forEach(name -> filters.put(name, enableFilter(name)));
        }

        @Override
        public Map<String, Filter> getEnabledFilters() {
            return filters;
        }
    }
}
