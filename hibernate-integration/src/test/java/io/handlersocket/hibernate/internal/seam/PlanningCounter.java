// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.seam;

import io.handlersocket.hibernate.internal.planner.JdbcOnlyTables.EntityChoice;
import io.handlersocket.hibernate.internal.planner.PlannedStatement;
import io.handlersocket.hibernate.internal.planner.StatementCache;
import java.util.concurrent.atomic.AtomicLong;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.service.spi.ServiceContributor;
import org.hibernate.sql.ast.tree.select.SelectStatement;
import org.hibernate.sql.results.jdbc.internal.JdbcValuesMappingProducerProviderStandard;
import org.hibernate.sql.results.jdbc.spi.JdbcValuesMappingProducerProvider;

/** Counts how often statements are planned, where a test's settings give a counter. */
public final class PlanningCounter implements ServiceContributor {

    static final String SETTING = "test.count-planning";

    @Override
    public void contribute(StandardServiceRegistryBuilder builder) {
        if (builder.getSettings().get(SETTING) instanceof AtomicLong counter) {
            builder.addService(
                    JdbcValuesMappingProducerProvider.class,
                    new PlannedMapping.PlanningProvider(
                            new JdbcValuesMappingProducerProviderStandard(), new Counting(counter)));
        }
    }

    private static final class Counting extends StatementCache {

        private final AtomicLong counter;

        Counting(AtomicLong counter) {
            super(EntityChoice.ALL);
            this.counter = counter;
        }

        @Override
        protected PlannedStatement planNew(SelectStatement ast, String sql, SessionFactoryImplementor sessionFactory) {
            counter.incrementAndGet();
            return super.planNew(ast, sql, sessionFactory);
        }
    }
}
