// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.util;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A bounded map that forgets what was not used for the longest time. It has two generations: an entry that is used moves
 * to the young one, and when that is full, the old one is dropped. Reads of the young generation take no lock. Safe for
 * use by several threads.
 */
public final class RecentlyUsed<K, V> {

    private record Generations<K, V>(Map<K, V> young, Map<K, V> old) {}

    private final int halfSize;
    private volatile Generations<K, V> generations =
            new Generations<>(new ConcurrentHashMap<>(), new ConcurrentHashMap<>());

    /** @param maxSize the number of entries at most, give or take one for each thread that adds an entry */
    public RecentlyUsed(int maxSize) {
        this.halfSize = Math.max(1, maxSize / 2);
    }

    /** Returns the value of a key; null if the key is not known, or was forgotten. */
    public @Nullable V get(K key) {
        Generations<K, V> now = generations;
        V value = now.young().get(key);
        if (value != null) {
            return value;
        }
        value = now.old().get(key);
        return value == null ? null : add(key, value);
    }

    /** Adds an entry; returns the value that the key has from now on, which another thread may have added. */
    public V add(K key, V value) {
        V before = young().putIfAbsent(key, value);
        return before == null ? value : before;
    }

    private Map<K, V> young() {
        Generations<K, V> now = generations;
        return now.young().size() < halfSize ? now.young() : next(now);
    }

    @SuppressWarnings("ReferenceEquality") // another thread may have made the next generation
    private synchronized Map<K, V> next(Generations<K, V> full) {
        if (generations == full) {
            generations = new Generations<>(new ConcurrentHashMap<>(), full.young());
        }
        return generations.young();
    }
}
