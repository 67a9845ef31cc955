// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import io.handlersocket.client.Read;
import io.handlersocket.client.Rows;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lookups of a join that are sent together, and what they find. */
final class JoinPacket {

    private static final int LEAST_ROWS = 64;

    /** How many times as many rows as the others one key may have. */
    private static final int UNEVEN = 4;

    private final OpenLookup root;
    private final List<@Nullable Object[]> keys;
    private final List<Object> constants;
    /** One for each table after the first. */
    private final List<JoinLookups> lookups;

    private JoinPacket(
            OpenLookup root, List<@Nullable Object[]> keys, List<Object> constants, List<JoinLookups> lookups) {
        this.root = root;
        this.keys = keys;
        this.constants = constants;
        this.lookups = lookups;
    }

    /** The lookups of the first table, and those of other tables whose keys follow from its keys. */
    static JoinPacket predicted(JoinSteps steps, List<@Nullable Object[]> keys, List<Object> constants) {
        List<JoinLookups> lookups = new ArrayList<>(steps.tables() - 1);
        for (int table = 1; table < steps.tables(); table++) {
            JoinLookups ofTable = new JoinLookups(steps.lookups().get(table), steps.constants(table, constants));
            lookups.add(ofTable);
            int[] parts = steps.predicted(table);
            for (int k = 0; parts != null && k < keys.size(); k++) {
                @Nullable Object[] values = new Object[parts.length];
                for (int i = 0; i < parts.length; i++) {
                    values[i] = keys.get(k)[parts[i]];
                }
                JoinKey key = JoinKey.of(values);
                if (key != null) {
                    ofTable.add(key);
                }
            }
        }
        return new JoinPacket(steps.lookups().get(0), keys, steps.constants(0, constants), lookups);
    }

    /** One that asks the first table for the same, and the others for all that the joined rows need. */
    JoinPacket needed() {
        return new JoinPacket(
                root, keys, constants, lookups.stream().map(JoinLookups::needed).toList());
    }

    /** The lookups of a table after the first. */
    JoinLookups of(int table) {
        return lookups.get(table - 1);
    }

    /** Sends them, waits for what they find, and returns the rows of the first table. */
    List<@Nullable Object[]> read() {
        List<Read> reads = new ArrayList<>(root.requests(keys, constants));
        if (reads.isEmpty()) {
            return List.of();
        }
        int ofRoot = reads.size();
        int count = ofRoot;
        int several = 0;
        for (JoinLookups ofTable : lookups) {
            count += ofTable.keys().size();
            several += ofTable.several();
        }
        if (count > OpenJoin.MAX_LOOKUPS) {
            throw LeftToJdbcException.rows("a join of more than " + OpenJoin.MAX_LOOKUPS + " lookups");
        }
        int limit = limit(several);
        lookups.forEach(ofTable -> ofTable.addTo(reads, limit));
        List<Rows> found = root.client().readTogether(reads);
        List<@Nullable Object[]> roots = root.rows(found.subList(0, ofRoot), keys);
        Iterator<Rows> others = found.subList(ofRoot, found.size()).iterator();
        lookups.forEach(ofTable -> ofTable.take(others));
        return roots;
    }

    /** Rows of each lookup: few keys may have many, but many keys not all as many as a join may have. */
    private static int limit(int several) {
        return Math.min(OpenLookup.MAX_ROWS, Math.max(LEAST_ROWS, UNEVEN * OpenJoin.MAX_ROWS / Math.max(1, several)));
    }
}
