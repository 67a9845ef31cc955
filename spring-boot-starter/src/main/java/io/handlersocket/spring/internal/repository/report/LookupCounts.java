// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository.report;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts the calls of {@code @FastLookup} methods. */
public final class LookupCounts {

    private record Key(String repository, String method, CallOutcome outcome) {}

    private final Map<Key, LongAdder> counts = new ConcurrentHashMap<>();

    /** Returns the counter of these calls; the caller may keep it. */
    LongAdder counter(String repository, String method, CallOutcome outcome) {
        return counts.computeIfAbsent(new Key(repository, method, outcome), key -> new LongAdder());
    }

    /** Returns all counts above 0, in a stable order. */
    public List<LookupCount> all() {
        return counts.entrySet().stream()
                .map(entry -> count(entry.getKey(), entry.getValue().sum()))
                .filter(count -> count.count() > 0)
                .sorted(Comparator.comparing(LookupCount::repository)
                        .thenComparing(LookupCount::method)
                        .thenComparing(LookupCount::route)
                        .thenComparing(LookupCount::reason))
                .toList();
    }

    private static LookupCount count(Key key, long count) {
        CallOutcome outcome = key.outcome();
        return new LookupCount(key.repository(), key.method(), outcome.route(), outcome.reason(), count);
    }
}
