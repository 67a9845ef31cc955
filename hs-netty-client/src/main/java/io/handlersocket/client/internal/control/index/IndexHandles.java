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
 * The handles that were given out, so that the same spec gets the same one. A handle that is forgotten here works on; its spec
 * gets another one then. Any thread.
 */
public final class IndexHandles {

    private record Entry(DefaultIndex handle, SharedIndex shared) {}

    private final int max;
    private final Map<IndexSpec, Entry> handles = new ConcurrentHashMap<>();

    /** @param max how many are remembered */
    IndexHandles(int max) {
        this.max = max;
    }

    /** Returns a handle that is open already. */
    public Optional<Index> open(IndexSpec spec) {
        return Optional.ofNullable(handles.get(spec)).<Index>map(Entry::handle).filter(Index::isOpen);
    }

    /** Returns the specs of the handles that are open now. */
    public List<IndexSpec> openSpecs() {
        return handles.values().stream()
                .map(Entry::handle)
                .filter(DefaultIndex::isOpenNow)
                .map(Index::spec)
                .sorted(Comparator.comparing(IndexSpec::toString))
                .toList();
    }

    /** Returns the handle of a spec; a new one if its index has changed. */
    Index get(IndexSpec spec, SharedIndex shared, OpenedIndex opened, LookupContext context) {
        Entry known = handles.get(spec);
        if (known == null || known.shared() != shared || !known.handle().isOf(opened)) {
            known = new Entry(new DefaultIndex(spec, shared, opened, context), shared);
            handles.put(spec, known);
            forgetBeyond(spec);
        }
        return known.handle();
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

    /** Forgets a handle; returns what it reads if no other handle that is known reads it, too. */
    @Nullable
    SharedIndex forget(Index handle) {
        Entry known = handles.get(handle.spec());
        if (known == null || !known.handle().isSameAs(handle) || !handles.remove(handle.spec(), known)) {
            return null;
        }
        return handles.values().stream().anyMatch(each -> each.shared() == known.shared()) ? null : known.shared();
    }
}
