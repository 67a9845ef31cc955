// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.seam;

import org.hibernate.engine.jdbc.internal.JdbcServicesImpl;
import org.hibernate.sql.exec.spi.JdbcSelectExecutor;

/** The standard services, with an executor of selects that may use HandlerSocket. */
public final class RoutingJdbcServices extends JdbcServicesImpl {

    private static final long serialVersionUID = 1L;

    private final transient Integration integration;
    private final transient JdbcSelectExecutor executor;

    public RoutingJdbcServices(Integration integration) {
        this.integration = integration;
        this.executor = new RoutingSelectExecutor(new LookupRouter(integration));
    }

    public Integration integration() {
        return integration;
    }

    @Override
    public JdbcSelectExecutor getJdbcSelectExecutor() {
        return executor;
    }
}
