// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.hibernate.JdbcReason;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** One plan for each table of a join, which other statements may share. */
public final class JoinPlan implements Plan {

    private final Join join;
    private final List<LookupPlan> plans;
    private volatile State state = new State(List.of(), null, null);

    private record State(
            List<OpenLookup> lookups,
            @Nullable OpenJoin open,
            @Nullable String refusal) {}

    public JoinPlan(Join join, LookupPlans plans) {
        this.join = join;
        this.plans =
                join.tables().stream().map(table -> plans.of(table.lookup())).toList();
    }

    @Override
    public @Nullable OpenPlan open() {
        State now = state();
        return now == null ? null : now.open();
    }

    @Override
    public JdbcReason reason() {
        for (LookupPlan plan : plans) {
            if (plan.open() == null) {
                return plan.reason();
            }
        }
        State now = state();
        String refusal = now == null ? null : now.refusal();
        // It may have been opened since the load asked for it.
        return refusal == null ? LookupPlan.OPENING : new JdbcReason(JdbcReason.Kind.TABLE, refusal);
    }

    /** What is open, or null while one of the tables is not. */
    private @Nullable State state() {
        State known = state;
        if (!known.lookups().isEmpty() && isOpenStill(known.lookups())) {
            return known;
        }
        List<OpenLookup> open = new ArrayList<>(plans.size());
        for (LookupPlan plan : plans) {
            OpenLookup lookup = plan.open();
            if (lookup == null) {
                return null;
            }
            open.add(lookup);
        }
        String refusal = JoinSteps.refusal(join, open);
        known = new State(List.copyOf(open), refusal == null ? new OpenJoin(join, open) : null, refusal);
        state = known;
        return known;
    }

    private boolean isOpenStill(List<OpenLookup> lookups) {
        for (int i = 0; i < lookups.size(); i++) {
            if (plans.get(i).open() != lookups.get(i)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void forget(OpenPlan stale) {
        if (stale instanceof OpenJoin join) {
            for (int i = 0; i < plans.size(); i++) {
                plans.get(i).forget(join.lookups().get(i));
            }
        }
    }

    @Override
    public CompletionStage<Void> resolve(HandlerSocketClient client, String schema, boolean now) {
        return CompletableFuture.allOf(plans.stream()
                .map(plan -> plan.resolve(client, schema, now).toCompletableFuture())
                .toArray(CompletableFuture[]::new));
    }
}
