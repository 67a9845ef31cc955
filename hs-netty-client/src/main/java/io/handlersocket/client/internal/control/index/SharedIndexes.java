// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.index;

import io.handlersocket.client.RefusedException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.lookup.SharedIndex;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The indexes that callers opened, and the index ids of those that are to be open. Both are bounded: if there are too
 * many, the index that was not used for the longest time is closed. A handle of a forgotten index still works: its next
 * lookup requests the opening. Control thread only.
 */
final class SharedIndexes {

    /** More indexes are known than can be open at once, because indexes in use can take turns. */
    private static final int INDEXES_PER_ID = 2;

    private final int maxOpen;
    private final Map<SharedIndex.Name, SharedIndex> known = new LinkedHashMap<>();
    private final Map<SharedIndex, Integer> ids = new LinkedHashMap<>();
    private final Deque<Integer> free = new ArrayDeque<>();

    /** @param maxOpen how many are open at once at most */
    SharedIndexes(int maxOpen) {
        this.maxOpen = maxOpen;
    }

    SharedIndex get(SharedIndex.Name name) {
        SharedIndex index = known.computeIfAbsent(name, SharedIndex::new);
        forgetAllBut(index);
        return index;
    }

    /** Adds an index that may have been forgotten. */
    void add(SharedIndex index) {
        known.putIfAbsent(index.name(), index);
        forgetAllBut(index);
    }

    private void forgetAllBut(SharedIndex newest) {
        while (known.size() > INDEXES_PER_ID * maxOpen) {
            longestUnused(known.values(), index -> index != newest && !ids.containsKey(index))
                    .ifPresent(this::forget);
        }
    }

    private static Optional<SharedIndex> longestUnused(
            Collection<SharedIndex> indexes, Predicate<SharedIndex> candidate) {
        return indexes.stream().filter(candidate).min((a, b) -> Long.signum(a.lastUsedNanos() - b.lastUsedNanos()));
    }

    /** Closes an index and forgets it. */
    void forget(SharedIndex index) {
        releaseId(index);
        known.remove(index.name(), index);
    }

    /**
     * Gives each of these an id. When all ids are in use, the index that was not used for the longest time is closed
     * and loses its id.
     *
     * @throws RefusedException if there are more indexes than ids
     */
    Map<SharedIndex, Integer> assignIds(Collection<SharedIndex> indexes) {
        Map<SharedIndex, Integer> wanted = new LinkedHashMap<>();
        for (SharedIndex index : indexes) {
            Integer id = ids.get(index);
            if (id == null) {
                if (free.isEmpty() && ids.size() == maxOpen) {
                    releaseId(longestUnused(ids.keySet(), held -> !indexes.contains(held))
                            .orElseThrow(() -> new RefusedException(
                                    "more than " + maxOpen + " indexes are needed at once (maxOpenIndexes)")));
                }
                id = free.isEmpty() ? Integer.valueOf(ids.size()) : free.remove();
                ids.put(index, id);
            }
            wanted.put(index, id);
        }
        return wanted;
    }

    private void releaseId(SharedIndex index) {
        index.markNotOpen(UnavailableException.Reason.NOT_OPEN);
        Integer id = ids.remove(index);
        if (id != null) {
            free.add(id);
        }
    }

    /** Marks the indexes of a table; one without an id is not opened before the quarantine ends. */
    void quarantine(TableName table) {
        ids.keySet().stream()
                .filter(index -> index.table().equals(table))
                .forEach(index -> index.markNotOpen(UnavailableException.Reason.QUARANTINED));
    }

    /** When one of the indexes that have an id was last used, but no earlier than this. */
    long lastUsedNanos(long atLeastNanos) {
        long last = atLeastNanos;
        for (SharedIndex index : ids.keySet()) {
            last = index.lastUsedNanos() - last > 0 ? index.lastUsedNanos() : last;
        }
        return last;
    }

    /** The indexes that have an id, open or not. */
    Set<SharedIndex> withId() {
        return ids.keySet();
    }

    /** The indexes that are open. */
    List<SharedIndex> open() {
        return ids.keySet().stream().filter(index -> index.opened() != null).toList();
    }

    /** All indexes, including forgotten ones that were opened again. */
    Set<SharedIndex> all() {
        Set<SharedIndex> all = new LinkedHashSet<>(known.values());
        all.addAll(ids.keySet());
        return all;
    }
}
