// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * Describes one read of {@link HandlerSocketClient#readTogether}: the rows of an index whose leading parts equal one of
 * some keys.
 *
 * @param index where to read; unique or not
 * @param keys each with the values of the leading parts, one or more, in index order; a null value matches no row
 * @param filters conditions that every row fulfils
 * @param limit the most rows per key; 1 or more. Without effect where a key has one row at most
 * @since 0.1
 */
public record Read(Index index, List<Key> keys, List<Range.Filter> filters, int limit) {

    public Read {
        requireNonNull(index, "index: null (expected an index of this client)");
        keys = Key.copy("keys", keys);
        filters = Range.filters(filters);
        limit = Range.limited(limit);
    }

    /** Hides the values: keys are in no log. */
    @Override
    public String toString() {
        return "Read(" + index + ", " + keys.size() + " keys" + (filters.isEmpty() ? "" : ", " + filters) + ", limit "
                + limit + ')';
    }
}
