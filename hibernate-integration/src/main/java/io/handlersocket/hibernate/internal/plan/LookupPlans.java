// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.Index;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.hibernate.internal.util.DriverValues;
import io.handlersocket.hibernate.internal.util.RecentlyUsed;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** One plan per shape of lookup. */
public final class LookupPlans {

    // A bound, because an application may make up select lists. The client bounds the open indexes.
    private static final int MAX_PLANS = 2_000;

    private final RecentlyUsed<Lookup, LookupPlan> plans = new RecentlyUsed<>(MAX_PLANS);

    /** Weak, because forgotten plans and changed tables leave handles behind. The client keeps those it can release. */
    private final Set<Index> handles = Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private volatile boolean isReleased;
    final LongSupplier nanoTime;
    final Supplier<DriverValues> driver;

    public LookupPlans(LongSupplier nanoTime, Supplier<DriverValues> driver) {
        this.nanoTime = nanoTime;
        this.driver = driver;
    }

    public LookupPlan of(Lookup lookup) {
        LookupPlan plan = plans.get(lookup);
        return plan == null ? plans.add(lookup, of(lookup.schema(), lookup.table(), table -> lookup)) : plan;
    }

    /** Returns a new plan of a lookup that depends on the definition of its table. */
    public LookupPlan of(String schema, String table, Function<Table, Lookup> lookup) {
        return new LookupPlan(schema, table, lookup, this);
    }

    /** Takes note of an index that was opened for a plan. */
    void opened(HandlerSocketClient client, Index handle) {
        handles.add(handle);
        if (isReleased) { // it was being opened meanwhile
            client.release(handle);
        }
    }

    /** Releases the indexes of all plans, also of those that were forgotten, and each that a plan opens after this. */
    public void release(HandlerSocketClient client) {
        isReleased = true;
        List<Index> all;
        synchronized (handles) {
            all = List.copyOf(handles);
            handles.clear();
        }
        all.forEach(client::release);
    }
}
