// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.seam;

import io.handlersocket.hibernate.internal.plan.OpenPlan;
import io.handlersocket.hibernate.internal.plan.Page;
import io.handlersocket.hibernate.internal.planner.PlannedStatement;
import io.handlersocket.hibernate.internal.result.RowsResultSet;
import io.handlersocket.hibernate.spi.AnsweredLoad;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.jspecify.annotations.Nullable;

/** What an observer gets to see of one SELECT. */
final class AnsweredSelect {

    private AnsweredSelect() {}

    /** @param rows what the application gets */
    static AnsweredLoad of(
            String role,
            PlannedStatement statement,
            Execution execution,
            OpenPlan open,
            List<@Nullable Object[]> keys,
            List<Object> constants,
            List<@Nullable Object[]> rows,
            long nanos) {
        // Keys that the application cannot change.
        List<@Nullable Object[]> ownKeys = new ArrayList<>(keys);
        ownKeys.replaceAll(AnsweredSelect::copy);
        List<Object> ownConstants = new ArrayList<>(constants);
        ownConstants.replaceAll(constant -> constant instanceof byte[] bytes ? bytes.clone() : constant);
        SharedSessionContractImplementor session = execution.session();
        return new AnsweredLoad(
                role,
                statement.selected(),
                execution.select(),
                execution.bindings(),
                execution.context(),
                execution
                        .select()
                        .getJdbcValuesMappingProducer()
                        .resolve(
                                new RoutingSelectExecutor.RowsAccess(session, RowsResultSet.of(rows)),
                                session.getLoadQueryInfluencers(),
                                session.getFactory())
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
}
