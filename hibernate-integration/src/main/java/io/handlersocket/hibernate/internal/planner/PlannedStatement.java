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

/** The result of planning a select: its lookups, or the reason for JDBC. */
public final class PlannedStatement {

    private final String role;
    private final @Nullable Lookup lookup;
    private final @Nullable Join join;
    private final String reason;
    private final String sql;
    private final int[][] keys;
    private final List<Object> constants;
    private volatile @Nullable Rendered rendered;
    // Found once: statements are executed again and again, and a lookup is long to compare.
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

    /** One that is no lookup, and why. */
    public static PlannedStatement jdbc(String role, String reason) {
        return new PlannedStatement(role, null, null, reason, "", new int[0][], List.of());
    }

    /**
     * One that is a lookup.
     *
     * @param sql the text that the lookup, without its LIMIT, is rendered to
     * @param keys for each key, the positions of its values among the statement's parameters
     * @param constants the values of the lookup's constants
     */
    static PlannedStatement lookup(String role, Lookup lookup, String sql, int[][] keys, List<Object> constants) {
        return new PlannedStatement(role, lookup, null, "", sql, keys, constants);
    }

    /** One that is several lookups; see {@link #lookup}. */
    static PlannedStatement join(String role, Join join, String sql, int[][] keys, List<Object> constants) {
        return new PlannedStatement(role, null, join, "", sql, keys, constants);
    }

    /** What it loads, as Hibernate names it. */
    public String role() {
        return role;
    }

    /** Whether it is a lookup, or several. */
    public boolean isLookup() {
        return lookup != null || join != null;
    }

    /** Why it is no lookup; empty if it is one. */
    public String reason() {
        return reason;
    }

    private record Rendered(String text, @Nullable LimitClause limit) {}

    /**
     * What follows if this is the text that the lookup, and nothing more but a LIMIT, is rendered to; null if it is
     * another.
     */
    public @Nullable LimitClause limit(String text) {
        Rendered known = rendered;
        if (known == null || !known.text().equals(text)) {
            known = new Rendered(text, text.startsWith(sql) ? LimitClause.of(text.substring(sql.length())) : null);
            rendered = known;
        }
        return known.limit();
    }

    /** Whether the text that was last looked at has a LIMIT. */
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

    /** The plan of its lookup, or null if it has none or there are too many. */
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
