// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import io.handlersocket.client.ProtocolException;
import io.handlersocket.client.TooLargeException;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.ReasonCode;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A join whose indexes are all open.
 *
 * <p>A statement has one snapshot, and so must its answer: the rows come from the last packet alone. It holds every
 * lookup that the join of its own rows needs, which is all that is checked; if rows changed on the way so that others
 * are needed, all that are known by then are sent together again. Remembered keys are only a guess which lookups the
 * first packet needs: rows that no other row leads to do not count.
 */
final class OpenJoin implements OpenPlan {

    /** The most lookups of one packet, which one worker of the server answers in one go. */
    static final int MAX_LOOKUPS = 256;

    /** The most rows of the result: two collections of one owner multiply. */
    static final int MAX_ROWS = 4_096;

    // Packets after those that it takes where nothing changes.
    private static final int RETRIES = 2;

    private static final JdbcReason LIMIT =
            new JdbcReason(JdbcReason.Kind.TABLE, "LIMIT of a join that may have several rows");

    private final JoinSteps steps;
    private final int packets;
    private final boolean dependent;
    private final @Nullable RowOrder order;
    private final boolean distinct;
    private final Backoff backoff = new Backoff();
    private volatile @Nullable RememberedKeys remembered;

    OpenJoin(Join join, List<OpenLookup> lookups) {
        this.steps = JoinSteps.of(join, lookups);
        this.packets = join.packets() + RETRIES;
        this.dependent = join.packets() > 1;
        this.order = join.orders().isEmpty() ? null : new RowOrder(steps.sortKeys());
        this.distinct = isDistinct(join, lookups);
    }

    List<OpenLookup> lookups() {
        return steps.lookups();
    }

    @Override
    public @Nullable JdbcReason closed(boolean certain) {
        for (OpenLookup lookup : lookups()) {
            JdbcReason reason = lookup.closed(certain);
            if (reason != null) {
                return reason;
            }
        }
        return null;
    }

    @Override
    public @Nullable JdbcReason refusal(Answer answer, boolean limited) {
        if (answer != Answer.ROWS && !(answer == Answer.DISTINCT_ROWS && distinct)) {
            return OpenLookup.EQUAL_ROWS;
        }
        return limited && !lookups().stream().allMatch(lookup -> lookup.choice().atMostOneRow()) ? LIMIT : null;
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
            if (!only && !IndexChoice.containsPrimaryKey(selected, lookup.table())) {
                return false;
            }
        }
        return true;
    }

    @Override
    public List<@Nullable Object[]> read(List<@Nullable Object[]> keys, List<Object> constants, Page page) {
        if (!page.isAll() && isOfSeveral(keys, constants)) {
            throw LeftToJdbcException.of(ReasonCode.LIMIT_OF_KEYS);
        }
        if (page.skipped() != 0 || page.rows() < 1) {
            throw LeftToJdbcException.rows("OFFSET or LIMIT 0 of a join");
        }
        // With any other limit, one key has at most one row: see refusal.
        backoff.check();
        Table[] begun = new Table[lookups().size()];
        for (int i = 0; i < begun.length; i++) {
            begun[i] = lookups().get(i).bound().begin();
        }
        List<@Nullable Object[]> rows;
        try {
            rows = readPackets(keys, constants);
        } catch (LeftToJdbcException e) {
            backoff.failed(e.reason());
            throw e;
        } catch (TooLargeException | ProtocolException e) { // the request or its reply is too long
            backoff.failed(JdbcReason.ofFailed(e));
            throw e;
        }
        for (int i = 0; i < begun.length; i++) {
            lookups().get(i).bound().end(begun[i]);
        }
        backoff.succeeded();
        return rows;
    }

    private boolean isOfSeveral(List<@Nullable Object[]> keys, List<Object> constants) {
        return lookups().get(0).given().isOfSeveral(keys, steps.constants(0, constants));
    }

    private List<@Nullable Object[]> readPackets(List<@Nullable Object[]> keys, List<Object> constants) {
        JoinKey root = dependent && !isOfSeveral(keys, constants) ? JoinKey.of(keys.get(0)) : null;
        JoinPacket packet = JoinPacket.predicted(steps, keys, constants);
        RememberedKeys known = remembered;
        boolean guessed = root != null && known != null && known.addTo(packet, steps, root);
        for (int sent = 0; sent < packets; sent++) {
            List<@Nullable Object[][]> joined;
            try {
                joined = packet.joined();
            } catch (TooLargeException | LeftToJdbcException e) {
                if (!guessed) {
                    throw e;
                }
                // The lookups that only a guess needs may be the cause.
                guessed = false;
                packet = JoinPacket.predicted(steps, keys, constants);
                continue;
            }
            if (packet.isComplete()) {
                if (sent > 0 && root != null) {
                    known = known == null ? new RememberedKeys() : known;
                    known.remember(packet, steps, root);
                    remembered = known; // of two threads that make one, one loses what it remembered
                }
                return selected(joined);
            }
            guessed = false;
            packet = packet.needed();
        }
        throw LeftToJdbcException.rows("the rows changed while they were read");
    }

    private List<@Nullable Object[]> selected(List<@Nullable Object[][]> joined) {
        List<@Nullable Object[]> rows = new ArrayList<>(joined.size());
        for (@Nullable Object[][] tables : joined) {
            @Nullable Object[] row = new Object[steps.join().items().size()];
            for (int i = 0; i < row.length; i++) {
                row[i] = value(steps.join().items().get(i), tables);
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
