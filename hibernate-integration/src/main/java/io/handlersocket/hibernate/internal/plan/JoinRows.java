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
    private final JoinPacket.Answers answers;
    private boolean complete = true;
    private @Nullable JoinPacket needed;

    JoinRows(JoinSteps steps, JoinPacket.Answers answers) {
        this.steps = steps;
        this.answers = answers;
    }

    /** Whether every lookup was in the packet. */
    boolean isComplete() {
        return complete;
    }

    /** All lookups that the rows of this packet need. They are joined once more: most packets are complete. */
    JoinPacket needed() {
        JoinPacket next = answers.packet().next();
        needed = next;
        joined();
        needed = null;
        return next;
    }

    /** The rows joined, each with the values of every table; not to be used if they are incomplete. */
    List<@Nullable Object[][]> joined() {
        List<@Nullable Object[][]> rows = new ArrayList<>(answers.roots().size());
        for (@Nullable Object[] root : answers.roots()) {
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
        if (needed != null) {
            needed.add(table, key);
        }
        List<@Nullable Object[]> matches = answers.of(table, key);
        if (matches == null) {
            complete = false;
            return false;
        }
        if (matches.isEmpty() && steps.isReferredTo(table)) {
            throw LeftToJdbcException.rows("a reference to a missing row of "
                    + steps.lookups().get(table).lookup().table());
        }
        int end = steps.join().tables().get(table).end();
        for (@Nullable Object[] match : matches) {
            @Nullable Object[][] with = row.clone();
            with[table] = match;
            if (end == table + 1) {
                joined.add(with);
            } else {
                joined.addAll(join(List.<@Nullable Object[][]>of(with), table + 1, end));
            }
        }
        return true;
    }
}
