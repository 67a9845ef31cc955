// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import io.handlersocket.hibernate.spi.LeftToJdbcException;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Puts rows that come by one of several constants after the other into the order of their keys, as SQL reads them. */
final class AlternativesOrder {

    private final int @Nullable [] positions;

    /** @param positions where the parts of the key are in each row; null unless all are selected numbers */
    private AlternativesOrder(int @Nullable [] positions) {
        this.positions = positions;
    }

    static AlternativesOrder of(Lookup lookup, IndexChoice choice) {
        int[] positions = choice.definition().columns().stream()
                .mapToInt(column -> numberAt(column, lookup))
                .toArray();
        return new AlternativesOrder(IntStream.of(positions).anyMatch(position -> position < 0) ? null : positions);
    }

    private static int numberAt(String column, Lookup lookup) {
        for (int i = 0; i < lookup.columns().size(); i++) {
            Lookup.Selected selected = lookup.columns().get(i);
            if (selected.type() == ValueType.INTEGER && selected.column().equalsIgnoreCase(column)) {
                return i;
            }
        }
        return -1;
    }

    /** Throws, before anything is sent, if the rows of these keys could not be sorted. */
    void check(List<@Nullable Object[]> keys) {
        if (keys.size() > 1 && positions == null) {
            throw LeftToJdbcException.table("a list of constants, such as several discriminators, with several keys"
                    + " that are not selected numbers");
        }
    }

    void sort(List<@Nullable Object[]> rows, List<@Nullable Object[]> keys) {
        int[] parts = positions;
        if (keys.size() == 1 || parts == null) {
            return; // of one key there is at most one row
        }
        rows.sort((left, right) -> {
            int order = 0;
            for (int i = 0; i < parts.length && order == 0; i++) {
                order = KeyOrder.comparePart(left[parts[i]], right[parts[i]]);
            }
            return order;
        });
    }
}
