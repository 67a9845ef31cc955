// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import static java.util.Objects.requireNonNull;

import io.handlersocket.client.Read;
import io.handlersocket.client.Row;
import io.handlersocket.client.Rows;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The lookups of one table of a join: those of one packet, what they found, and those that the packet lacks. */
final class JoinLookups {

    /** The most keys that are compared one by one: a map of so few costs more. */
    private static final int FEW = 8;

    private final OpenLookup lookup;
    private final List<Object> constants;
    private final List<JoinKey> keys = new ArrayList<>(1);
    // Of the first keys, which were sent.
    private final List<List<@Nullable Object[]>> rows = new ArrayList<>(1);
    private final BitSet used = new BitSet();
    private @Nullable Map<JoinKey, Integer> positions;
    private @Nullable ListedKeys listed; // if all were sent by one request

    /** @param constants the values of the table's constants */
    JoinLookups(OpenLookup lookup, List<Object> constants) {
        this.lookup = lookup;
        this.constants = constants;
    }

    /** Adds a key, unless it is there. */
    void add(JoinKey key) {
        if (position(key) < 0) {
            append(key);
        }
    }

    private void append(JoinKey key) {
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

    /** How many of the keys may have several rows. */
    int several() {
        return lookup.choice().atMostOneRow() ? 0 : keys.size();
    }

    /** Adds what to send: one request for all keys if it can find them, or else one for each. */
    void addTo(List<Read> reads, int limit) {
        ListedKeys list = lookup.listed();
        if (list != null && list.contains(keys)) {
            listed = list;
            reads.add(list.request(keys, requireNonNull(lookup.given().filters(List.of(), constants, 0))));
            return;
        }
        for (JoinKey key : keys) {
            List<@Nullable Object[]> one = List.<@Nullable Object[]>of(key.values());
            reads.add(requireNonNull(lookup.request(one, constants, limit, 0), "a key without NULL"));
        }
    }

    /** Takes what was found by the requests. */
    void take(Iterator<Rows> found) {
        ListedKeys list = listed;
        for (int i = 0; i < keys.size(); i++) {
            rows.add(list != null ? List.of() : lookup.values(found.next()));
        }
        if (list != null) {
            for (Row row : found.next().rows()) {
                rows.set(position(list.of(row)), List.<@Nullable Object[]>of(lookup.values(row)));
            }
        }
    }

    /** The rows of a key; null if the packet did not have it. */
    @Nullable
    List<@Nullable Object[]> rows(JoinKey key) {
        int position = position(key);
        if (position < 0) {
            append(key);
        }
        if (position < 0 || position >= rows.size()) {
            return null;
        }
        used.set(position);
        return rows.get(position);
    }

    /** The lookups that the rows need: those that they have used, and those that they lack. */
    JoinLookups needed() {
        JoinLookups needed = new JoinLookups(lookup, constants);
        for (int i = 0; i < keys.size(); i++) {
            if (i >= rows.size() || used.get(i)) {
                needed.append(keys.get(i));
            }
        }
        return needed;
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
