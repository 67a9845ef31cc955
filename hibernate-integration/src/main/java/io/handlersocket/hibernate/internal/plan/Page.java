// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import io.handlersocket.hibernate.spi.LeftToJdbcException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which of the rows found a statement asks for: its LIMIT and OFFSET.
 *
 * @param skipped how many rows are skipped first
 * @param rows how many rows are returned after them, at most
 */
public record Page(long skipped, long rows) {

    /** All rows: the statement has no LIMIT. */
    public static final Page ALL = new Page(0, Long.MAX_VALUE);

    /** The most rows that are read for a page, with those skipped: HandlerSocket sends them too. */
    public static final int MAX_READ = 1_000;

    public boolean isAll() {
        return skipped == 0 && rows == Long.MAX_VALUE;
    }

    int read() {
        if (rows < 1 || skipped < 0 || rows > MAX_READ || skipped > MAX_READ - rows) {
            throw LeftToJdbcException.rows(
                    rows < 1 ? "LIMIT 0" : "LIMIT of more than " + MAX_READ + " rows, including its OFFSET");
        }
        return (int) (skipped + rows);
    }

    /** Of the first rows found, those wanted. */
    <T extends @Nullable Object> List<T> of(List<T> found) {
        int from = (int) Math.min(skipped, found.size());
        return found.subList(from, (int) Math.min(found.size(), skipped + Math.min(rows, Integer.MAX_VALUE)));
    }
}
