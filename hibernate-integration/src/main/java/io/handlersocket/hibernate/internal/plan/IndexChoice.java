// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How a lookup is answered by one index of its table.
 *
 * @param spec what to open: the index, and each column read once
 * @param definition the index as the table has it; true of a handle only if that says the same
 * @param parameters for each part of the index, the position of its parameter
 * @param positions for each column the statement reads, its position in the spec's columns
 * @param keyColumns for each part of the index, its column
 */
record IndexChoice(
        IndexSpec spec,
        IndexDefinition definition,
        List<Integer> parameters,
        List<Integer> positions,
        List<Column> keyColumns) {

    /** A lookup that stays on JDBC; the message says why. */
    static final class NotPossible extends RuntimeException {

        private static final long serialVersionUID = 1L;

        NotPossible(String message) {
            super(message, null, false, false);
        }
    }

    /**
     * Chooses the primary key, or else the first unique index, whose columns are exactly those compared.
     *
     * @throws NotPossible if there is none, or a column cannot be read
     */
    static IndexChoice of(Lookup lookup, Table table, boolean plainValues) {
        table.refusal().ifPresent(reason -> {
            throw new NotPossible(lookup.table() + ": " + reason);
        });
        IndexDefinition index = uniqueIndex(lookup, table);
        List<Integer> parameters = index.parts().stream()
                .map(part -> indexOf(lookup.key(), part.column()))
                .toList();
        List<Column> keyColumns =
                index.parts().stream().map(part -> column(table, part.column())).toList();
        List<String> names = new ArrayList<>();
        List<Integer> positions = new ArrayList<>();
        for (Lookup.Selected selected : lookup.columns()) {
            Column column = column(table, selected.column());
            String refusal = selected.reading().refusal(column, plainValues);
            if (refusal != null) {
                throw new NotPossible(refusal);
            }
            int known = names.indexOf(column.name());
            positions.add(known < 0 ? names.size() : known);
            if (known < 0) {
                names.add(column.name());
            }
        }
        return new IndexChoice(
                new IndexSpec(table.name(), index.name(), names), index, parameters, positions, keyColumns);
    }

    private static IndexDefinition uniqueIndex(Lookup lookup, Table table) {
        Optional<IndexDefinition> index = table.indexes().stream()
                .filter(i -> i.unique()
                        && i.refusal().isEmpty()
                        && i.parts().size() == lookup.key().size())
                .filter(i -> i.parts().stream().allMatch(part -> indexOf(lookup.key(), part.column()) >= 0))
                .findFirst();
        return index.orElseThrow(() ->
                new NotPossible("no primary key or unique index of " + lookup.table() + " is exactly " + lookup.key()));
    }

    private static int indexOf(List<String> names, String name) {
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).equalsIgnoreCase(name)) {
                return i;
            }
        }
        return -1;
    }

    /** Column names are compared as SQL does, without case. */
    private static Column column(Table table, String name) {
        return table.columns().stream()
                .filter(column -> column.name().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> new NotPossible("no column " + name + " in " + table.name()));
    }
}
