// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control;

import io.handlersocket.client.RefusedException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.internal.lookup.SharedIndex;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** The small numbers under which indexes are open, given anew to others when they run out. Control thread only. */
final class IndexIds {

    private final int max;
    private final Map<SharedIndex, Integer> ids = new LinkedHashMap<>();

    IndexIds(int max) {
        this.max = max;
    }

    /** The indexes that have one. */
    Set<SharedIndex> holders() {
        return ids.keySet();
    }

    /**
     * Gives each of these a number.
     *
     * @throws RefusedException if they are more than there are numbers
     */
    List<IndexOpener.Wanted> give(Collection<SharedIndex> indexes) {
        List<IndexOpener.Wanted> wanted = new ArrayList<>();
        for (SharedIndex index : indexes) {
            Integer id = ids.get(index);
            if (id == null) {
                id = ids.size() < max ? ids.size() : freed(indexes);
                ids.put(index, id);
            }
            wanted.add(new IndexOpener.Wanted(index, id));
        }
        return wanted;
    }

    /** Closes the index that was not used for longest, and gives its number away. */
    private int freed(Collection<SharedIndex> needed) {
        long now = System.nanoTime();
        SharedIndex oldest = ids.keySet().stream()
                .filter(index -> !needed.contains(index))
                .max(Comparator.comparingLong(index -> now - index.lastUsedNanos()))
                .orElseThrow(() ->
                        new RefusedException("more than " + max + " indexes are needed at once (maxOpenIndexes)"));
        oldest.close(UnavailableException.Reason.NOT_OPEN);
        return Objects.requireNonNull(ids.remove(oldest));
    }
}
