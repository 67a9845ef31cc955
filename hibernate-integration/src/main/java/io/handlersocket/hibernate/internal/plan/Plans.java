// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** One plan per shape of lookup. */
public final class Plans {

    // Each plan is an open index on every connection; an application that makes up select lists must not fill the
    // server.
    private static final int MAX_PLANS = 2_000;

    private final Map<Lookup, Plan> plans = new ConcurrentHashMap<>();
    private final LongSupplier nanoTime;

    public Plans(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** The plan of this lookup, or null if there are too many. */
    public @Nullable Plan of(Lookup lookup) {
        Plan plan = plans.get(lookup);
        if (plan != null || plans.size() >= MAX_PLANS) {
            return plan;
        }
        return plans.computeIfAbsent(lookup, l -> new Plan(l, nanoTime));
    }
}
