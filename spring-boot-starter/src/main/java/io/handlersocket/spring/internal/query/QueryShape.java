// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.query;

import io.handlersocket.hibernate.spi.RangeAndOrder;
import io.handlersocket.hibernate.spi.RowQuery;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The shape of a query on one table, independent of its indexes.
 *
 * @param equal attributes that equal a value; see {@link RowQuery}
 * @param values the values of both
 * @param index name of the index to use; null for any index that fits
 */
record QueryShape(
        List<String> equal,
        RangeAndOrder range,
        List<Operand> values,
        @Nullable String index) {

    QueryShape {
        equal = List.copyOf(equal);
        values = List.copyOf(values);
    }

    /** The method's argument at this position; or the constant, if there is one. */
    record Operand(int argument, @Nullable Object constant) {}

    /** Returns the query for these attributes, of which a call may want only some of the rows. */
    RowQuery rows(List<String> shown, boolean limited) {
        return new RowQuery(shown, equal, range, index, limited);
    }

    List<@Nullable Object> values(@Nullable Object[] arguments) {
        @Nullable Object[] all = new Object[values.size()];
        for (int i = 0; i < all.length; i++) {
            Operand operand = values.get(i);
            all[i] = operand.constant() == null ? arguments[operand.argument()] : operand.constant();
        }
        return Arrays.asList(all);
    }

    /** Returns the attributes that are compared, then those sorted by. */
    Set<String> attributes() {
        Set<String> attributes = new LinkedHashSet<>(equal);
        attributes.addAll(range.compared());
        range.order().forEach(sort -> attributes.add(sort.column()));
        return attributes;
    }
}
