// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.planner;

import io.handlersocket.client.catalog.TableName;
import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.internal.plan.Answer;
import io.handlersocket.hibernate.internal.plan.Lookup;
import io.handlersocket.hibernate.internal.plan.LookupPlans;
import io.handlersocket.hibernate.internal.plan.Plan;
import io.handlersocket.hibernate.internal.plan.RouteCosts;
import io.handlersocket.hibernate.internal.plan.Shape;
import io.handlersocket.hibernate.spi.ReadColumns;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The result of planning a select: its lookup or join, or the reason for JDBC.
 *
 * @param role Hibernate's name of what is loaded
 * @param queryRole the name under which a query is counted
 * @param shape what answers the statement; null if it is left to JDBC
 * @param reason the reason for JDBC; null if the statement is a lookup or a join
 * @param sql the text that Hibernate rendered; empty if the statement is left to JDBC
 * @param limit the LIMIT of the text
 * @param keys for each key, the positions of its values among the statement's parameters; -1 is the first of the
 *     range's constants, -2 the second, and so on
 * @param rangeConstants the constants of the range
 * @param constants the values of the lookups' constants; some may be {@link Lookup.Parameter}s
 * @param answer what the statement returns of the rows
 * @param from the tables that the statement reads, as in a FROM clause; empty if the statement is left to JDBC
 * @param kept what its executions have found
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record PlannedStatement(
        String role,
        String queryRole,
        @Nullable Shape shape,
        @Nullable JdbcReason reason,
        String sql,
        LimitClause limit,
        int[][] keys,
        List<Object> rangeConstants,
        List<Object> constants,
        boolean hasParameters,
        Answer answer,
        String from,
        Kept kept) {

    /** What is kept, because a statement runs many times and comparing lookups takes long. */
    static final class Kept {

        private final RouteCosts connected = new RouteCosts(true);
        private final RouteCosts unconnected = new RouteCosts(false);
        private volatile @Nullable Plan plan;
    }

    /** Returns a statement that is a lookup or a join. The constants are in the order of the tables. */
    static PlannedStatement lookup(
            String role,
            Shape shape,
            String sql,
            LimitClause limit,
            KeyCondition condition,
            List<Object> constants,
            Answer answer) {
        return new PlannedStatement(
                role,
                "query on " + role,
                shape,
                null,
                sql,
                limit,
                condition.keys(),
                List.copyOf(condition.rangeConstants()),
                List.copyOf(constants),
                constants.stream().anyMatch(Lookup.Parameter.class::isInstance),
                answer,
                shape.lookups().stream()
                        .map(PlannedStatement::quoted)
                        .distinct()
                        .collect(Collectors.joining(", ")),
                new Kept());
    }

    public static PlannedStatement jdbc(String role, JdbcReason reason) {
        return new PlannedStatement(
                role,
                "query on " + role,
                null,
                reason,
                "",
                LimitClause.NONE,
                new int[0][],
                List.of(),
                List.of(),
                false,
                Answer.ROWS,
                "",
                new Kept());
    }

    private static String quoted(Lookup read) {
        String table = TableName.quote(read.table());
        return read.schema().isEmpty() ? table : TableName.quote(read.schema()) + '.' + table;
    }

    /** Without the constants. */
    @Override
    public String toString() {
        return role;
    }

    public boolean isLookup() {
        return reason == null;
    }

    public boolean isLimited() {
        return !limit.isEmpty();
    }

    public Object rangeConstant(int position) {
        return rangeConstants.get(-1 - position);
    }

    /** Returns what the statement reads; it must be a lookup. */
    public ReadColumns selected() {
        return Objects.requireNonNull(shape).selected();
    }

    /** Returns the plan; the statement must be a lookup. */
    public Plan plan(LookupPlans plans) {
        Plan known = kept.plan;
        if (known == null) {
            known = Objects.requireNonNull(shape).plan(plans);
            kept.plan = known;
        }
        return known;
    }

    /** Returns what the statement costs in sessions that hold a connection, or in those without. */
    public RouteCosts costs(boolean isConnected) {
        return isConnected ? kept.connected : kept.unconnected;
    }
}
