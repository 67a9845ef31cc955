// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.index;

import io.handlersocket.client.internal.lookup.SharedIndex;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The indexes that were asked for and the numbers of those that are to be open. An index that is forgotten is closed; if a
 * handle still reads it, the next lookup asks for it, and it comes back. Control thread only.
 */
final class SharedIndexes {

    /** More indexes are remembered than can be open at once, because those that are in use can take turns. */
    private static final int INDEXES_PER_ID = 2;

    private final int max;
    private final IndexIds ids;
    private final Map<SharedIndex.Key, SharedIndex> known = new LinkedHashMap<>();

    /** @param maxOpen how many are open at once at most */
    SharedIndexes(int maxOpen) {
        this.max = INDEXES_PER_ID * maxOpen;
        this.ids = new IndexIds(maxOpen);
    }

    SharedIndex get(SharedIndex.Key key) {
        SharedIndex index = known.computeIfAbsent(key, SharedIndex::new);
        forgetAllBut(index);
        return index;
    }

    /** Remembers an index that may have been forgotten. */
    void add(SharedIndex index) {
        known.putIfAbsent(index.key(), index);
        forgetAllBut(index);
    }

    private void forgetAllBut(SharedIndex newest) {
        long now = System.nanoTime();
        while (known.size() > max) {
            known.values().stream()
                    .filter(index -> index != newest && !ids.holders().contains(index))
                    .max(Comparator.comparingLong(index -> now - index.lastUsedNanos()))
                    .ifPresent(this::forget);
        }
    }

    void forget(SharedIndex index) {
        ids.takeBack(index);
        known.remove(index.key(), index);
    }

    /** Gives numbers to indexes that are to be opened; see {@link IndexIds#give}. */
    List<IndexOpener.Wanted> numbered(Collection<SharedIndex> indexes) {
        return ids.give(indexes);
    }

    /** Those that have a number, open or not. */
    Set<SharedIndex> wanted() {
        return ids.holders();
    }

    Stream<SharedIndex> open() {
        return ids.holders().stream().filter(index -> index.opened() != null);
    }

    /** All that are known, and those that came back after the same index was asked for anew. */
    Set<SharedIndex> all() {
        Set<SharedIndex> all = new LinkedHashSet<>(known.values());
        all.addAll(ids.holders());
        return all;
    }
}
