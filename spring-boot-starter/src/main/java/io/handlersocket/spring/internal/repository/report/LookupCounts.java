// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository.report;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts the calls of {@code @FastLookup} methods. */
public final class LookupCounts {

    private record Key(String repository, String method, CallOutcome outcome) {

        LookupCount count(long count) {
            return new LookupCount(repository, method, outcome.route(), outcome.reason(), count);
        }
    }

    private final Map<Key, LongAdder> counts = new ConcurrentHashMap<>();

    /** Returns the counter of these calls; the caller may keep it. */
    LongAdder counter(String repository, String method, CallOutcome outcome) {
        return counts.computeIfAbsent(new Key(repository, method, outcome), key -> new LongAdder());
    }

    /** Returns all counts above 0, in no particular order. */
    public List<LookupCount> all() {
        return counts.entrySet().stream()
                .map(entry -> entry.getKey().count(entry.getValue().sum()))
                .filter(count -> count.count() > 0)
                .toList();
    }
}
