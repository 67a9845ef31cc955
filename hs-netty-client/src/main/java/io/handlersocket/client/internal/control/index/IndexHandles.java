// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.index;

import io.handlersocket.client.Index;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.internal.lookup.DefaultIndex;
import io.handlersocket.client.internal.lookup.LookupContext;
import io.handlersocket.client.internal.lookup.OpenedIndex;
import io.handlersocket.client.internal.lookup.SharedIndex;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The handles that were given out: the same spec gets the same handle. A forgotten handle still works, but
 * the next call for its spec makes a new handle. Thread-safe.
 */
public final class IndexHandles {

    private final int max;
    private final Map<IndexSpec, DefaultIndex> handles = new ConcurrentHashMap<>();

    /** @param max the number of handles that are kept */
    IndexHandles(int max) {
        this.max = max;
    }

    /** Returns the handle of a spec if it is open already. */
    public Optional<Index> open(IndexSpec spec) {
        return Optional.<Index>ofNullable(handles.get(spec)).filter(Index::isOpen);
    }

    /** Returns the specs of the open handles, sorted. */
    public List<IndexSpec> openSpecs() {
        return handles.values().stream()
                .filter(DefaultIndex::isOpenNow)
                .map(Index::spec)
                .sorted(Comparator.comparing(IndexSpec::toString))
                .toList();
    }

    /** Returns the handle of a spec: a new one if the definition of its index has changed. */
    Index get(IndexSpec spec, SharedIndex shared, OpenedIndex opened, LookupContext context) {
        DefaultIndex known = handles.get(spec);
        if (known == null || known.shared() != shared || !known.hasDefinitionOf(opened)) {
            known = new DefaultIndex(spec, shared, opened, context);
            handles.put(spec, known);
            forgetBeyond(spec);
        }
        return known;
    }

    private void forgetBeyond(IndexSpec newest) {
        long now = System.nanoTime();
        while (handles.size() > max) {
            handles.entrySet().stream()
                    .filter(each -> !each.getKey().equals(newest))
                    .max(Comparator.comparingLong(
                            each -> now - each.getValue().shared().lastUsedNanos()))
                    .ifPresent(oldest -> handles.remove(oldest.getKey(), oldest.getValue()));
        }
    }

    /** Forgets a handle; returns its shared index unless another known handle reads it. */
    @Nullable
    SharedIndex forget(Index handle) {
        DefaultIndex known = handles.get(handle.spec());
        if (known == null || !known.isSameAs(handle) || !handles.remove(handle.spec(), known)) {
            return null;
        }
        return handles.values().stream().anyMatch(each -> each.shared() == known.shared()) ? null : known.shared();
    }
}
