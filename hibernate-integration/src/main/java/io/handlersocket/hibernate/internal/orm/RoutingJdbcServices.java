// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.orm;

import org.hibernate.engine.jdbc.internal.JdbcServicesImpl;
import org.hibernate.sql.exec.spi.JdbcSelectExecutor;

/** The standard services, but for the executor of selects. */
final class RoutingJdbcServices extends JdbcServicesImpl {

    private static final long serialVersionUID = 1L;

    private final transient Integration integration;
    private final transient JdbcSelectExecutor executor;

    RoutingJdbcServices(Integration integration) {
        this.integration = integration;
        this.executor = new RoutingSelectExecutor(new LookupRouter(integration));
    }

    Integration integration() {
        return integration;
    }

    @Override
    public JdbcSelectExecutor getJdbcSelectExecutor() {
        return executor;
    }
}
