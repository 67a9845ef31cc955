// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows next to each other in an index: equal in its leading parts, and compared in the part that follows.
 *
 * <pre>
 * Range.equal(7)                                          // where a = 7
 * Range.equal(7).and(Comparison.GREATER_OR_EQUAL, since)  // where a = 7 and b &gt;= since, order by b
 * Range.equal(7).descending().limit(3)                    // where a = 7 order by b desc limit 3
 * Range.all(Comparison.LESS, 100).limit(10)               // where a &lt; 100, order by a desc limit 10
 * </pre>
 *
 * <p>{@code <} and {@code <=} walk the index downwards, so the rows come in descending order. As in SQL, no comparison matches
 * NULL.
 *
 * @param equal values of the leading parts, in index order
 * @param comparison how the next part is compared; if it is not, {@link Comparison#EQUAL} for rows in index order and
 *     {@link Comparison#LESS_OR_EQUAL} for the opposite order
 * @param bound what the next part is compared with, or null if it is not
 * @param until where to stop, checked on the part behind the equal ones; null for no such end
 * @param untilComparison how a row must compare with {@code until} to be returned
 * @param filters rows for which one of these does not hold are passed over
 * @param limit rows, at most; 1 or more
 */
public record Range(
        List<Object> equal,
        Comparison comparison,
        @Nullable Object bound,
        @Nullable Object until,
        Comparison untilComparison,
        List<Filter> filters,
        int limit) {

    /** Rows of one page where none is said. */
    public static final int DEFAULT_LIMIT = 1000;

    /** The most filters of one range: far below the number that overflows the server's stack. */
    public static final int MAX_FILTERS = 1000;

    /**
     * A condition on a column that need not be in the index.
     *
     * @param column a column that is no TEXT, BLOB or the like
     * @param comparison how it is compared
     * @param value with what; not null
     */
    public record Filter(String column, Comparison comparison, Object value) {

        /** Hides the value: values are in no log. */
        @Override
        public String toString() {
            return column + ' ' + comparison.word() + " ?";
        }
    }

    public Range {
        equal = List.copyOf(equal);
        filters = List.copyOf(filters);
        if (filters.size() > MAX_FILTERS) {
            throw new IllegalArgumentException(
                    "filters: " + filters.size() + " (expected at most " + MAX_FILTERS + ")");
        }
        if (limit < 1) {
            throw new IllegalArgumentException("limit: " + limit + " (expected 1 or more)");
        }
        if (comparison == Comparison.NOT_EQUAL || (bound != null && comparison == Comparison.EQUAL)) {
            throw new IllegalArgumentException("comparison: " + comparison + " (expected one of < <= > >=)");
        }
        if (bound == null && comparison != Comparison.EQUAL && comparison != Comparison.LESS_OR_EQUAL) {
            throw new IllegalArgumentException("comparison: " + comparison + " with nothing (expected a bound)");
        }
        if (bound == null && equal.isEmpty()) {
            throw new IllegalArgumentException("range: no values (expected leading values, or a comparison)");
        }
        if (until != null && (untilComparison == Comparison.EQUAL || untilComparison == Comparison.NOT_EQUAL)) {
            throw new IllegalArgumentException("until: " + untilComparison + " (expected one of < <= > >=)");
        }
    }

    /** Rows whose leading index parts have these values. */
    public static Range equal(Object... values) {
        return new Range(List.of(values), Comparison.EQUAL, null, null, Comparison.EQUAL, List.of(), DEFAULT_LIMIT);
    }

    /** Rows whose first index part compares so. */
    public static Range all(Comparison comparison, Object bound) {
        return new Range(List.of(), comparison, bound, null, Comparison.EQUAL, List.of(), DEFAULT_LIMIT);
    }

    /** Compares the part behind the equal ones. */
    public Range and(Comparison with, Object value) {
        return new Range(equal, with, value, until, untilComparison, filters, limit);
    }

    /** Walks the rows that are equal in the leading parts downwards, so that the last of them comes first. */
    public Range descending() {
        if (bound != null || equal.isEmpty()) {
            throw new IllegalArgumentException(
                    "descending: a compared part says the direction itself" + " (expected leading values only)");
        }
        return new Range(equal, Comparison.LESS_OR_EQUAL, null, until, untilComparison, filters, limit);
    }

    /**
     * Ends where the part behind the equal ones no longer compares so: the far end of {@code between}, or, with nothing
     * compared by {@link #and}, the only end. Rows where that part is NULL are passed over.
     */
    public Range until(Comparison with, Object value) {
        return new Range(equal, comparison, bound, value, with, filters, limit);
    }

    /** Passes over rows for which this does not hold. */
    public Range where(String column, Comparison with, Object value) {
        List<Filter> more = new ArrayList<>(filters);
        more.add(new Filter(column, with, value));
        return new Range(equal, comparison, bound, until, untilComparison, more, limit);
    }

    /** Returns at most so many rows. */
    public Range limit(int rows) {
        return new Range(equal, comparison, bound, until, untilComparison, filters, rows);
    }

    /** Hides the values: keys are in no log. */
    @Override
    public String toString() {
        return "Range(" + equal.size() + " equal" + (bound == null ? "" : ", " + comparison.word() + " ?")
                + (until == null ? "" : ", until " + untilComparison.word() + " ?")
                + (filters.isEmpty() ? "" : ", " + filters)
                + ", limit " + limit + ')';
    }
}
