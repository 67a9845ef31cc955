// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import io.handlersocket.client.Index;
import io.handlersocket.client.Range;
import io.handlersocket.client.Rows;
import java.util.List;

/** Reads ranges of an index, unless only SQL should. All threads. */
final class RangeReader {

    private final Index index;
    private final Backoff backoff = new Backoff();

    RangeReader(Index index) {
        this.index = index;
    }

    /**
     * Reads ranges, all from one snapshot.
     *
     * @param passing whether the server reads over an unknown number of rows before the first one it gives
     */
    List<Rows> read(List<Range> ranges, boolean passing) {
        if (!passing) {
            return read(ranges);
        }
        backoff.check();
        long start = System.nanoTime();
        List<Rows> rows = read(ranges);
        backoff.took(System.nanoTime() - start, "too many rows have the key that the page starts with");
        return rows;
    }

    private List<Rows> read(List<Range> ranges) {
        return ranges.isEmpty() ? List.of() : index.ranges(ranges);
    }
}
