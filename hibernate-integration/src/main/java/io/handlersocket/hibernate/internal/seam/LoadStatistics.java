// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.seam;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.LoadCount;
import io.handlersocket.hibernate.Route;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.UnaryOperator;

/** Counts loads by role, route and reason. */
public final class LoadStatistics {

    // Reasons name tables and columns, never values. The bound is for applications that create entities at run time.
    private static final int MAX_KEYS = 10_000;

    private record Key(String role, JdbcReason reason) {}

    private final Map<String, LongAdder> fast = new ConcurrentHashMap<>();
    private final Map<Key, LongAdder> jdbc = new ConcurrentHashMap<>();

    /** Counts a load. */
    void count(Decision decision) {
        JdbcReason reason = decision.reason();
        if (reason == null) {
            fast(decision.role());
        } else {
            jdbc(decision.role(), reason);
        }
    }

    private void fast(String role) {
        LongAdder adder = fast.get(role); // reads without a lock
        if (adder == null) {
            adder = fast.computeIfAbsent(role, r -> new LongAdder());
        }
        adder.increment();
    }

    private void jdbc(String role, JdbcReason reason) {
        Key key = new Key(role, reason);
        LongAdder adder = jdbc.get(key);
        if (adder == null) {
            adder = jdbc.computeIfAbsent(jdbc.size() < MAX_KEYS ? key : overflow(reason), k -> new LongAdder());
        }
        adder.increment();
    }

    private static Key overflow(JdbcReason reason) {
        return new Key("(other)", new JdbcReason(reason.kind(), "one of many reasons that are counted together"));
    }

    /**
     * Returns all counts, those of HandlerSocket first.
     *
     * @param named completes a reason for a developer
     */
    public List<LoadCount> counts(UnaryOperator<JdbcReason> named) {
        List<LoadCount> counts = new ArrayList<>(fast.size() + jdbc.size());
        fast.forEach((role, adder) -> counts.add(new LoadCount(role, null, adder.sum())));
        jdbc.forEach((key, adder) -> counts.add(new LoadCount(key.role(), named.apply(key.reason()), adder.sum())));
        return counts;
    }

    /** Returns the number of loads of one route. */
    public long count(Route route) {
        return (route == Route.HANDLERSOCKET ? fast : jdbc)
                .values().stream().mapToLong(LongAdder::sum).sum();
    }
}
