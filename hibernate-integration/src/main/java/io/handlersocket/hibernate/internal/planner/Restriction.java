// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.planner;

import io.handlersocket.hibernate.internal.plan.Lookup;
import io.handlersocket.hibernate.spi.RangeAndOrder;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A condition on a column that is not part of a key: the same for all keys of the statement.
 *
 * @param column the column
 * @param value what it equals: a text, number or boolean, {@link Lookup.OneOf} or {@link Lookup.Parameter}; null if the
 *     column is NULL
 */
record Restriction(SqlText.ColumnName column, @Nullable Object value) {

    static List<String> constants(List<Restriction> restrictions) {
        return restrictions.stream()
                .filter(restriction -> restriction.value() != null)
                .map(restriction -> restriction.column().name())
                .toList();
    }

    /** Returns the values that columns equal, in the order of {@link #constants}. */
    static List<Object> values(List<Restriction> restrictions) {
        return restrictions.stream()
                .map(Restriction::value)
                .filter(Objects::nonNull)
                .<Object>map(value -> value)
                .toList();
    }

    /** Returns the lookup of a table whose rows are restricted so. */
    static Lookup lookup(
            SqlName table,
            List<Lookup.Selected> columns,
            List<String> key,
            RangeAndOrder range,
            List<Restriction> restrictions) {
        List<String> nulls = restrictions.stream()
                .filter(restriction -> restriction.value() == null)
                .map(restriction -> restriction.column().name())
                .toList();
        return new Lookup(table.schema(), table.name(), columns, key, constants(restrictions), range, nulls, null);
    }
}
