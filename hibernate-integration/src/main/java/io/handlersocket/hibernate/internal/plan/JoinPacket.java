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

/** Lookups of a join that are sent together. Their rows are joined by nested loops, which shows what else they need. */
final class JoinPacket {

    private static final int LEAST_ROWS = 64;

    /** How many times as many rows as the others one key may have. */
    private static final int UNEVEN = 4;

    private final JoinSteps steps;
    private final List<@Nullable Object[]> keys;
    private final List<Object> constants;
    /** One for each table after the first. */
    private final List<JoinLookups> lookups;

    private boolean complete = true;

    private JoinPacket(
            JoinSteps steps, List<@Nullable Object[]> keys, List<Object> constants, List<JoinLookups> lookups) {
        this.steps = steps;
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
        return new JoinPacket(steps, keys, steps.constants(0, constants), lookups);
    }

    /** One that asks the first table for the same, and the others for all that the joined rows need. */
    JoinPacket needed() {
        return new JoinPacket(
                steps,
                keys,
                constants,
                lookups.stream().map(JoinLookups::needed).toList());
    }

    JoinLookups of(int table) {
        return lookups.get(table - 1);
    }

    /** Whether the joined rows needed no lookup that is not in the packet. */
    boolean isComplete() {
        return complete;
    }

    /** Sends them, and waits for what they find: the rows of the first table. */
    private List<@Nullable Object[]> roots() {
        OpenLookup root = steps.lookups().get(0);
        List<Read> reads = root.requests(keys, constants);
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
        // Few keys may have many rows, but many keys not all as many as a join may have.
        int most = Math.max(LEAST_ROWS, UNEVEN * OpenJoin.MAX_ROWS / Math.max(1, several));
        int limit = Math.min(OpenLookup.MAX_ROWS, most);
        lookups.forEach(ofTable -> ofTable.addTo(reads, limit));
        List<Rows> found = root.client().readTogether(reads);
        List<@Nullable Object[]> roots = root.rows(found.subList(0, ofRoot), keys);
        Iterator<Rows> others = found.subList(ofRoot, found.size()).iterator();
        lookups.forEach(ofTable -> ofTable.take(others));
        return roots;
    }

    /** Reads and joins the rows, each with the values of every table; not to be used if they are incomplete. */
    List<@Nullable Object[][]> joined() {
        List<@Nullable Object[]> roots = roots();
        List<@Nullable Object[][]> rows = new ArrayList<>(roots.size());
        for (@Nullable Object[] root : roots) {
            @Nullable Object[][] row = new Object[steps.tables()][];
            row[0] = root;
            rows.add(row);
        }
        return join(rows, 1, steps.tables());
    }

    private List<@Nullable Object[][]> join(List<@Nullable Object[][]> rows, int from, int to) {
        List<@Nullable Object[][]> joined = rows;
        for (int table = from;
                table < to;
                table = steps.join().tables().get(table).end()) {
            joined = join(joined, table);
        }
        return joined;
    }

    private List<@Nullable Object[][]> join(List<@Nullable Object[][]> rows, int table) {
        List<@Nullable Object[][]> joined = new ArrayList<>(rows.size());
        for (@Nullable Object[][] row : rows) {
            int before = joined.size();
            boolean known = addMatches(row, table, joined);
            // A row whose matches are not known goes on, so that the other tables' lookups become known.
            if (joined.size() == before
                    && (!known || steps.join().tables().get(table).outer())) {
                joined.add(row);
            }
            if (joined.size() > OpenJoin.MAX_ROWS) {
                throw LeftToJdbcException.rows("a join of more than " + OpenJoin.MAX_ROWS + " rows");
            }
        }
        return joined;
    }

    /** Returns whether the matches are known. */
    private boolean addMatches(@Nullable Object[][] row, int table, List<@Nullable Object[][]> joined) {
        JoinKey key = steps.key(table, row);
        if (key == null) {
            return true;
        }
        List<@Nullable Object[]> matches = of(table).rows(key);
        if (matches == null) {
            complete = false;
            return false;
        }
        if (matches.isEmpty() && steps.isReferredTo(table)) {
            throw LeftToJdbcException.rows("a reference to a missing row of "
                    + steps.lookups().get(table).lookup().table());
        }
        int end = steps.join().tables().get(table).end();
        for (int i = 0; i < matches.size(); i++) {
            boolean alone = end == table + 1;
            @Nullable Object[][] with = alone && i == matches.size() - 1 ? row : row.clone();
            with[table] = matches.get(i);
            if (alone) {
                joined.add(with);
            } else {
                joined.addAll(join(List.<@Nullable Object[][]>of(with), table + 1, end));
            }
        }
        return true;
    }
}
