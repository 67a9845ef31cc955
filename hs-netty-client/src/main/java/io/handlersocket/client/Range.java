// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Describes consecutive rows of an index: equal in its leading parts and bounded in the next part. Immutable and
 * thread-safe.
 *
 * <pre>
 * Range.equal(7)                                          // where a = 7
 * Range.equal(7).and(Comparison.GREATER_OR_EQUAL, since)  // where a = 7 and b &gt;= since, order by b
 * Range.equal(7).descending().limit(3)                    // where a = 7 order by b desc limit 3
 * Range.all(Comparison.LESS, 100).limit(10)               // where a &lt; 100, order by a desc limit 10
 * </pre>
 *
 * <p>{@code <} and {@code <=} read the index downwards, so the rows come in descending order. As in SQL, no comparison
 * matches NULL. A bound or filter with a null value or comparison is a {@link NullPointerException}: to leave a
 * condition out, do not call its method.
 */
public final class Range {

    /** The limit of a range that does not set one, except for {@link Index#stream}. */
    public static final int DEFAULT_LIMIT = 1000;

    /** The maximum number of filters of one range. Many more would overflow the server's stack. */
    public static final int MAX_FILTERS = 1000;

    /**
     * Describes one end of a range.
     *
     * @param comparison one of {@code < <= > >=}
     * @param value the value to compare the part with; not null
     */
    public record Bound(Comparison comparison, Object value) {

        public Bound {
            requireNonNull(comparison, "comparison: null (expected one of < <= > >=)");
            requireNonNull(value, "bound: null matches no row (expected a value; for no bound, do not set one)");
            if (comparison == Comparison.EQUAL || comparison == Comparison.NOT_EQUAL) {
                throw new IllegalArgumentException("comparison: " + comparison + " (expected one of < <= > >=)");
            }
        }

        /** Hides the value, so that no log contains it. */
        @Override
        public String toString() {
            return comparison + " ?";
        }
    }

    /**
     * Describes a condition on any column of the table.
     *
     * @param column the column's name; not of a TEXT, BLOB or similar column
     * @param comparison the comparison of the column with the value
     * @param value the value to compare the column with; not null
     */
    public record Filter(String column, Comparison comparison, Object value) {

        // Not null itself: a null that a caller did not expect must not find the rows without a value.
        private static final Object NULL = new Object();

        public Filter {
            requireNonNull(column, "column: null (expected a column of the table)");
            requireNonNull(comparison, () -> "comparison: null (expected a Comparison for column " + column + ")");
            requireNonNull(
                    value,
                    () -> "filter on column " + column
                            + ": null matches no row (expected a value, or Filter.isNull; for no filter, do not add"
                            + " one)");
        }

        /** Returns the filter that only rows without a value in this column pass: {@code column is null}. */
        public static Filter isNull(String column) {
            return new Filter(column, Comparison.EQUAL, NULL);
        }

        /** Returns whether this is a filter of {@link #isNull(String)}. Its value then has no meaning. */
        public boolean isNull() {
            return value == NULL;
        }

        /** Hides the value, so that no log contains it. */
        @Override
        public String toString() {
            return isNull() ? column + " is null" : column + ' ' + comparison + " ?";
        }
    }

    private final List<@Nullable Object> equal;
    private final @Nullable Bound from;
    private final @Nullable Bound until;
    private final boolean descending;
    private final List<Filter> filters;
    private final int limit; // 0 for none
    private final int pageSize; // 0 for the client's choice

    private Range(
            List<@Nullable Object> equal,
            @Nullable Bound from,
            @Nullable Bound until,
            boolean descending,
            List<Filter> filters,
            int limit,
            int pageSize) {
        this.equal = equal;
        this.from = from;
        this.until = until;
        this.descending = descending;
        this.filters = filters;
        this.limit = limit;
        this.pageSize = pageSize;
    }

    /**
     * Returns the range of rows whose leading index parts equal these values.
     *
     * @param values one or more values in index order; null matches no row
     * @throws IllegalArgumentException if there is no value
     */
    public static Range equal(@Nullable Object... values) {
        requireNonNull(values, "values: null array (expected one value or more; cast a single null to Object)");
        if (values.length == 0) {
            throw new IllegalArgumentException("values: none (expected one or more, or Range.all)");
        }
        List<@Nullable Object> equal = Collections.unmodifiableList(Arrays.asList(values.clone()));
        return new Range(equal, null, null, false, List.of(), 0, 0);
    }

