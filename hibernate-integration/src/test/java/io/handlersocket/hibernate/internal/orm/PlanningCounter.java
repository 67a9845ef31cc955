// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.orm;

import java.util.concurrent.atomic.AtomicLong;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.query.results.ResultSetMapping;
import org.hibernate.service.spi.ServiceContributor;
import org.hibernate.sql.ast.tree.select.SelectStatement;
import org.hibernate.sql.results.jdbc.internal.JdbcValuesMappingProducerProviderStandard;
import org.hibernate.sql.results.jdbc.spi.JdbcValuesMappingProducer;
import org.hibernate.sql.results.jdbc.spi.JdbcValuesMappingProducerProvider;

/** Counts how often statements are looked at, where a test's settings give a counter. */
public final class PlanningCounter implements ServiceContributor {

    static final String SETTING = "test.count-planning";

    @Override
    public void contribute(StandardServiceRegistryBuilder builder) {
        if (builder.getSettings().get(SETTING) instanceof AtomicLong counter) {
            builder.addService(JdbcValuesMappingProducerProvider.class, new Counting(counter));
        }
    }

    private record Counting(AtomicLong counter) implements JdbcValuesMappingProducerProvider {

        @Override
        public JdbcValuesMappingProducer buildMappingProducer(
                SelectStatement statement, SessionFactoryImplementor sessionFactory) {
            counter.incrementAndGet();
            return new PlanningProvider(new JdbcValuesMappingProducerProviderStandard())
                    .buildMappingProducer(statement, sessionFactory);
        }

        @Override
        public ResultSetMapping buildResultSetMapping(
                String name, boolean isDynamic, SessionFactoryImplementor sessionFactory) {
            return new JdbcValuesMappingProducerProviderStandard()
                    .buildResultSetMapping(name, isDynamic, sessionFactory);
        }
    }
}
