// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import io.handlersocket.client.catalog.Table;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A join whose indexes are all open.
 *
 * <p>A statement has one snapshot, and so must its answer: the rows come from the last packet alone. It holds every
 * lookup that the join of its own rows needs, which is all that is checked; if rows changed on the way so that others
 * are needed, all that are known by then are sent together again.
 */
final class OpenJoin implements OpenPlan {

    /** The most lookups of one packet, which one worker of the server answers in one go. */
    static final int MAX_LOOKUPS = 256;

    /** The most rows of the result: two collections of one owner multiply. */
    static final int MAX_ROWS = 4_096;

    // Packets after those that it takes where nothing changes.
    private static final int RETRIES = 2;

    private final Join join;
    private final List<OpenLookup> lookups;
    private final JoinSteps steps;
    private final int packets;
    private final @Nullable RowOrder order;
    private final boolean distinct;
    private final Backoff backoff = new Backoff();

    OpenJoin(Join join, List<OpenLookup> lookups) {
        this.join = join;
        this.lookups = List.copyOf(lookups);
        this.steps = new JoinSteps(join, lookups);
        this.packets = join.packets() + RETRIES;
        this.order = join.orders().isEmpty() ? null : new RowOrder(steps.sortKeys());
        this.distinct = isDistinct(join, lookups);
    }

    List<OpenLookup> lookups() {
        return lookups;
    }

    @Override
    public boolean isOpen() {
        return lookups.stream().allMatch(OpenLookup::isOpen);
    }

    @Override
    public @Nullable String refusal(Answer answer, boolean limited) {
        if (answer != Answer.ROWS && !(answer == Answer.DISTINCT_ROWS && distinct)) {
            return OpenLookup.EQUAL_ROWS;
        }
        return limited && !lookups.stream().allMatch(lookup -> lookup.choice().atMostOneRow())
                ? "LIMIT of a join that may have several rows"
                : null;
    }

    /** Whether no two rows are equal: they have the primary key of each table, or one row of it by earlier tables. */
    private static boolean isDistinct(Join join, List<OpenLookup> lookups) {
        for (int i = 0; i < lookups.size(); i++) {
            int table = i;
            OpenLookup lookup = lookups.get(i);
            List<String> selected = join.items().stream()
                    .filter(item -> item.cases().isEmpty() && item.column().table() == table)
                    .map(item -> lookup.lookup()
                            .columns()
                            .get(item.column().column())
                            .column())
                    .toList();
            boolean only = i > 0 && lookup.choice().atMostOneRow();
            if (!only && !OpenLookup.containsPrimaryKey(selected, lookup.table())) {
                return false;
            }
        }
        return true;
    }

    @Override
    public List<@Nullable Object[]> read(List<@Nullable Object[]> keys, List<Object> constants, Page page) {
        if (!page.isAll() && keys.size() > 1) {
            throw LeftToJdbcException.statement("LIMIT of the rows of several keys");
        }
        if (page.skipped() != 0 || page.rows() < 1) {
            throw LeftToJdbcException.rows("OFFSET or LIMIT 0 of a join");
        }
        // With any other limit, one key has at most one row: see refusal.
        backoff.check();
        List<Table> begun = new ArrayList<>(lookups.size());
        lookups.forEach(lookup -> begun.add(lookup.bound().begin()));
        List<@Nullable Object[]> rows;
        try {
            rows = read(JoinPacket.predicted(steps, keys, constants));
        } catch (LeftToJdbcException e) {
            backoff.failed(e.reason());
            throw e;
        }
        for (int i = 0; i < begun.size(); i++) {
            lookups.get(i).bound().end(begun.get(i));
        }
        backoff.succeeded();
        return rows;
    }

    private List<@Nullable Object[]> read(JoinPacket predicted) {
        JoinPacket packet = predicted;
        for (int sent = 0; sent < packets; sent++) {
            JoinRows rows = new JoinRows(steps, packet.read());
            List<@Nullable Object[][]> joined = rows.joined();
            if (rows.isComplete()) {
                return selected(joined);
            }
            packet = rows.needed();
        }
        throw LeftToJdbcException.rows("the rows changed while they were read");
    }

    private List<@Nullable Object[]> selected(List<@Nullable Object[][]> joined) {
        List<@Nullable Object[]> rows = new ArrayList<>(joined.size());
        for (@Nullable Object[][] tables : joined) {
            @Nullable Object[] row = new Object[join.items().size()];
            for (int i = 0; i < row.length; i++) {
                row[i] = value(join.items().get(i), tables);
            }
            rows.add(row);
        }
        if (order != null) {
            order.sort(rows);
        }
        return rows;
    }

    private static @Nullable Object value(Join.Item item, @Nullable Object[][] tables) {
        if (item.cases().isEmpty()) {
            return JoinSteps.value(item.column(), tables);
        }
        for (Join.Case one : item.cases()) {
            if (JoinSteps.value(one.column(), tables) != null) {
                return one.value();
            }
        }
        return null;
    }
}
