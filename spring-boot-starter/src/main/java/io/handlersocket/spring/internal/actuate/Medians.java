// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.actuate;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.spring.LookupListener;
import io.handlersocket.spring.LookupRoute;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The median times of recent calls, by method and route. Safe for use by all threads. */
public final class Medians implements LookupListener {

    private static final int SIZE = 256;
    private static final double NANOS_PER_MICRO = 1_000;

    private record Key(String repository, String method, LookupRoute route) {}

    private final Map<Key, AtomicLongArray> times = new ConcurrentHashMap<>();

    @Override
    public void answered(Lookup lookup) {
        if (lookup.route() == LookupRoute.MEMORY || lookup.kind() == JdbcReason.Kind.FAILURE) {
            return;
        }
        Key key = new Key(lookup.repository().getSimpleName(), lookup.method(), lookup.route());
        AtomicLongArray known = times.get(key);
        if (known == null) {
            known = times.computeIfAbsent(key, any -> new AtomicLongArray(SIZE));
        }
        // A random slot: older calls leave the sample little by little, and threads share no position.
        known.setOpaque(ThreadLocalRandom.current().nextInt(SIZE), lookup.nanos());
    }

    /** Returns the median in microseconds; null without a call. */
    @Nullable
    Double micros(String repository, String method, LookupRoute route) {
        AtomicLongArray known = times.get(new Key(repository, method, route));
        if (known == null) {
            return null;
        }
        long[] sorted = IntStream.range(0, SIZE)
                .mapToLong(known::get)
                .filter(nanos -> nanos > 0)
                .sorted()
                .toArray();
        return sorted.length == 0 ? null : (Double) Digits.two(sorted[sorted.length / 2] / NANOS_PER_MICRO);
    }
}
