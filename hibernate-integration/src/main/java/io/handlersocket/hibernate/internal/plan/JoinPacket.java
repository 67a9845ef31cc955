// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import io.handlersocket.client.Read;
import io.handlersocket.client.Rows;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lookups of a join that are sent together. */
final class JoinPacket {

    private static final int LEAST_ROWS = 64;

    /** How many times as many rows as the others one key may have. */
    private static final int UNEVEN = 4;

    private final JoinSteps steps;
    private final List<@Nullable Object[]> keys;
    private final List<Object> constants;
    private final @Nullable JoinLookups[] lookups;

    private JoinPacket(JoinSteps steps, List<@Nullable Object[]> keys, List<Object> constants) {
        this.steps = steps;
        this.keys = keys;
        this.constants = constants;
        this.lookups = new JoinLookups[steps.tables()];
    }

    /** The lookups of the first table, and those of other tables whose keys follow from its keys. */
    static JoinPacket predicted(JoinSteps steps, List<@Nullable Object[]> keys, List<Object> constants) {
        JoinPacket packet = new JoinPacket(steps, keys, constants);
        for (int table = 1; table < steps.tables(); table++) {
            int[] parts = steps.predicted(table);
            for (int k = 0; parts != null && k < keys.size(); k++) {
                @Nullable Object[] values = new Object[parts.length];
                for (int i = 0; i < parts.length; i++) {
                    values[i] = keys.get(k)[parts[i]];
                }
                JoinKey key = JoinKey.of(values);
                if (key != null) {
                    packet.add(table, key);
                }
            }
        }
        return packet;
    }

    /** One that asks the first table for the same, and others for nothing yet. */
    JoinPacket next() {
        return new JoinPacket(steps, keys, constants);
    }

    void add(int table, JoinKey key) {
        JoinLookups ofTable = lookups[table];
        if (ofTable == null) {
            ofTable = new JoinLookups();
            lookups[table] = ofTable;
        }
        ofTable.add(key);
    }

    /** The keys that are looked up in a table. */
    List<JoinKey> keys(int table) {
        JoinLookups ofTable = lookups[table];
        return ofTable == null ? List.of() : ofTable.keys();
    }

    /** Sends them, and waits for what they find. */
    Answers read() {
        List<Read> reads = new ArrayList<>();
        OpenLookup root = steps.lookups().get(0);
        List<Object> ofRoot = steps.constants(0, constants);
        int alternatives = root.given().alternatives(ofRoot);
        if (alternatives > 1) {
            root.alternativesOrder().check(keys);
        }
        for (int i = 0; i < alternatives; i++) {
            Read first = root.request(keys, ofRoot, OpenLookup.MAX_ROWS, i);
            if (first == null) {
                return new Answers(this, List.of());
            }
            reads.add(first);
        }
        int limit = limit();
        for (int table = 1; table < steps.tables(); table++) {
            for (JoinKey key : keys(table)) {
                reads.add(request(table, key, limit));
            }
        }
        if (reads.size() > OpenJoin.MAX_LOOKUPS) {
            throw LeftToJdbcException.rows("a join of more than " + OpenJoin.MAX_LOOKUPS + " lookups");
        }
        List<Rows> found = root.client().readTogether(reads);
        int next = 0;
        List<@Nullable Object[]> roots = root.values(found.get(next++));
        while (next < alternatives) {
            roots.addAll(root.values(found.get(next++)));
        }
        if (alternatives > 1) {
            root.alternativesOrder().sort(roots, keys);
        }
        for (int table = 1; table < steps.tables(); table++) {
            JoinLookups ofTable = lookups[table];
            for (int k = 0; ofTable != null && k < ofTable.keys().size(); k++) {
                ofTable.found(steps.lookups().get(table).values(found.get(next++)));
            }
        }
        return new Answers(this, roots);
    }

    /** Rows of each lookup: few keys may have many, but many keys not all as many as a join may have. */
    private int limit() {
        int many = 0;
        for (int table = 1; table < steps.tables(); table++) {
            many += steps.lookups().get(table).choice().atMostOneRow()
                    ? 0
                    : keys(table).size();
        }
        return Math.min(OpenLookup.MAX_ROWS, Math.max(LEAST_ROWS, UNEVEN * OpenJoin.MAX_ROWS / Math.max(1, many)));
    }

    private Read request(int table, JoinKey key, int limit) {
        Read request = steps.lookups()
                .get(table)
                .request(List.<@Nullable Object[]>of(key.values()), steps.constants(table, constants), limit, 0);
        if (request == null) {
            throw new AssertionError("a key without NULL");
        }
        return request;
    }

    /**
     * What the lookups of one packet found.
     *
     * @param packet the packet
     * @param roots rows of the first table
     */
    record Answers(JoinPacket packet, List<@Nullable Object[]> roots) {

        /** The rows of a key, or null if the packet did not have it. */
        @Nullable
        List<@Nullable Object[]> of(int table, JoinKey key) {
            JoinLookups ofTable = packet.lookups[table];
            return ofTable == null ? null : ofTable.rows(key);
        }
    }
}
