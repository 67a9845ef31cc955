// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.shadow.internal;

import io.handlersocket.shadow.Shadow.Count;
import io.handlersocket.shadow.internal.Check.Outcome;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts the checks by role, and keeps the durations of both routes. */
final class ShadowCounts {

    // As for the counts of loads: applications may create entities at run time.
    private static final int MAX_ROLES = 1_000;
    private static final double NANOS_PER_MICRO = 1_000;

    private static final class OfRole {
        private final LongAdder equal = new LongAdder();
        private final LongAdder changed = new LongAdder();
        private final LongAdder different = new LongAdder();
        private final LongAdder failed = new LongAdder();
        private final Median fast = new Median();
        private final Median jdbc = new Median();
    }

    private final Map<String, OfRole> roles = new ConcurrentHashMap<>();

    void count(String role, Outcome outcome) {
        OfRole counts = of(role);
        switch (outcome.result()) {
            case EQUAL -> {
                counts.equal.increment();
                counts.fast.add(outcome.fastNanos());
                counts.jdbc.add(outcome.jdbcNanos());
            }
            case CHANGED -> counts.changed.increment();
            case DIFFERENT -> counts.different.increment();
        }
    }

    void failed(String role) {
        of(role).failed.increment();
    }

    private OfRole of(String role) {
        OfRole known = roles.get(role);
        return known != null
                ? known
                : roles.computeIfAbsent(roles.size() < MAX_ROLES ? role : "(other)", any -> new OfRole());
    }

    List<Count> all() {
        return roles.entrySet().stream()
                .map(entry -> count(entry.getKey(), entry.getValue()))
                .sorted(Comparator.comparing(Count::role))
                .toList();
    }

    Optional<Count> one(String role) {
        return Optional.ofNullable(roles.get(role)).map(counts -> count(role, counts));
    }

    private static Count count(String role, OfRole counts) {
        double fast = counts.fast.get() / NANOS_PER_MICRO;
        double jdbc = counts.jdbc.get() / NANOS_PER_MICRO;
        return new Count(
                role,
                counts.equal.sum(),
                counts.changed.sum(),
                counts.different.sum(),
                counts.failed.sum(),
                fast,
                jdbc,
                fast == 0 ? 0 : jdbc / fast);
    }
}
