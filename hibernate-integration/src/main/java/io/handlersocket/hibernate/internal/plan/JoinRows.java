// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import io.handlersocket.hibernate.spi.LeftToJdbcException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Joins the rows of one packet by nested loops, and finds out whether the packet lacks lookups. */
final class JoinRows {

    private final JoinSteps steps;
    private final JoinPacket packet;
    private boolean complete = true;

    JoinRows(JoinSteps steps, JoinPacket packet) {
        this.steps = steps;
        this.packet = packet;
    }

    /** Whether every lookup was in the packet. */
    boolean isComplete() {
        return complete;
    }

    /** The rows joined, each with the values of every table; not to be used if they are incomplete. */
    List<@Nullable Object[][]> joined(List<@Nullable Object[]> roots) {
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
        List<@Nullable Object[]> matches = packet.of(table).rows(key);
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
