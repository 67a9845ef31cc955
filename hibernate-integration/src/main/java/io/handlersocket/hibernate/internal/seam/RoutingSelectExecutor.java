// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.seam;

import io.handlersocket.hibernate.FallbackLimit;
import io.handlersocket.hibernate.internal.planner.HibernateTypes;
import io.handlersocket.hibernate.internal.result.RowsResultSet;
import java.sql.ResultSet;
import java.util.concurrent.TimeUnit;
import org.hibernate.engine.spi.PersistenceContext;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.sql.exec.internal.JdbcSelectExecutorStandardImpl;
import org.hibernate.sql.exec.spi.ExecutionContext;
import org.hibernate.sql.exec.spi.JdbcParameterBindings;
import org.hibernate.sql.exec.spi.JdbcSelect;
import org.hibernate.sql.results.internal.ResultsHelper;
import org.hibernate.sql.results.internal.RowProcessingStateStandardImpl;
import org.hibernate.sql.results.jdbc.internal.AbstractResultSetAccess;
import org.hibernate.sql.results.jdbc.internal.JdbcValuesResultSetImpl;
import org.hibernate.sql.results.jdbc.internal.JdbcValuesSourceProcessingStateStandardImpl;
import org.hibernate.sql.results.jdbc.spi.JdbcValues;
import org.hibernate.sql.results.jdbc.spi.JdbcValuesMapping;
import org.hibernate.sql.results.jdbc.spi.JdbcValuesSourceProcessingOptions;
import org.hibernate.sql.results.spi.ResultsConsumer;
import org.hibernate.sql.results.spi.RowReader;
import org.hibernate.sql.results.spi.RowTransformer;
import org.hibernate.stat.spi.StatisticsImplementor;
import org.jspecify.annotations.Nullable;

/**
 * The executor that every loader and query calls. If the router answers, its rows go through the same readers,
 * initializers and persistence context as a JDBC result, without a connection. Otherwise the standard executor runs.
 */
final class RoutingSelectExecutor extends JdbcSelectExecutorStandardImpl {

    private final LookupRouter router;

    RoutingSelectExecutor(LookupRouter router) {
        this.router = router;
    }

    @Override
    public <T, R> T executeQuery(
            JdbcSelect select,
            JdbcParameterBindings bindings,
            ExecutionContext context,
            @Nullable RowTransformer<R> transformer,
            @Nullable Class<R> resultType,
            int resultCountEstimate,
            StatementCreator statementCreator,
            ResultsConsumer<T, R> consumer) {
        if (!(select.getJdbcValuesMappingProducer() instanceof PlannedMapping mapping)) {
            return super.executeQuery(
                    select,
                    bindings,
                    context,
                    transformer,
                    resultType,
                    resultCountEstimate,
                    statementCreator,
                    consumer);
        }
        long start = System.nanoTime(); // Hibernate's time of a query includes the statement
        RoutedLoad load = new RoutedLoad(
                router,
                mapping.statement(select.getSqlString(), context.getSession().getFactory()),
                new Execution(select, bindings, context),
                statementCreator);
        RowsResultSet result = load.answer();
        if (result != null) {
            T answer = consume(result, start, select, context, transformer, resultType, consumer);
            load.ended(start);
            return answer;
        }
        try (FallbackLimit.Permit permit = load.permit()) {
            T answer = super.executeQuery(
                    select,
                    bindings,
                    context,
                    transformer,
                    resultType,
                    resultCountEstimate,
                    load.statementCreator(),
                    consumer);
            load.ended(start);
            return answer;
        }
    }

    @SuppressWarnings("NullAway") // Hibernate does not annotate null: no query key, cached metadata or collector here
    private <T, R> T consume(
            RowsResultSet result,
            long start,
            JdbcSelect select,
            ExecutionContext context,
            @Nullable RowTransformer<R> transformer,
            @Nullable Class<R> resultType,
            ResultsConsumer<T, R> consumer) {
        SharedSessionContractImplementor session = context.getSession();
        PersistenceContext entities = session.getPersistenceContext();
        boolean before = entities.isDefaultReadOnly();
        Boolean readOnly = context.getQueryOptions().isReadOnly();
        if (readOnly != null) {
            entities.setDefaultReadOnly(readOnly);
        }
        try {
            RowsAccess access = new RowsAccess(session, result);
            String queryIdentifier = context.getQueryIdentifier(select.getSqlString());
            JdbcValuesMapping mapping = select.getJdbcValuesMappingProducer()
                    .resolve(access, session.getLoadQueryInfluencers(), session.getFactory());
            result.setLocal(HibernateTypes.localTimes(mapping.getSqlSelections()));
            JdbcValues values = new JdbcValuesResultSetImpl(
                    access, null, queryIdentifier, context.getQueryOptions(), false, mapping, null, context);
            JdbcValuesSourceProcessingOptions options = new LoadOptions(context);
            JdbcValuesSourceProcessingStateStandardImpl state =
                    new JdbcValuesSourceProcessingStateStandardImpl(null, options, context);
            RowReader<R> reader = ResultsHelper.createRowReader(
                    session.getFactory(),
                    transformer == null ? getRowTransformer(context, values) : transformer,
                    resultType,
                    values);
            T answer = consumer.consume(
                    values,
                    session,
                    options,
                    state,
                    new RowProcessingStateStandardImpl(state, context, reader, values),
                    reader);
            StatisticsImplementor statistics = session.getFactory().getStatistics();
            if (context.hasQueryExecutionToBeAddedToStatistics() && statistics.isStatisticsEnabled()) {
                statistics.queryExecuted(
                        queryIdentifier,
                        getResultSize(answer),
                        TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
            }
            return answer;
        } finally {
            if (readOnly != null) {
                entities.setDefaultReadOnly(before);
            }
        }
    }

    /** Passes on the entity that a refresh or a lazy proxy loads into. */
    private record LoadOptions(ExecutionContext context) implements JdbcValuesSourceProcessingOptions {

        @Override
        public Object getEffectiveOptionalObject() {
            return context.getEntityInstance();
        }

        @Override
        public @Nullable String getEffectiveOptionalEntityName() {
            return null;
        }

        @Override
        public Object getEffectiveOptionalId() {
            return context.getEntityId();
        }

        @Override
        public boolean shouldReturnProxies() {
            return true;
        }
    }

    /** Presents the rows to Hibernate as a result set without a statement. */
    static final class RowsAccess extends AbstractResultSetAccess {

        private final SharedSessionContractImplementor session;
        private final RowsResultSet resultSet;

        RowsAccess(SharedSessionContractImplementor session, RowsResultSet resultSet) {
            super(session);
            this.session = session;
            this.resultSet = resultSet;
        }

        @Override
        protected SessionFactoryImplementor getFactory() {
            return session.getFactory();
        }

        @Override
        public ResultSet getResultSet() {
            return resultSet;
        }

        @Override
        public void release() {
            resultSet.close();
        }

        @Override
        public int getResultCountEstimate() {
            return resultSet.size();
        }
    }
}
