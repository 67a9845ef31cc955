// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import io.handlersocket.client.catalog.Collation;
import io.handlersocket.client.catalog.Column;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How a join is run with open lookups. */
@SuppressWarnings("ArrayRecordComponent") // never compared
record JoinSteps(
        Join join, List<OpenLookup> lookups, int[] @Nullable [] predicted, boolean[] references, int[] constantsUpTo) {

    /** Types of which SQL compares any two as it compares a column with a value; texts only under one collation. */
    private static final List<Set<String>> ALIKE = List.of(
            Set.of("tinyint", "smallint", "mediumint", "int", "bigint", "decimal"),
            Set.of("char", "varchar"),
            Set.of("binary", "varbinary"));

    static JoinSteps of(Join join, List<OpenLookup> lookups) {
        int tables = join.tables().size();
        int[] @Nullable [] predicted = new int[tables][];
        boolean[] references = new boolean[tables];
        int[] constantsUpTo = new int[tables + 1];
        for (int i = 0; i < tables; i++) {
            predicted[i] = join.predicted(i);
            constantsUpTo[i + 1] =
                    constantsUpTo[i] + join.tables().get(i).lookup().constants().size();
            references[i] = i > 0
                    && predicted[i] == null
                    && !isRestricted(join.tables().get(i))
                    && isReference(join, lookups, i);
        }
        return new JoinSteps(join, List.copyOf(lookups), predicted, references, constantsUpTo);
    }

    int @Nullable [] predicted(int table) {
        return predicted[table];
    }

    List<Object> constants(int table, List<Object> all) {
        int from = constantsUpTo[table];
        int to = constantsUpTo[table + 1];
        return from == to ? List.of() : all.subList(from, to);
    }

    boolean isReferredTo(int table) {
        return references[table];
    }

    List<RowOrder.Key> sortKeys() {
        return join.orders().stream().map(this::sortKey).toList();
    }

    private RowOrder.Key sortKey(Join.Order order) {
        Join.Origin origin = join.items().get(order.item()).column();
        Column column = lookups.get(origin.table()).choice().column(origin.column());
        return new RowOrder.Key(order.item(), order.descending(), column);
    }

    /** Why the columns that are compared or sorted may not be so in Java, or null if they may. */
    static @Nullable String refusal(Join join, List<OpenLookup> lookups) {
        for (int i = 1; i < lookups.size(); i++) {
            OpenLookup lookup = lookups.get(i);
            for (IndexChoice.Compared compared : lookup.choice().parts()) {
                if (compared.value() >= lookup.lookup().key().size()) {
                    continue; // a constant
                }
                Join.Origin origin = join.tables().get(i).origins().get(compared.value());
                String refusal = refusal(
                        compared.column(), lookups.get(origin.table()).choice().column(origin.column()));
                if (refusal != null) {
                    return refusal;
                }
            }
            if (!lookup.choice().rest().isEmpty()) {
                return "no index of " + lookup.lookup().table() + " contains all join columns";
            }
        }
        for (Join.Order order : join.orders()) {
            Join.Origin origin = join.items().get(order.item()).column();
            OpenLookup lookup = lookups.get(origin.table());
            String refusal = lookup.lookup()
                    .columns()
                    .get(origin.column())
                    .type()
                    .sortRefusal(lookup.choice().column(origin.column()));
            if (refusal != null) {
                return "ORDER BY of a join: " + refusal;
            }
        }
        return null;
    }

    private static @Nullable String refusal(Column key, Column origin) {
        boolean alike = key.columnType().equals(origin.columnType())
                // Only SQL compares a number with decimals that the key does not have.
                || (LookupValues.scale(origin) <= LookupValues.scale(key)
                        && ALIKE.stream()
                                .anyMatch(types -> types.contains(key.dataType()) && types.contains(origin.dataType()))
                        && !key.isFilledWithBlanksThatCount()
                        && !origin.isFilledWithBlanksThatCount());
        return alike && Objects.equals(key.collation(), origin.collation())
                ? null
                : "joined columns of different types: " + described(key) + ", " + described(origin);
    }

    private static String described(Column column) {
        Collation collation = column.collation();
        return column.name() + ' ' + column.columnType() + (collation == null ? "" : " collate " + collation.name());
    }

    /** Whether a join may lack the row that a reference points to, because of a condition on it. */
    private static boolean isRestricted(Join.Table table) {
        return !table.lookup().constants().isEmpty() || !table.lookup().nulls().isEmpty();
    }

    /** A unique key that is compared with columns other than the primary key of another table. */
    private static boolean isReference(Join join, List<OpenLookup> lookups, int table) {
        if (!lookups.get(table).choice().atMostOneRow()) {
            return false;
        }
        List<Join.Origin> origins = join.tables().get(table).origins();
        OpenLookup from = lookups.get(origins.get(0).table());
        List<String> columns = origins.stream()
                .filter(origin -> lookups.get(origin.table()) == from)
                .map(origin -> from.choice().column(origin.column()).name())
                .toList();
        return !IndexChoice.containsPrimaryKey(columns, from.table());
    }

    int tables() {
        return lookups.size();
    }

    /** How many parts the keys have by which a table is joined. */
    int parts(int table) {
        return join.tables().get(table).origins().size();
    }

    /** The key by which a row of the earlier tables is joined with a table; null if it has no match. */
    @Nullable
    JoinKey key(int table, @Nullable Object[][] row) {
        List<Join.Origin> origins = join.tables().get(table).origins();
        @Nullable Object[] values = new Object[origins.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = value(origins.get(i), row);
        }
        return JoinKey.of(values);
    }

    @SuppressWarnings("NullAway") // a table without a match has no values
    static @Nullable Object value(Join.Origin column, @Nullable Object[][] row) {
        @Nullable Object[] values = row[column.table()];
        return values == null ? null : values[column.column()];
    }
}
