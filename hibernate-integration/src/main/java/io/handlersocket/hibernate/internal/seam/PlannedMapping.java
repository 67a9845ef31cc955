// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.seam;

import io.handlersocket.hibernate.internal.planner.PlannedStatement;
import io.handlersocket.hibernate.internal.planner.StatementCache;
import java.util.Objects;
import java.util.Set;
import org.hibernate.engine.spi.LoadQueryInfluencers;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.query.results.ResultSetMapping;
import org.hibernate.sql.ast.tree.select.SelectStatement;
import org.hibernate.sql.results.jdbc.spi.JdbcValuesMapping;
import org.hibernate.sql.results.jdbc.spi.JdbcValuesMappingProducer;
import org.hibernate.sql.results.jdbc.spi.JdbcValuesMappingProducerProvider;
import org.hibernate.sql.results.jdbc.spi.JdbcValuesMetadata;
import org.jspecify.annotations.Nullable;

/**
 * The standard mapping producer. It also holds the AST of its statement until the first execution, and the plan from
 * then on.
 */
public final class PlannedMapping implements JdbcValuesMappingProducer {

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

    private final JdbcValuesMappingProducer standard;
    private final StatementCache cache;
    private volatile @Nullable SelectStatement ast;
    private volatile @Nullable PlannedStatement statement;

    PlannedMapping(JdbcValuesMappingProducer standard, SelectStatement ast, StatementCache cache) {
        this.standard = standard;
        this.ast = ast;
        this.cache = cache;
    }

    /**
     * Returns the plan of the statement; plans it at the first call.
     *
     * @param sql the rendered statement
     */
    public PlannedStatement statement(String sql, SessionFactoryImplementor sessionFactory) {
        SelectStatement tree = ast;
        PlannedStatement known = statement; // read last: another thread sets it before it clears the AST
        if (known == null) {
            known = cache.plan(Objects.requireNonNull(tree), sql, sessionFactory);
            statement = known;
            ast = null; // Hibernate caches statements, and an AST is large
        }
        return known;
    }

    @Override
    public JdbcValuesMapping resolve(
            JdbcValuesMetadata metadata, LoadQueryInfluencers influencers, SessionFactoryImplementor sessionFactory) {
        return standard.resolve(metadata, influencers, sessionFactory);
    }

    @Override
    public void addAffectedTableNames(Set<String> names, SessionFactoryImplementor sessionFactory) {
        standard.addAffectedTableNames(names, sessionFactory);
    }
}
