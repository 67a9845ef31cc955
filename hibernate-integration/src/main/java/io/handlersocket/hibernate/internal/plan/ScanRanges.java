// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import static java.util.Objects.requireNonNull;

import io.handlersocket.client.Comparison;
import io.handlersocket.client.Range;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import io.handlersocket.hibernate.spi.RangeAndOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The ranges of an index that give the rows of one scan, one after the other.
 *
 * @param equal the values of the columns that are equal, in index order
 * @param filters what rows must equal in other columns
 * @param limit rows of each range, at most
 */
record ScanRanges(IndexScan scan, List<Object> equal, List<Range.Filter> filters, int limit) {

    /** Without the values. */
    @Override
    public String toString() {
        return "ranges of " + scan.index().name();
    }

    List<Range> ranges(List<Object> values) {
        if (scan.range().after() != null) {
            return rowsAfter(values);
        }
        RangeAndOrder asked = scan.range();
        int from = asked.place(scan.descending());
        int to = asked.place(!scan.descending());
        Range range =
                from < 0 ? along(equal) : from(equal, asked.bounds().get(from).comparison(), values.get(from));
        if (to >= 0) {
            range = range.until(asked.bounds().get(to).comparison(), values.get(to));
        }
        return List.of(range.where(filters).limit(limit));
    }

    private Range along(List<Object> leading) {
        Range range = Range.equal(leading.toArray());
        return scan.descending() ? range.descending() : range;
    }

    private static Range from(List<Object> leading, Comparison comparison, Object bound) {
        return leading.isEmpty()
                ? Range.all(comparison, bound)
                : Range.equal(leading.toArray()).and(comparison, bound);
    }

    /** First the rows that equal the given one in all columns but the last, then those that do in fewer and fewer. */
    private List<Range> rowsAfter(List<Object> values) {
        int count = scan.compared().size();
        List<Object> given = given(values, count);
        List<Range> ranges = new ArrayList<>(count);
        for (int last = count; last > 0; last--) {
            ranges.add(rangeAfter(given.subList(0, last)));
        }
        return ranges;
    }

    private Range rangeAfter(List<Object> given) {
        int last = given.size() - 1;
        int own = scan.index().parts().size() - equal.size(); // how many of the compared columns are the index's own
        List<Object> leading = new ArrayList<>(equal);
        leading.addAll(given.subList(0, Math.min(last, own)));
        Comparison comparison = requireNonNull(scan.range().after()).comparison(last + 1);
        if (last < own) {
            return from(leading, comparison, given.get(last)).where(filters).limit(limit);
        }
        List<Range.Filter> passed = new ArrayList<>(filters);
        for (int i = own; i < last; i++) {
            passed.add(new Range.Filter(name(i), Comparison.EQUAL, given.get(i)));
        }
        passed.add(new Range.Filter(name(last), comparison, given.get(last)));
        return along(leading).where(passed).limit(limit);
    }

    private String name(int i) {
        return scan.compared().get(i).name();
    }

    /** The given row's values, each of which the statement repeats for every later column. */
    private static List<Object> given(List<Object> values, int count) {
        List<Object> given = new ArrayList<>(count);
        int at = 0;
        for (int term = 0; term < count; term++) {
            for (int i = 0; i <= term; i++) {
                Object value = values.get(at++);
                if (i == term) {
                    given.add(value);
                } else if (!Objects.deepEquals(given.get(i), value)) {
                    throw LeftToJdbcException.value("the rows after several given ones");
                }
            }
        }
        return given;
    }
}
