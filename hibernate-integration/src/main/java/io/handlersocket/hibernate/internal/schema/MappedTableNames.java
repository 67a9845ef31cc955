// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.schema;

import io.handlersocket.client.catalog.TableName;
import io.handlersocket.hibernate.internal.connection.HibernateConnections;
import io.handlersocket.hibernate.internal.seam.RoutingJdbcServices;
import org.hibernate.boot.Metadata;
import org.hibernate.boot.spi.BootstrapContext;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.integrator.spi.Integrator;
import org.hibernate.mapping.Table;

/** Passes the mapped tables to the connections, which look for temporary tables of the same name. */
public final class MappedTableNames implements Integrator {

    @Override
    public void integrate(
            Metadata metadata, BootstrapContext bootstrapContext, SessionFactoryImplementor sessionFactory) {
        if (sessionFactory.getJdbcServices() instanceof RoutingJdbcServices services) {
            metadata.collectTableMappings().stream()
                    .filter(Table::isPhysicalTable)
                    .forEach(table -> maps(services.integration().connections(), table));
        }
    }

    private static void maps(HibernateConnections connections, Table table) {
        String name = table.getName();
        String quoted = TableName.quote(name);
        if (table.getCatalog() == null) {
            connections.maps(name, quoted);
        } else {
            connections.maps(table.getCatalog() + '.' + name, TableName.quote(table.getCatalog()) + '.' + quoted);
        }
    }
}
