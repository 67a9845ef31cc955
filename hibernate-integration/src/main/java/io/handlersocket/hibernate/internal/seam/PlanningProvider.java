// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.seam;

import io.handlersocket.hibernate.internal.planner.StatementCache;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.query.results.ResultSetMapping;
import org.hibernate.sql.ast.tree.select.SelectStatement;
import org.hibernate.sql.results.jdbc.spi.JdbcValuesMappingProducer;
import org.hibernate.sql.results.jdbc.spi.JdbcValuesMappingProducerProvider;

/** Keeps the AST of every select in its mapping producer, for the planner. */
public record PlanningProvider(JdbcValuesMappingProducerProvider standard, StatementCache cache)
        implements JdbcValuesMappingProducerProvider {

    @Override
    public JdbcValuesMappingProducer buildMappingProducer(
            SelectStatement statement, SessionFactoryImplementor sessionFactory) {
        return new PlannedMapping(standard.buildMappingProducer(statement, sessionFactory), statement, cache);
    }

    @Override
    public ResultSetMapping buildResultSetMapping(
            String name, boolean isDynamic, SessionFactoryImplementor sessionFactory) {
        return standard.buildResultSetMapping(name, isDynamic, sessionFactory);
    }
}
