// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.planner;

import io.handlersocket.hibernate.internal.plan.Join;
import io.handlersocket.hibernate.internal.plan.JoinPlan;
import io.handlersocket.hibernate.internal.plan.Lookup;
import io.handlersocket.hibernate.internal.plan.LookupPlans;
import io.handlersocket.hibernate.internal.plan.Plan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The result of planning a select: its lookup or join, or the reason for JDBC. */
public final class PlannedStatement {

    private final String role;
    private final @Nullable Lookup lookup;
    private final @Nullable Join join;
    private final String reason;
    private final String sql;
    private final int[][] keys;
    private final List<Object> constants;
    private volatile @Nullable Rendered rendered;
    // Kept, because a statement runs many times and comparing lookups takes long.
    private volatile @Nullable Plan plan;

    private PlannedStatement(
            String role,
            @Nullable Lookup lookup,
            @Nullable Join join,
            String reason,
            String sql,
            int[][] keys,
            List<Object> constants) {
        this.role = role;
        this.lookup = lookup;
        this.join = join;
        this.reason = reason;
        this.sql = sql;
        this.keys = keys;
        this.constants = List.copyOf(constants);
    }

    /** Returns a statement that is left to JDBC for this reason. */
    public static PlannedStatement jdbc(String role, String reason) {
        return new PlannedStatement(role, null, null, reason, "", new int[0][], List.of());
    }

    /**
     * Returns a statement that is a lookup.
     *
     * @param sql the rendered text of the lookup without its LIMIT
     * @param keys for each key, the positions of its values among the statement's parameters
     * @param constants the values of the lookup's constants
     */
    static PlannedStatement lookup(String role, Lookup lookup, String sql, int[][] keys, List<Object> constants) {
        return new PlannedStatement(role, lookup, null, "", sql, keys, constants);
    }

    /** Returns a statement that is a join; see {@link #lookup}. */
    static PlannedStatement join(String role, Join join, String sql, int[][] keys, List<Object> constants) {
        return new PlannedStatement(role, null, join, "", sql, keys, constants);
    }

    /** Returns Hibernate's name of what is loaded. */
    public String role() {
        return role;
    }

    /** Returns whether the statement is a lookup or a join. */
    public boolean isLookup() {
        return lookup != null || join != null;
    }

    /** Returns the reason for JDBC; empty if the statement is a lookup or a join. */
    public String reason() {
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

    public int[][] keys() {
        return keys;
    }

    public List<Object> constants() {
        return constants;
    }

    /** Returns the plan; null if the statement is left to JDBC, or there are too many plans. */
    public @Nullable Plan plan(LookupPlans plans) {
        Plan known = plan;
        if (known == null && lookup != null) {
            known = plans.of(lookup);
            plan = known;
        } else if (known == null && join != null) {
            known = JoinPlan.of(join, plans);
            plan = known;
        }
        return known;
    }
}
