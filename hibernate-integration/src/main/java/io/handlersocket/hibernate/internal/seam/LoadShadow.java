// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.seam;

import io.handlersocket.hibernate.internal.plan.OpenPlan;
import io.handlersocket.hibernate.internal.plan.Page;
import io.handlersocket.hibernate.internal.planner.PlannedStatement;
import io.handlersocket.hibernate.internal.result.RowsResultSet;
import io.handlersocket.hibernate.internal.shadow.BoundParameters;
import io.handlersocket.hibernate.internal.shadow.LoadRead;
import io.handlersocket.hibernate.internal.shadow.ShadowMode;
import java.util.List;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.sql.ast.spi.SqlSelection;
import org.hibernate.sql.exec.spi.ExecutionContext;
import org.hibernate.sql.exec.spi.JdbcParameterBindings;
import org.hibernate.sql.exec.spi.JdbcSelect;
import org.jspecify.annotations.Nullable;

/** One load that shadow mode checks. Created before the lookup, because it measures the lookup. */
final class LoadShadow {

    private final ShadowMode mode;
    private final String role;
    private final long start = System.nanoTime();

    LoadShadow(ShadowMode mode, String role) {
        this.mode = mode;
        this.role = role;
    }

    /** Reads the rows of a statement again, with keys that the application cannot change. */
    private record Again(
            OpenPlan open,
            List<@Nullable Object[]> keys,
            List<Object> constants,
            Page page,
            PlannedStatement statement) {

        List<@Nullable Object[]> read() {
            return statement.answer().of(open.read(keys, constants, page));
        }
    }

    /**
     * Hands the load over. Never throws.
     *
     * @param rows the statement's rows as the lookup returned them
     */
    void answered(
            PlannedStatement statement,
            JdbcSelect select,
            JdbcParameterBindings bindings,
            ExecutionContext context,
            OpenPlan open,
            List<@Nullable Object[]> keys,
            List<Object> constants,
            Page page,
            List<@Nullable Object[]> rows) {
        long nanos = System.nanoTime() - start;
        mode.check(role, () -> {
            Again again = new Again(
                    open,
                    keys.stream().map(LoadShadow::copy).toList(),
                    constants.stream().map(LoadShadow::copy).toList(),
                    page,
                    statement);
            List<SqlSelection> selections = selections(select, context, rows);
            return new LoadRead(
                    role,
                    statement.selected(),
                    select.getSqlString(),
                    BoundParameters.of(select.getParameterBinders(), bindings, context),
                    selections.stream()
                            .filter(selection -> !selection.isVirtual())
                            .toList(),
                    LocalReads.of(selections),
                    context.getSession().getFactory().getWrapperOptions(),
                    rows,
                    again::read,
                    nanos);
        });
    }

    private static List<SqlSelection> selections(
            JdbcSelect select, ExecutionContext context, List<@Nullable Object[]> rows) {
        SharedSessionContractImplementor session = context.getSession();
        SessionFactoryImplementor factory = session.getFactory();
        return select.getJdbcValuesMappingProducer()
                .resolve(new RowsAccess(session, new RowsResultSet(rows)), session.getLoadQueryInfluencers(), factory)
                .getSqlSelections();
    }

    private static @Nullable Object[] copy(@Nullable Object[] key) {
        @Nullable Object[] copy = key.clone();
        for (int i = 0; i < copy.length; i++) {
            copy[i] = copy[i] instanceof byte[] bytes ? bytes.clone() : copy[i];
        }
        return copy;
    }

    private static Object copy(Object constant) {
        return constant instanceof byte[] bytes ? bytes.clone() : constant;
    }
}
