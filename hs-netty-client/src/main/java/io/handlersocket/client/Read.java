// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * Describes one read of {@link HandlerSocketClient#readTogether}: the rows whose leading index parts equal one of the
 * keys.
 *
 * @param index the index to read; unique or not
 * @param keys the values of one or more leading parts, in index order; a null value matches no row
 * @param filters the conditions that every row fulfils
 * @param limit the maximum number of rows per key; 1 or more. No effect on a key that has at most one row
 */
public record Read(Index index, List<Key> keys, List<Range.Filter> filters, int limit) {

    public Read {
        requireNonNull(index, "index: null (expected an index of this client)");
        keys = Key.copy("keys", keys);
        filters = Range.filters(filters);
        limit = Range.limited(limit);
    }

    /** Hides the values, so that no log contains them. */
    @Override
    public String toString() {
        return "Read(" + index + ", " + keys.size() + " keys" + (filters.isEmpty() ? "" : ", " + filters) + ", limit "
                + limit + ')';
    }
}
