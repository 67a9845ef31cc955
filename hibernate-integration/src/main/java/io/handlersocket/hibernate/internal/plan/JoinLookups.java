// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import static java.util.Objects.requireNonNull;

import io.handlersocket.client.Read;
import io.handlersocket.client.Row;
import io.handlersocket.client.Rows;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The lookups of one table of a join: those of one packet, what they found, and those that the packet lacks. */
final class JoinLookups {

    private final OpenLookup lookup;
    private final List<Object> constants;
    private final Map<JoinKey, Matches> matches = new LinkedHashMap<>();
    private boolean listed;

    /** What is known of a key: the rows are null unless the packet had it. */
    private static final class Matches {
        @Nullable
        List<@Nullable Object[]> rows;

        boolean used;
    }

    JoinLookups(OpenLookup lookup, List<Object> constants) {
        this.lookup = lookup;
        this.constants = constants;
    }

    void add(JoinKey key) {
        matches.computeIfAbsent(key, added -> new Matches());
    }

    /** The distinct keys, in the order in which they were added. */
    Collection<JoinKey> keys() {
        return matches.keySet();
    }

    /** How many of the keys may have several rows. */
    int several() {
        return lookup.choice().atMostOneRow() ? 0 : matches.size();
    }

    /** Adds what to send: one request for all keys if it can find them, or else one for each. */
    void addTo(List<Read> reads, int limit) {
        List<@Nullable Object[]> values = new ArrayList<>(matches.size());
        keys().forEach(key -> values.add(key.values()));
        listed = lookup.listed() != null && lookup.listed().contains(values);
        for (int i = 0; i < values.size(); i += listed ? values.size() : 1) {
            Read read = lookup.request(listed ? values : values.subList(i, i + 1), constants, limit, 0);
            reads.add(requireNonNull(read));
        }
    }

    void take(Iterator<Rows> found) {
        for (Matches one : matches.values()) {
            one.rows = listed ? List.of() : lookup.values(found.next());
        }
        ListedKeys list = lookup.listed();
        if (listed && list != null) {
            for (Row row : found.next().rows()) {
                requireNonNull(matches.get(list.of(row))).rows = List.<@Nullable Object[]>of(lookup.values(row));
            }
        }
    }

    /** The rows of a key; null if the packet did not have it. */
    @Nullable
    List<@Nullable Object[]> rows(JoinKey key) {
        Matches ofKey = matches.computeIfAbsent(key, lacked -> new Matches());
        ofKey.used = true;
        return ofKey.rows;
    }

    /** The lookups that the rows need: those that they have used, and those that they lack. */
    JoinLookups needed() {
        JoinLookups needed = new JoinLookups(lookup, constants);
        matches.forEach((key, ofKey) -> {
            if (ofKey.used) {
                needed.add(key);
            }
        });
        return needed;
    }
}
