// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.schema;

import io.handlersocket.client.catalog.TableName;
import io.handlersocket.hibernate.internal.connection.Pool;
import io.handlersocket.hibernate.internal.seam.Integration;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import org.hibernate.SessionFactory;
import org.hibernate.SessionFactoryObserver;
import org.hibernate.boot.Metadata;
import org.hibernate.boot.spi.BootstrapContext;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.integrator.spi.Integrator;
import org.hibernate.mapping.Table;

/** The session factories of this JVM that are open, so that a test can name an entity and no factory. */
public final class OpenFactories implements Integrator {

    private static final Set<SessionFactory> OPEN =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    /** Those that map this entity. */
    public static List<SessionFactory> mapping(Class<?> entity) {
        synchronized (OPEN) {
            return OPEN.stream()
                    .filter(factory -> factory.getMetamodel().getEntities().stream()
                            .anyMatch(type -> type.getJavaType() == entity))
                    .toList();
        }
    }

    @Override
    public void integrate(
            Metadata metadata, BootstrapContext bootstrapContext, SessionFactoryImplementor sessionFactory) {
        sessionFactory.addObserver(new Observer());
        Integration integration = sessionFactory.getServiceRegistry().getService(Integration.class);
        if (integration != null) {
            metadata.collectTableMappings().stream()
                    .filter(Table::isPhysicalTable)
                    .forEach(table -> maps(integration.pool(), table));
        }
    }

    private static void maps(Pool pool, Table table) {
        String name = table.getName();
        String quoted = TableName.quote(name);
        if (table.getCatalog() == null) {
            pool.maps(name, quoted);
        } else {
            pool.maps(table.getCatalog() + '.' + name, TableName.quote(table.getCatalog()) + '.' + quoted);
        }
    }

    private static final class Observer implements SessionFactoryObserver {

        private static final long serialVersionUID = 1L;

        @Override
        public void sessionFactoryCreated(SessionFactory factory) {
            OPEN.add(factory);
        }

        @Override
        public void sessionFactoryClosing(SessionFactory factory) {
            OPEN.remove(factory);
        }
    }
}
