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

/** The result of planning a select: its lookup or join, or the reason for JDBC. */
public final class PlannedStatement {

    private final String role;
    private final String queryRole;
    private final @Nullable Lookup lookup;
    private final @Nullable Join join;
    private final @Nullable JdbcReason reason;
    private final String sql;
    private final int[][] keys;
    private final List<Object> rangeConstants;
    private final List<Object> constants;
    private final boolean hasParameters;
    private final Answer answer;
    private final String from;
    private volatile @Nullable Rendered rendered;
    // Kept, because a statement runs many times and comparing lookups takes long.
    private volatile @Nullable Plan plan;
    private final RouteCosts connected = new RouteCosts(true);
    private final RouteCosts unconnected = new RouteCosts(false);

    private PlannedStatement(
            String role,
            @Nullable Lookup lookup,
            @Nullable Join join,
            @Nullable JdbcReason reason,
            String sql,
            int[][] keys,
            List<Object> rangeConstants,
            List<Object> constants,
            Answer answer) {
        this.role = role;
        this.queryRole = "query on " + role;
        this.lookup = lookup;
        this.join = join;
        this.reason = reason;
        this.sql = sql;
        this.keys = keys;
        this.rangeConstants = List.copyOf(rangeConstants);
        this.constants = List.copyOf(constants);
        this.hasParameters = constants.stream().anyMatch(Lookup.Parameter.class::isInstance);
        this.answer = answer;
        this.from = Stream.concat(
                        Stream.ofNullable(lookup),
                        Stream.ofNullable(join)
                                .flatMap(all -> all.tables().stream().map(Join.Table::lookup)))
                .map(PlannedStatement::quoted)
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private static String quoted(Lookup read) {
        String table = TableName.quote(read.table());
        return read.schema().isEmpty() ? table : TableName.quote(read.schema()) + '.' + table;
    }

    /** Returns a statement that is left to JDBC for this reason. */
    public static PlannedStatement jdbc(String role, JdbcReason reason) {
        return new PlannedStatement(role, null, null, reason, "", new int[0][], List.of(), List.of(), Answer.ROWS);
    }

    /**
     * Returns a statement that is a lookup.
     *
     * @param sql the rendered text of the lookup without its LIMIT
     * @param keys for each key, the positions of its values among the statement's parameters; -1 is the first of the
     *     range's constants, -2 the second, and so on
     * @param rangeConstants the constants of the range
     * @param constants the values of the lookup's constants
     * @param answer what the statement returns of the rows
     */
    static PlannedStatement lookup(
            String role,
            Lookup lookup,
            String sql,
            int[][] keys,
            List<Object> rangeConstants,
            List<Object> constants,
            Answer answer) {
        return new PlannedStatement(role, lookup, null, null, sql, keys, rangeConstants, constants, answer);
    }

    /** Returns a statement that is a join; see {@link #lookup}. The constants are in the order of the tables. */
    static PlannedStatement join(
            String role, Join join, String sql, int[][] keys, List<Object> constants, Answer answer) {
        return new PlannedStatement(role, null, join, null, sql, keys, List.of(), constants, answer);
    }

    /** Returns Hibernate's name of what is loaded. */
    public String role() {
        return role;
    }

    /** Returns the name under which a query is counted. */
    public String queryRole() {
        return queryRole;
    }

    /** Returns whether the statement is a lookup or a join. */
    public boolean isLookup() {
        return reason == null;
    }

    /** Returns the reason for JDBC; null if the statement is a lookup or a join. */
    public @Nullable JdbcReason reason() {
        return reason;
    }

    private record Rendered(String text, @Nullable LimitClause limit) {}

    /**
     * Returns the LIMIT of this text, which may be empty; null if the text differs from the rendered lookup in anything
     * else.
     */
    public @Nullable LimitClause limit(String text) {
        Rendered known = rendered;
        if (known == null || !known.text().equals(text)) {
            known = new Rendered(text, text.startsWith(sql) ? LimitClause.of(text.substring(sql.length())) : null);
            rendered = known;
        }
        return known.limit();
    }

    /** Returns whether the text of the last call of {@link #limit} has a LIMIT. */
    public boolean isLimited() {
        Rendered known = rendered;
        LimitClause limit = known == null ? null : known.limit();
        return limit != null && !limit.isEmpty();
    }

    /** Returns the positions of each key's values: negative for {@link #rangeConstant}. */
    public int[][] keys() {
        return keys;
    }

    /** Returns a constant of the range by its position. */
    public Object rangeConstant(int position) {
        return rangeConstants.get(-1 - position);
    }

    /** Returns the constants; some may be {@link Lookup.Parameter}s. */
    public List<Object> constants() {
        return constants;
    }

    /** Returns whether some constants are {@link Lookup.Parameter}s. */
    public boolean hasParameters() {
        return hasParameters;
    }

    /** Returns the tables that the statement reads, as in a FROM clause; empty if the statement is left to JDBC. */
    public String from() {
        return from;
    }

    /** Returns what the statement returns of the rows. */
    public Answer answer() {
        return answer;
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
        Plan known = plan;
        if (known == null) {
            known = lookup == null ? JoinPlan.of(lookedUp(), plans) : plans.of(lookup);
            plan = known;
        }
        return known;
    }

    /** Returns what the statement costs in sessions that hold a connection, or in those without. */
    public RouteCosts costs(boolean isConnected) {
        return isConnected ? connected : unconnected;
    }

    private Join lookedUp() {
        if (join == null) {
            throw new IllegalStateException("not a lookup");
        }
        return join;
    }
}
