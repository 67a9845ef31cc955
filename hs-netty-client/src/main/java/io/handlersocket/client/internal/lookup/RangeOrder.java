// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.Range;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.IndexPart;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** By which columns the rows of an index are told apart and ordered, so that a page can begin behind the last row of another. */
final class RangeOrder {

    /** The server compares them otherwise than the index orders them, or not by what it shows. */
    private static final Set<String> NOT_COMPARED = Set.of("enum", "set", "float", "double", "bit");

    private RangeOrder() {}

    /**
     * The columns that order rows with equal keys; none if there are no such rows.
     *
     * @throws RefusedException if it cannot be said
     */
    static List<String> suffix(Layout layout, Range range) {
        IndexDefinition index = layout.index();
        for (IndexPart part : index.parts()) {
            if (part.descending()) {
                throw new RefusedException(layout + ": " + part.column() + " is a descending part");
            }
        }
        if (isUnique(layout, range)) {
            return List.of();
        }
        Optional<IndexDefinition> primary = layout.table().index(IndexDefinition.PRIMARY);
        if (primary.isEmpty()
                || !layout.table().engine().toLowerCase(Locale.ROOT).equals("innodb")) {
            throw new RefusedException(
                    layout + ": not unique, and only InnoDB orders rows with equal keys, by the primary"
                            + " key (expected a unique index, or an InnoDB table with a primary key)");
        }
        List<String> suffix = primary.get().columns().stream()
                .filter(column -> !index.columns().contains(column))
                .toList();
        suffix.forEach(column -> refuseIncomparable(layout, column));
        return suffix;
    }

    /** Whether no two rows of the range share a key, which rows with NULL in it may. */
    private static boolean isUnique(Layout layout, Range range) {
        if (!layout.index().unique()) {
            return false;
        }
        int compared =
                range.equal().size() + (range.from().isEmpty() && range.until().isEmpty() ? 0 : 1);
        for (int part = compared; part < layout.keyParts(); part++) {
            if (layout.keyCodec(part).column().nullable()) {
                return false;
            }
        }
        return true;
    }

    private static void refuseIncomparable(Layout layout, String name) {
        Column column = layout.columns().get(layout.filterColumn(name)).column();
        boolean prefix = layout.table().index(IndexDefinition.PRIMARY).orElseThrow().parts().stream()
                .anyMatch(part -> part.column().equals(name) && (part.prefixLength() > 0 || part.descending()));
        if (prefix || column.isFilledWithBlanksThatCount() || NOT_COMPARED.contains(column.dataType())) {
            throw new RefusedException(layout + ": rows with equal keys are ordered by " + name + " of type "
                    + column.columnType() + ", which the server compares otherwise");
        }
    }
}
