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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Counts loads by role, route and reason. */
public final class LoadStatistics {

    // Reasons name tables and columns, never values. The bound is for applications that create entities at run time.
    private static final int MAX_REASONS = 10_000;

    private final Map<String, LongAdder> fast = new ConcurrentHashMap<>();
    private final Map<String, Reasons> jdbc = new ConcurrentHashMap<>();
    private final AtomicInteger reasons = new AtomicInteger();

    void count(String role, @Nullable JdbcReason reason) {
        if (reason == null) {
            LongAdder adder = fast.get(role); // reads without a lock
            (adder == null ? fast.computeIfAbsent(role, r -> new LongAdder()) : adder).increment();
        } else {
            Reasons known = jdbc.get(role);
            LongAdder adder = known == null ? null : known.find(reason);
            (adder == null ? added(role, reason) : adder).increment();
        }
    }

    private LongAdder added(String role, JdbcReason reason) {
        if (reasons.get() < MAX_REASONS) {
            return adder(role, reason);
        }
        return adder("(other)", new JdbcReason(reason.kind(), "one of many reasons that are counted together"));
    }

    private LongAdder adder(String role, JdbcReason reason) {
        return jdbc.computeIfAbsent(role, r -> new Reasons()).adders.computeIfAbsent(reason, r -> {
            reasons.incrementAndGet();
            return new LongAdder();
        });
    }

    /** The counters of one role. Most of its loads have the same reason, which takes longer to hash than to count. */
    private static final class Reasons {

        private final Map<JdbcReason, LongAdder> adders = new ConcurrentHashMap<>();
        private volatile @Nullable Last last;

        private record Last(JdbcReason reason, LongAdder adder) {}

        @SuppressWarnings("ReferenceEquality") // only to find out that it is the same object again
        @Nullable
        LongAdder find(JdbcReason reason) {
            Last known = last;
            if (known != null && known.reason() == reason) {
                return known.adder();
            }
            LongAdder adder = adders.get(reason);
            if (adder != null) {
                last = new Last(reason, adder);
            }
            return adder;
        }
    }

    /**
     * Returns all counts, those of HandlerSocket first.
     *
     * @param named completes a reason for a developer
     */
    public List<LoadCount> counts(UnaryOperator<JdbcReason> named) {
        List<LoadCount> counts = new ArrayList<>(fast.size() + reasons.get());
        fast.forEach((role, adder) -> counts.add(new LoadCount(role, null, adder.sum())));
        jdbc.forEach((role, ofRole) -> ofRole.adders.forEach(
                (reason, adder) -> counts.add(new LoadCount(role, named.apply(reason), adder.sum()))));
        return counts;
    }

    public long count(Route route) {
        Stream<LongAdder> adders = route == Route.HANDLERSOCKET
                ? fast.values().stream()
                : jdbc.values().stream().flatMap(ofRole -> ofRole.adders.values().stream());
        return adders.mapToLong(LongAdder::sum).sum();
    }
}
