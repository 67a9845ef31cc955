// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The lookups of one table of a join that are sent in one packet, and the rows that they find. */
final class JoinLookups {

    /** The most keys that are compared one by one: a map of so few costs more. */
    private static final int FEW = 8;

    private final List<JoinKey> keys = new ArrayList<>(1);
    private final List<List<@Nullable Object[]>> rows = new ArrayList<>(1);
    private @Nullable Map<JoinKey, Integer> positions;

    /** Adds a key, unless it is there. */
    void add(JoinKey key) {
        if (position(key) >= 0) {
            return;
        }
        if (positions == null && keys.size() == FEW) {
            positions = new HashMap<>();
            for (int i = 0; i < FEW; i++) {
                positions.put(keys.get(i), i);
            }
        }
        if (positions != null) {
            positions.put(key, keys.size());
        }
        keys.add(key);
    }

    /** The distinct keys, in the order in which they were added. */
    List<JoinKey> keys() {
        return keys;
    }

    /** Takes the rows of the next key. */
    void found(List<@Nullable Object[]> ofKey) {
        rows.add(ofKey);
    }

    /** The rows of a key; null if it was not looked up. */
    @Nullable
    List<@Nullable Object[]> rows(JoinKey key) {
        int position = position(key);
        return position < 0 ? null : rows.get(position);
    }

    private int position(JoinKey key) {
        if (positions != null) {
            return positions.getOrDefault(key, -1);
        }
        for (int i = 0; i < keys.size(); i++) {
            if (keys.get(i).equals(key)) {
                return i;
            }
        }
        return -1;
    }
}
