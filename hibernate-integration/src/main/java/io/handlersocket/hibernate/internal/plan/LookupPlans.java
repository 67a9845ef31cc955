// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import io.handlersocket.hibernate.internal.jdbc.DriverValues;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One plan per shape of lookup. */
public final class LookupPlans {

    // Each plan is an open index on every connection; an application that makes up select lists must not fill the
    // server.
    private static final int MAX_PLANS = 2_000;

    private final Map<Lookup, LookupPlan> plans = new ConcurrentHashMap<>();
    private final LongSupplier nanoTime;
    private final Supplier<DriverValues> driver;

    /** @param driver what is proven now about the pool's connections */
    public LookupPlans(LongSupplier nanoTime, Supplier<DriverValues> driver) {
        this.nanoTime = nanoTime;
        this.driver = driver;
    }

    /** The plan of this lookup, or null if there are too many. */
    public @Nullable LookupPlan of(Lookup lookup) {
        LookupPlan plan = plans.get(lookup);
        if (plan != null || plans.size() >= MAX_PLANS) {
            return plan;
        }
        return plans.computeIfAbsent(lookup, l -> new LookupPlan(l, nanoTime, driver));
    }
}
