// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.index;

import io.handlersocket.client.RefusedException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.internal.lookup.SharedIndex;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The small numbers under which indexes are open on connections. Control thread only. */
final class IndexIds {

    private final int max;
    private final Map<SharedIndex, Integer> ids = new LinkedHashMap<>();
    private final Deque<Integer> free = new ArrayDeque<>();

    IndexIds(int max) {
        this.max = max;
    }

    /** The indexes that have a number. */
    Set<SharedIndex> holders() {
        return ids.keySet();
    }

    /**
     * Gives each of these a number. When the numbers run out, the index that was not used for longest is closed and loses its
     * number.
     *
     * @throws RefusedException if they are more than there are numbers
     */
    List<IndexOpener.Wanted> give(Collection<SharedIndex> indexes) {
        List<IndexOpener.Wanted> wanted = new ArrayList<>();
        for (SharedIndex index : indexes) {
            Integer id = ids.get(index);
            if (id == null) {
                if (free.isEmpty() && ids.size() == max) {
                    takeBack(oldestBut(indexes));
                }
                id = free.isEmpty() ? Integer.valueOf(ids.size()) : free.remove();
                ids.put(index, id);
            }
            wanted.add(new IndexOpener.Wanted(index, id));
        }
        return wanted;
    }

    private SharedIndex oldestBut(Collection<SharedIndex> needed) {
        long now = System.nanoTime();
        return ids.keySet().stream()
                .filter(index -> !needed.contains(index))
                .max(Comparator.comparingLong(index -> now - index.lastUsedNanos()))
                .orElseThrow(() ->
                        new RefusedException("more than " + max + " indexes are needed at once (maxOpenIndexes)"));
    }

    /** Closes an index, so that its number can be given to another. Its next lookup asks for it again. */
    void takeBack(SharedIndex index) {
        index.close(UnavailableException.Reason.NOT_OPEN);
        Integer id = ids.remove(index);
        if (id != null) {
            free.add(id);
        }
    }
}
