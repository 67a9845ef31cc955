// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.explain;

import io.handlersocket.hibernate.HandlerSocketLoads;
import io.handlersocket.hibernate.HandlerSocketSettings;
import io.handlersocket.hibernate.internal.planner.JdbcOnlyTables.EntityChoice;
import io.handlersocket.hibernate.internal.seam.Integration;
import io.handlersocket.hibernate.internal.seam.RoutingJdbcServices;
import java.util.Map;
import org.hibernate.SessionFactory;
import org.hibernate.engine.spi.SessionFactoryImplementor;

/** Returns the view of a session factory, which is created once. */
public final class LoadsProvider implements HandlerSocketLoads.Provider {

    static final Integration WITHOUT_CLIENT = Integration.of(Map.of(HandlerSocketSettings.ENTITIES, EntityChoice.NONE));

    @Override
    public HandlerSocketLoads of(SessionFactory sessionFactory) {
        SessionFactoryImplementor factory = sessionFactory.unwrap(SessionFactoryImplementor.class);
        return factory.getJdbcServices() instanceof RoutingJdbcServices services
                ? services.integration().loads(factory, FactoryLoads::new)
                : new FactoryLoads(WITHOUT_CLIENT, factory);
    }
}
