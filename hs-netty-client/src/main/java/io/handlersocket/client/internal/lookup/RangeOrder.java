// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.Comparison;
import io.handlersocket.client.Range;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.IndexPart;
import io.handlersocket.client.internal.codec.ColumnCodec;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Decides whether the server orders the rows of a range as SQL does, and which columns order rows with equal keys. */
final class RangeOrder {

    /** Types that an index orders in another way than SQL, or than the values that the server shows. */
    private static final Set<String> OTHER_ORDER = Set.of("enum", "set", "float", "double", "bit");

    private RangeOrder() {}

    /** The comparison by which the server finds the first row. */
    static Comparison start(Range range) {
        Comparison unbounded = range.isDescending() ? Comparison.LESS_OR_EQUAL : Comparison.EQUAL;
        return range.from().map(Range.Bound::comparison).orElse(unbounded);
    }

    /** Checks a range that is bounded in a part: the index must have it, and order it as SQL does. */
    static void checkBound(ReplyLayout layout, Range range, int part) {
        if (part >= layout.keyParts()) {
            throw new IllegalArgumentException(layout + ": a bound after " + part + " equal values (expected at most "
                    + (layout.keyParts() - 1) + " before a bound)");
        }
        checkAscendingParts(layout, part + 1);
        checkComparison(layout.keyCodec(part), start(range));
        checkEngine(layout, range);
    }

    static void checkDescending(ReplyLayout layout, Range range) {
        checkAscendingParts(layout, layout.keyParts());
        checkEngine(layout, range);
    }

    static void checkComparison(ColumnCodec codec, Comparison comparison) {
        Column column = codec.column();
        if (comparison == Comparison.NOT_EQUAL) {
            return;
        }
        if (OTHER_ORDER.contains(column.dataType())) {
            throw new RefusedException(codec + ": the order of " + column.dataType() + " differs from SQL's");
        }
        if (column.isFilledWithBlanksThatCount()) {
            throw new RefusedException(codec + ": the index orders values padded with spaces, SQL without them");
        }
    }

    private static void checkAscendingParts(ReplyLayout layout, int parts) {
        for (IndexPart part : layout.index().parts().subList(0, parts)) {
            if (part.descending()) {
                throw new RefusedException(layout + ": " + part.column() + " is a descending part");
            }
        }
    }

    private static void checkEngine(ReplyLayout layout, Range range) {
        if (start(range) == Comparison.LESS_OR_EQUAL && isEngine(layout, "rocksdb")) {
            throw new RefusedException(layout + ": MyRocks does not know <=");
        }
    }

    private static boolean isEngine(ReplyLayout layout, String name) {
        return layout.table().engine().toLowerCase(Locale.ROOT).equals(name);
    }

    /**
     * The columns that order rows with equal keys, if they are known; empty if no two rows of the range share a key.
     */
    static List<String> suffix(ReplyLayout layout, Range range) {
        checkAscendingParts(layout, layout.keyParts());
        if (isUnique(layout, range)) {
            return List.of();
        }
        Optional<IndexDefinition> primary = layout.table().index(IndexDefinition.PRIMARY);
        if (primary.isEmpty() || !isEngine(layout, "innodb")) {
            throw new RefusedException(
                    layout + ": not unique, and only InnoDB orders rows with equal keys, by the primary"
                            + " key (expected a unique index, or an InnoDB table with a primary key)");
        }
        List<String> suffix = primary.get().columns().stream()
                .filter(column -> !layout.index().columns().contains(column))
                .toList();
        suffix.forEach(column -> checkSuffix(layout, primary.get(), column));
        return suffix;
    }

    /** Whether no two rows of the range share a key. Rows with NULL in their key may, in a unique index too. */
    private static boolean isUnique(ReplyLayout layout, Range range) {
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

    private static void checkSuffix(ReplyLayout layout, IndexDefinition primary, String name) {
        Column column = layout.columns().get(layout.filterColumn(name)).column();
        boolean otherPart = primary.parts().stream()
                .anyMatch(part -> part.column().equals(name) && (part.prefixLength() > 0 || part.descending()));
        if (otherPart || column.isFilledWithBlanksThatCount() || OTHER_ORDER.contains(column.dataType())) {
            throw new RefusedException(layout + ": rows with equal keys are ordered by " + name + " of type "
                    + column.columnType() + ", which the server compares in another way");
        }
    }
}
