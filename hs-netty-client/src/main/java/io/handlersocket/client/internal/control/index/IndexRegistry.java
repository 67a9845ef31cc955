// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.index;

import io.handlersocket.client.Index;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.UnavailableException.Reason;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.lookup.DefaultIndex;
import io.handlersocket.client.internal.lookup.IndexState;
import io.handlersocket.client.internal.lookup.LookupContext;
import io.handlersocket.client.internal.lookup.OpenedIndex;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * The indexes that callers opened, the index ids of those that are to be open, and the handles that were given out: the
 * same spec gets the same handle. All are bounded: if there are too many, the one that was not used for the longest
 * time is closed or forgotten. A handle of a forgotten index still works: its next lookup requests the opening. Control
 * thread only, unless a method says otherwise.
 */
public final class IndexRegistry {

    /** More indexes are known than can be open at once, because indexes in use can take turns. */
    private static final int INDEXES_PER_ID = 2;

    /** Handles of one index differ in the columns they read. */
    private static final int HANDLES_PER_ID = 4;

    private final int maxOpen;
    private final LongSupplier nanoTime;
    private final Map<IndexState.Name, IndexState> known = new LinkedHashMap<>();
    private final Map<IndexState, Integer> ids = new LinkedHashMap<>();
    private final Deque<Integer> free = new ArrayDeque<>();
    private final Map<IndexSpec, DefaultIndex> handles = new ConcurrentHashMap<>();

    IndexRegistry(int maxOpen, LongSupplier nanoTime) {
        this.maxOpen = maxOpen;
        this.nanoTime = nanoTime;
    }

    IndexState get(IndexState.Name name) {
        IndexState index = known.computeIfAbsent(name, missing -> new IndexState(missing, nanoTime.getAsLong()));
        forgetAllBut(index);
        return index;
    }

    /** Adds an index that may have been forgotten. */
    void add(IndexState index) {
        known.putIfAbsent(index.name(), index);
        forgetAllBut(index);
    }

    private void forgetAllBut(IndexState newest) {
        while (known.size() > INDEXES_PER_ID * maxOpen) {
            longestUnused(known.values(), index -> index != newest && !ids.containsKey(index))
                    .ifPresent(this::forget);
        }
    }

    private static Optional<IndexState> longestUnused(Collection<IndexState> indexes, Predicate<IndexState> candidate) {
        return indexes.stream().filter(candidate).min((a, b) -> Long.signum(a.lastUsedNanos() - b.lastUsedNanos()));
    }

    void forget(IndexState index) {
        releaseId(index, Reason.NOT_OPEN);
        known.remove(index.name(), index);
    }

    /**
     * Gives each of these an id; refuses more indexes than there are ids. When all are in use, the index that was not
     * used for the longest time is closed and loses its id.
     */
    Map<IndexState, Integer> assignIds(Collection<IndexState> indexes) {
        Map<IndexState, Integer> assigned = new LinkedHashMap<>();
        for (IndexState index : indexes) {
            Integer id = ids.get(index);
            if (id == null) {
                if (free.isEmpty() && ids.size() == maxOpen) {
                    IndexState evicted = longestUnused(ids.keySet(), held -> !indexes.contains(held))
                            .orElseThrow(() -> new RefusedException(
                                    "more than " + maxOpen + " indexes are needed at once (maxOpenIndexes)"));
                    releaseId(evicted, Reason.EVICTED);
                }
                id = free.isEmpty() ? Integer.valueOf(ids.size()) : free.remove();
                ids.put(index, id);
            }
            assigned.put(index, id);
        }
        return assigned;
    }

    private void releaseId(IndexState index, Reason why) {
        index.markNotOpen(why);
        Integer id = ids.remove(index);
        if (id != null) {
            free.add(id);
        }
    }

    /** Takes the ids of refused indexes that no lookup has needed since: only the next lookup opens them again. */
    void releaseUnneeded() {
        List.copyOf(ids.keySet()).stream()
                .filter(index -> index.isRefused() && !index.isWanted())
                .forEach(index -> releaseId(index, Reason.NOT_OPEN));
    }

    /** Marks the indexes of a table; one without an id is not opened before the quarantine ends. */
    void quarantine(TableName table) {
        ids.keySet().stream()
                .filter(index -> index.table().equals(table))
                .forEach(index -> index.markNotOpen(Reason.QUARANTINED));
    }

    /** Returns when one of the indexes that have an id was last used, but no earlier than this. */
    public long lastUsedNanos(long atLeastNanos) {
        long last = atLeastNanos;
        for (IndexState index : ids.keySet()) {
            last = index.lastUsedNanos() - last > 0 ? index.lastUsedNanos() : last;
        }
        return last;
    }

    Set<IndexState> withId() {
        return ids.keySet();
    }

    List<IndexState> open() {
        return ids.keySet().stream().filter(index -> index.opened() != null).toList();
    }

    public Map<TableName, Set<String>> openColumns() {
        Map<TableName, Set<String>> columns = new TreeMap<>();
        for (IndexState index : open()) {
            index.last()
                    .ifPresent(opened -> columns.computeIfAbsent(index.table(), table -> new LinkedHashSet<>())
                            .addAll(opened.layout().columnNames()));
        }
        return columns;
    }

    /** All indexes, including forgotten ones that were opened again. */
    Set<IndexState> all() {
        Set<IndexState> all = new LinkedHashSet<>(known.values());
        all.addAll(ids.keySet());
        return all;
    }

    /** Returns the handle of a spec if it is open already. Any thread. */
    public Optional<Index> openHandle(IndexSpec spec) {
        return Optional.<Index>ofNullable(handles.get(spec)).filter(Index::isOpen);
    }

    /** Returns the specs of the open handles, sorted. Any thread. */
    public List<IndexSpec> openSpecs() {
        return handles.values().stream()
                .filter(Index::isOpen)
                .map(Index::spec)
                .sorted(Comparator.comparing(IndexSpec::toString))
                .toList();
    }

    /** Returns the handle of a spec: a new one if the definition of its index has changed. */
    Index handle(IndexSpec spec, IndexState index, OpenedIndex opened, LookupContext context) {
        DefaultIndex handle = handles.get(spec);
        if (handle == null || handle.state() != index || !handle.hasDefinitionOf(opened)) {
            handle = new DefaultIndex(spec, index, opened, context);
            handles.put(spec, handle);
            forgetHandlesBut(spec);
        }
        return handle;
    }

    private void forgetHandlesBut(IndexSpec newest) {
        long now = nanoTime.getAsLong();
        while (handles.size() > HANDLES_PER_ID * maxOpen) {
            handles.entrySet().stream()
                    .filter(each -> !each.getKey().equals(newest))
                    .max(Comparator.comparingLong(
                            each -> now - each.getValue().state().lastUsedNanos()))
                    .ifPresent(oldest -> handles.remove(oldest.getKey(), oldest.getValue()));
        }
    }

    /** Forgets a handle that is given back, and closes its index unless another known handle reads it. */
    public void release(Index handle) {
        DefaultIndex given = handles.get(handle.spec());
        if (given != null
                && given.isSameAs(handle)
                && handles.remove(handle.spec(), given)
                && handles.values().stream().noneMatch(each -> each.state() == given.state())) {
            forget(given.state());
        }
    }
}