    /** Returns the range of rows whose first index part fulfils this comparison: {@code < <= >} or {@code >=}. */
    public static Range all(Comparison comparison, Object bound) {
        return new Range(List.of(), new Bound(comparison, bound), null, false, List.of(), 0, 0);
    }

    /** Returns this range, starting where the part after the equal ones fulfils this comparison. */
    public Range and(Comparison with, Object value) {
        return new Range(equal, new Bound(with, value), until, false, filters, limit, pageSize);
    }

    /**
     * Returns this range in descending order.
     *
     * @throws IllegalArgumentException if {@link #and} or {@link #all} has set a comparison, which decides the order
     */
    public Range descending() {
        if (from != null) {
            throw new IllegalArgumentException(
                    "descending: the comparison " + from + " decides the order (expected equal values only)");
        }
        return new Range(equal, null, until, true, filters, limit, pageSize);
    }

    /**
     * Returns this range, ending where the part after the equal ones no longer fulfils this comparison. This is the far
     * end of a {@code between}, or the only end without {@link #and}. Rows in which that part is NULL are left out.
     */
    public Range until(Comparison with, Object value) {
        return new Range(equal, from, new Bound(with, value), descending, filters, limit, pageSize);
    }

    /** Returns this range with one more filter: rows that do not fulfil it are left out. */
    public Range where(String column, Comparison with, Object value) {
        return where(List.of(new Filter(column, with, value)));
    }

    /**
     * Returns this range with more filters: rows that do not fulfil all of them are left out.
     *
     * @throws IllegalArgumentException if the range then has more than {@value #MAX_FILTERS} filters
     */
    public Range where(Collection<Filter> conditions) {
        List<Filter> all = new ArrayList<>(filters);
        all.addAll(requireNonNull(conditions, "conditions: null (expected filters)"));
        return new Range(equal, from, until, descending, filters(all), limit, pageSize);
    }

    /**
     * Returns this range with another limit.
     *
     * @param rows the maximum number of rows; 1 or more. Default {@value #DEFAULT_LIMIT}, and none for {@link
     *     Index#stream}
     */
    public Range limit(int rows) {
        return new Range(equal, from, until, descending, filters, limited(rows), pageSize);
    }

    /**
     * Returns this range with smaller pages. {@link Index#stream} reads one page at a time; other methods ignore this.
     *
     * @param rows the maximum number of rows of a page; 1 or more. Default: 64 for the first page; later pages have up
     *     to 1,000 as long as they stay below about 256 kB
     */
    public Range pageSize(int rows) {
        return new Range(equal, from, until, descending, filters, limit, limited("pageSize", rows));
    }

    static List<Filter> filters(List<Filter> filters) {
        if (filters.size() > MAX_FILTERS) {
            throw new IllegalArgumentException(
                    "filters: " + filters.size() + " (expected at most " + MAX_FILTERS + ")");
        }
        return Key.copy("filters", filters);
    }

    static int limited(int rows) {
        return limited("limit", rows);
    }

    private static int limited(String name, int rows) {
        if (rows < 1) {
            throw new IllegalArgumentException(name + ": " + rows + " (expected 1 or more)");
        }
        return rows;
    }

    /** Returns the values of the leading parts, in index order. */
    public List<@Nullable Object> equal() {
        return equal;
    }

    /** Returns where the range starts in the part after the equal ones; empty if it has no start. */
    public Optional<Bound> from() {
        return Optional.ofNullable(from);
    }

    /** Returns where the range ends in the part after the equal ones; empty if it has no end. */
    public Optional<Bound> until() {
        return Optional.ofNullable(until);
    }

    /** Returns whether the rows come in descending order. */
    public boolean isDescending() {
        return from == null ? descending : from.comparison().isDescending();
    }

    /** Returns the filters, all of which every row fulfils. */
    public List<Filter> filters() {
        return filters;
    }

    /** Returns the maximum number of rows; {@value #DEFAULT_LIMIT} if no limit was set. */
    public int limit() {
        return limit == 0 ? DEFAULT_LIMIT : limit;
    }

    /** Returns whether a limit was set. */
    public boolean hasLimit() {
        return limit != 0;
    }

    /** Returns the maximum number of rows of a page; empty if it was not set. */
    public OptionalInt pageSize() {
        return pageSize == 0 ? OptionalInt.empty() : OptionalInt.of(pageSize);
    }

    /** Hides the values, so that no log contains them. */
    @Override
    public String toString() {
        return "Range(" + equal.size() + " equal" + (from == null ? "" : ", " + from)
                + (until == null ? "" : ", until " + until)
                + (filters.isEmpty() ? "" : ", " + filters)
                + ", limit " + limit() + ')';
    }
}
