// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.planner;

import io.handlersocket.client.catalog.TableName;
import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.internal.plan.Answer;
import io.handlersocket.hibernate.internal.plan.Join;
import io.handlersocket.hibernate.internal.plan.JoinPlan;
import io.handlersocket.hibernate.internal.plan.Lookup;
import io.handlersocket.hibernate.internal.plan.LookupPlans;
import io.handlersocket.hibernate.internal.plan.Plan;
import io.handlersocket.hibernate.internal.plan.RouteCosts;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The result of planning a select: its lookup or join, or the reason for JDBC.
 *
 * @param role Hibernate's name of what is loaded
 * @param queryRole the name under which a query is counted
 * @param reason the reason for JDBC; null if the statement is a lookup or a join
 * @param sql the rendered text without its LIMIT
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
        @Nullable Lookup lookup,
        @Nullable Join join,
        @Nullable JdbcReason reason,
        String sql,
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
        private volatile @Nullable Rendered rendered;
        private volatile @Nullable Plan plan;
    }

    /** Returns a statement that is a lookup. */
    static PlannedStatement lookup(
            String role,
            Lookup lookup,
            String sql,
            int[][] keys,
            List<Object> rangeConstants,
            List<Object> constants,
            Answer answer) {
        return of(role, lookup, null, null, sql, keys, rangeConstants, constants, answer);
    }

    /** Returns a statement that is a join. The constants are in the order of the tables. */
    static PlannedStatement join(
            String role, Join join, String sql, int[][] keys, List<Object> constants, Answer answer) {
        return of(role, null, join, null, sql, keys, List.of(), constants, answer);
    }

    /** Returns a statement that is left to JDBC for this reason. */
    public static PlannedStatement jdbc(String role, JdbcReason reason) {
        return of(role, null, null, reason, "", new int[0][], List.of(), List.of(), Answer.ROWS);
    }

    private static PlannedStatement of(
            String role,
            @Nullable Lookup lookup,
            @Nullable Join join,
            @Nullable JdbcReason reason,
            String sql,
            int[][] keys,
            List<Object> rangeConstants,
            List<Object> constants,
            Answer answer) {
        String from = Stream.concat(
                        Stream.ofNullable(lookup),
                        Stream.ofNullable(join)
                                .flatMap(all -> all.tables().stream().map(Join.Table::lookup)))
                .map(PlannedStatement::quoted)
                .distinct()
                .collect(Collectors.joining(", "));
        return new PlannedStatement(
                role,
                "query on " + role,
                lookup,
                join,
                reason,
                sql,
                keys,
                List.copyOf(rangeConstants),
                List.copyOf(constants),
                constants.stream().anyMatch(Lookup.Parameter.class::isInstance),
                answer,
                from,
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

    /** Returns whether the statement is a lookup or a join. */
    public boolean isLookup() {
        return reason == null;
    }

    private record Rendered(String text, @Nullable LimitClause limit) {}

    /**
     * Returns the LIMIT of this text, which may be empty; null if the text differs from the rendered lookup in anything
     * else.
     */
    public @Nullable LimitClause limit(String text) {
        Rendered known = kept.rendered;
        if (known == null || !known.text().equals(text)) {
            known = new Rendered(text, text.startsWith(sql) ? LimitClause.of(text.substring(sql.length())) : null);
            kept.rendered = known;
        }
        return known.limit();
    }

    /** Returns whether the text of the last call of {@link #limit} has a LIMIT. */
    public boolean isLimited() {
        Rendered known = kept.rendered;
        LimitClause limit = known == null ? null : known.limit();
        return limit != null && !limit.isEmpty();
    }

    public Object rangeConstant(int position) {
        return rangeConstants.get(-1 - position);
    }

    /**
     * Returns what the statement reads.
     *
     * @throws IllegalStateException if the statement is left to JDBC
     */
    public SelectedColumns selected() {
        return lookup == null ? SelectedColumns.of(lookedUp()) : SelectedColumns.of(lookup);
    }

    /**
     * Returns the plan.
     *
     * @throws IllegalStateException if the statement is left to JDBC
     */
    public Plan plan(LookupPlans plans) {
        Plan known = kept.plan;
        if (known == null) {
            known = lookup == null ? new JoinPlan(lookedUp(), plans) : plans.of(lookup);
            kept.plan = known;
        }
        return known;
    }

    /** Returns what the statement costs in sessions that hold a connection, or in those without. */
    public RouteCosts costs(boolean isConnected) {
        return isConnected ? kept.connected : kept.unconnected;
    }

    private Join lookedUp() {
        if (join == null) {
            throw new IllegalStateException("not a lookup");
        }
        return join;
    }
}
