// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import java.util.List;

/**
 * The rows of one index whose leading parts equal one of some keys: one of the reads that {@link
 * HandlerSocketClient#readTogether} answers from one snapshot.
 *
 * @param index where to read; unique or not
 * @param keys each the values of the leading parts, one or more of them, in index order; a null among them matches no row
 * @param filters rows for which one of these does not hold are passed over
 * @param limit rows for each key, at most; 1 or more. Without effect where a key can have only one row
 */
public record Read(Index index, List<Key> keys, List<Range.Filter> filters, int limit) {

    public Read {
        keys = List.copyOf(keys);
        filters = List.copyOf(filters);
        if (limit < 1) {
            throw new IllegalArgumentException("limit: " + limit + " (expected 1 or more)");
        }
        if (filters.size() > Range.MAX_FILTERS) {
            throw new IllegalArgumentException(
                    "filters: " + filters.size() + " (expected at most " + Range.MAX_FILTERS + ")");
        }
    }

    /** Hides the values: keys are in no log. */
    @Override
    public String toString() {
        return "Read(" + index + ", " + keys.size() + " keys" + (filters.isEmpty() ? "" : ", " + filters) + ", limit "
                + limit + ')';
    }
}
