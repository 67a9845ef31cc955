// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.seam;

import io.handlersocket.hibernate.internal.plan.Lookup;
import io.handlersocket.hibernate.internal.plan.OpenPlan;
import io.handlersocket.hibernate.internal.plan.Page;
import io.handlersocket.hibernate.internal.planner.LimitClause;
import io.handlersocket.hibernate.internal.planner.PlannedStatement;
import io.handlersocket.hibernate.internal.result.KeyRecorder;
import io.handlersocket.hibernate.internal.result.RowsResultSet;
import io.handlersocket.hibernate.spi.AnsweredLoad;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.sql.exec.spi.ExecutionContext;
import org.hibernate.sql.exec.spi.JdbcParameterBindings;
import org.hibernate.sql.exec.spi.JdbcSelect;
import org.hibernate.sql.exec.spi.JdbcSelectExecutor.StatementCreator;
import org.hibernate.sql.results.jdbc.internal.DeferredResultSetAccess;
import org.jspecify.annotations.Nullable;

/** One execution of a select, and the values that Hibernate binds to its parameters. For use by one thread. */
record Execution(JdbcSelect select, JdbcParameterBindings bindings, ExecutionContext context) {

    SharedSessionContractImplementor session() {
        return context.getSession();
    }

    /** Returns Hibernate's own text for JDBC, with the comment of {@code hibernate.use_sql_comments}. */
    String shown(StatementCreator standard) {
        return new DeferredResultSetAccess(select, bindings, context, standard, -1).getFinalSql();
    }

    List<@Nullable Object[]> keys(PlannedStatement statement) {
        int[][] positions = statement.keys();
        KeyRecorder recorder = new KeyRecorder();
        List<@Nullable Object[]> keys = new ArrayList<>(positions.length);
        @Nullable Object[] key = new Object[positions[0].length];
        for (int[] parts : positions) {
            boolean matches = true;
            for (int i = 0; i < key.length; i++) {
                key[i] = parts[i] < 0 ? statement.rangeConstant(parts[i]) : value(parts[i], recorder);
                matches &= key[i] != null;
            }
            // Hibernate fills a batch that is not full with NULL, which no row equals.
            if (matches || keys.isEmpty()) {
                keys.add(key);
                key = new Object[parts.length];
            }
        }
        return keys;
    }

    List<Object> constants(PlannedStatement statement) {
        if (!statement.hasParameters()) {
            return statement.constants();
        }
        KeyRecorder recorder = new KeyRecorder();
        List<Object> constants = new ArrayList<>(statement.constants());
        constants.replaceAll(constant -> {
            if (!(constant instanceof Lookup.Parameter parameter)) {
                return constant;
            }
            Object value = value(parameter.position(), recorder);
            if (value == null) {
                throw LeftToJdbcException.value("a filter, or a condition on a joined table, compares with NULL");
            }
            return value;
        });
        return constants;
    }

    Page page(LimitClause limit) {
        if (limit.isEmpty()) {
            return Page.ALL;
        }
        KeyRecorder recorder = new KeyRecorder();
        return limit.page(select.getParameterBinders().size(), position -> value(position, recorder));
    }

    /**
     * Returns what an observer gets to see of this execution.
     *
     * @param rows what the application gets
     */
    AnsweredLoad answered(
            String role,
            PlannedStatement statement,
            OpenPlan open,
            List<@Nullable Object[]> keys,
            List<Object> constants,
            List<@Nullable Object[]> rows,
            long nanos) {
        // Keys that the application cannot change.
        List<@Nullable Object[]> ownKeys = new ArrayList<>(keys);
        ownKeys.replaceAll(Execution::copy);
        List<Object> ownConstants = new ArrayList<>(constants);
        ownConstants.replaceAll(constant -> constant instanceof byte[] bytes ? bytes.clone() : constant);
        return new AnsweredLoad(
                role,
                statement.selected(),
                select,
                bindings,
                context,
                select.getJdbcValuesMappingProducer()
                        .resolve(
                                new RoutingSelectExecutor.RowsAccess(session(), RowsResultSet.of(rows)),
                                session().getLoadQueryInfluencers(),
                                session().getFactory())
                        .getSqlSelections(),
                () -> RowsResultSet.of(rows),
                () -> RowsResultSet.of(statement.answer().of(open.read(ownKeys, ownConstants, Page.ALL))),
                nanos);
    }

    private static @Nullable Object[] copy(@Nullable Object[] key) {
        @Nullable Object[] copy = key.clone();
        for (int i = 0; i < copy.length; i++) {
            copy[i] = copy[i] instanceof byte[] bytes ? bytes.clone() : copy[i];
        }
        return copy;
    }

    private @Nullable Object value(int position, KeyRecorder recorder) {
        try {
            select.getParameterBinders().get(position).bindParameterValue(recorder.statement(), 1, bindings, context);
            return recorder.take();
        } catch (SQLException e) {
            throw LeftToJdbcException.value("the key is of a type or date that only the driver can send");
        }
    }
}
