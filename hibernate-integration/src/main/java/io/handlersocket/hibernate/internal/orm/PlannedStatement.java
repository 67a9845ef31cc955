// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.orm;

import io.handlersocket.hibernate.internal.plan.Lookup;
import io.handlersocket.hibernate.internal.plan.Plan;
import io.handlersocket.hibernate.internal.plan.Plans;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What was seen of a select. */
final class PlannedStatement {

    private final String role;
    private final @Nullable Lookup lookup;
    private final String reason;
    private final String sql;
    private final int[][] keys;
    private final List<Object> constants;
    private volatile @Nullable Rendered rendered;
    // Found once: statements are executed again and again, and a lookup is long to compare.
    private volatile @Nullable Plan plan;

    private PlannedStatement(
            String role, @Nullable Lookup lookup, String reason, String sql, int[][] keys, List<Object> constants) {
        this.role = role;
        this.lookup = lookup;
        this.reason = reason;
        this.sql = sql;
        this.keys = keys;
        this.constants = List.copyOf(constants);
    }

    /** One that is no plain lookup, and why. */
    static PlannedStatement jdbc(String role, String reason) {
        return new PlannedStatement(role, null, reason, "", new int[0][], List.of());
    }

    /**
     * One that is a lookup.
     *
     * @param sql the text that the lookup, without its LIMIT, is rendered to
     * @param keys for each key asked for, the positions of its values among the statement's parameters
     * @param constants the values of the lookup's constants
     */
    static PlannedStatement lookup(String role, Lookup lookup, String sql, int[][] keys, List<Object> constants) {
        return new PlannedStatement(role, lookup, "", sql, keys, constants);
    }

    /** What it loads, as Hibernate names it. */
    String role() {
        return role;
    }

    /** Its shape, or null if it is no plain lookup. */
    @Nullable
    Lookup lookup() {
        return lookup;
    }

    /** Why it is no lookup; empty if it is one. */
    String reason() {
        return reason;
    }

    private record Rendered(String text, @Nullable LimitClause limit) {}

    /** What follows if this is the text that the lookup, and nothing more but a LIMIT, is rendered to; null if it is another. */
    @Nullable
    LimitClause limit(String text) {
        Rendered known = rendered;
        if (known == null || !known.text().equals(text)) {
            known = new Rendered(text, text.startsWith(sql) ? LimitClause.of(text.substring(sql.length())) : null);
            rendered = known;
        }
        return known.limit();
    }

    /** Whether the text that was last looked at has a LIMIT. */
    boolean isLimited() {
        Rendered known = rendered;
        LimitClause limit = known == null ? null : known.limit();
        return limit != null && !limit.isEmpty();
    }

    int[][] keys() {
        return keys;
    }

    List<Object> constants() {
        return constants;
    }

    /** The plan of its lookup, or null if it has none or there are too many. */
    @Nullable
    Plan plan(Plans plans) {
        Plan known = plan;
        if (known == null && lookup != null) {
            known = plans.of(lookup);
            plan = known;
        }
        return known;
    }
}
