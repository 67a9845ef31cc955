// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.seam;

import io.handlersocket.hibernate.internal.plan.OpenPlan;
import io.handlersocket.hibernate.internal.plan.Page;
import io.handlersocket.hibernate.internal.planner.HibernateTypes;
import io.handlersocket.hibernate.internal.planner.PlannedStatement;
import io.handlersocket.hibernate.internal.result.RowsResultSet;
import io.handlersocket.hibernate.spi.AnsweredLoad;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import io.handlersocket.hibernate.spi.LoadObserver;
import io.handlersocket.hibernate.spi.NotAnsweredException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.sql.ast.spi.SqlSelection;
import org.hibernate.sql.exec.spi.JdbcParameterBinder;
import org.jspecify.annotations.Nullable;

/** One SELECT whose answer an observer wants to see. */
record AnsweredSelect(
        String role,
        PlannedStatement statement,
        Execution execution,
        OpenPlan open,
        List<@Nullable Object[]> keys,
        List<Object> constants,
        Page page) {

    /** Tells the statement's rows as the lookup returned them. Never throws. */
    void tell(LoadObserver observer, List<@Nullable Object[]> rows, long nanos) {
        observer.answered(role, () -> load(rows, nanos), this::bind);
    }

    private AnsweredLoad load(List<@Nullable Object[]> rows, long nanos) {
        // What is kept: keys that the application cannot change, and nothing of the session.
        List<@Nullable Object[]> ownKeys =
                keys.stream().map(AnsweredSelect::copy).toList();
        List<Object> ownConstants = constants.stream().map(AnsweredSelect::copy).toList();
        PlannedStatement own = statement;
        OpenPlan ownOpen = open;
        Page all = page;
        List<SqlSelection> selections = selections(rows);
        long local = HibernateTypes.localTimes(selections);
        return new AnsweredLoad(
                role,
                statement.selected().tables(),
                statement.selected().columns(),
                statement.selected().order(),
                execution.select().getSqlString(),
                selections.stream()
                        .filter(selection -> !selection.isVirtual())
                        .map(AnsweredSelect::value)
                        .toList(),
                execution.session().getFactory().getWrapperOptions(),
                () -> result(rows, local),
                () -> result(answer(own, ownOpen, ownKeys, ownConstants, all), local),
                nanos);
    }

    private void bind(PreparedStatement recorder) throws SQLException {
        int position = 1;
        for (JdbcParameterBinder binder : execution.select().getParameterBinders()) {
            binder.bindParameterValue(recorder, position, execution.bindings(), execution.context());
            position++;
        }
    }

    private static List<@Nullable Object[]> answer(
            PlannedStatement statement, OpenPlan open, List<@Nullable Object[]> keys, List<Object> constants, Page page)
            throws NotAnsweredException {
        try {
            return statement.answer().of(open.read(keys, constants, page));
        } catch (LeftToJdbcException e) {
            throw new NotAnsweredException(e.reason().text());
        }
    }

    private List<SqlSelection> selections(List<@Nullable Object[]> rows) {
        SharedSessionContractImplementor session = execution.session();
        return execution
                .select()
                .getJdbcValuesMappingProducer()
                .resolve(
                        new RowsAccess(session, RowsResultSet.of(rows)),
                        session.getLoadQueryInfluencers(),
                        session.getFactory())
                .getSqlSelections();
    }

    private static AnsweredLoad.Value value(SqlSelection selection) {
        return new AnsweredLoad.Value(
                selection.getJdbcValueExtractor(),
                selection.getJdbcResultSetIndex(),
                HibernateTypes.keepsLocalTime(selection.getJdbcValueExtractor()));
    }

    private static ResultSet result(List<@Nullable Object[]> rows, long local) {
        RowsResultSet result = RowsResultSet.of(rows);
        result.setLocal(local);
        return result;
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
