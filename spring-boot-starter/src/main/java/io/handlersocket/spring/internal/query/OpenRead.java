// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.query;

import io.handlersocket.client.Comparison;
import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.Index;
import io.handlersocket.client.Range;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.Row;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.JdbcReason.Kind;
import io.handlersocket.spring.internal.query.IndexMatch.KeyColumn;
import io.handlersocket.spring.internal.query.QueryShape.End;
import io.handlersocket.spring.internal.query.QueryShape.Interval;
import io.handlersocket.spring.internal.query.QueryShape.Operand;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A query whose index is open: it takes arguments and returns results. It depends on the types and collations of the
 * columns that it compares and sorts by, on the other indexes and on the engine, so it is valid for one definition of
 * the table only. Safe for use by all threads.
 */
@SuppressWarnings("ReferenceEquality") // identity first: a definition is long to compare
final class OpenRead {

    private final QueryShape shape;
    private final IndexMatch match;
    private final Projection projection;
    private final Index index;
    private final List<Column> columns;
    // Replaced by an equal one when the client reopens the index, so that the usual comparison is by identity.
    private volatile Table table;

    /** @param table the table for which the match was made */
    OpenRead(QueryShape shape, IndexMatch match, Projection projection, Index index, Table table) {
        this.shape = shape;
        this.match = match;
        this.projection = projection;
        this.index = index;
        this.table = table;
        this.columns = index.columns().stream()
                .map(column -> table.column(column.name()).orElseThrow(() -> LeftToJpaException.tableChanged()))
                .toList();
        for (int i = 0; i < projection.columns().size(); i++) {
            projection.columns().get(i).refusal(columns.get(i)).ifPresent(reason -> {
                throw LeftToJpaException.table(reason);
            });
        }
    }

    /** Returns whether a lookup would reach the server now; a hint. */
    boolean isOpen() {
        return index.tryOpen();
    }

    /** Returns whether the definition of the table has changed. */
    boolean isOutdated() {
        return !isPlanned(index.table());
    }

    private boolean isPlanned(Table now) {
        if (now != table) {
            if (!now.equals(table)) {
                return false;
            }
            table = now;
        }
        return true;
    }

    /**
     * Returns the rows of a lookup.
     *
     * @throws LeftToJpaException if the definition of the table has changed
     */
    List<Row> now(Ask ask) {
        JdbcReason closed = JdbcReason.ofClosed(index);
        if (closed != null) {
            throw new LeftToJpaException(closed);
        }
        Table begun = begin();
        List<Row> rows = ask.now().apply(index);
        end(begun);
        return rows;
    }

    /**
     * Reads the rows of a lookup without waiting.
     *
     * @return the rows; fails with {@link LeftToJpaException} if the definition of the table has changed meanwhile
     * @throws LeftToJpaException if the definition has changed already
     */
    CompletionStage<List<Row>> later(Ask ask) {
        Table begun = begin();
        return ask.later().apply(index).thenApply(rows -> {
            end(begun);
            return rows;
        });
    }

    private Table begin() {
        Table now = index.table();
        if (!isPlanned(now)) {
            throw LeftToJpaException.tableChanged();
        }
        return now;
    }

    /** Checks the definition after a read: even an empty result may come from another one if the index was reopened. */
    private void end(Table begun) {
        if (index.table() != begun) {
            throw LeftToJpaException.tableChanged();
        }
    }

    /** A lookup and its values, and how to read it with or without waiting. */
    record Ask(Function<Index, List<Row>> now, Function<Index, CompletionStage<List<Row>>> later) {

        static Ask key(Object[] key) {
            return new Ask(
                    index -> index.find(key).stream().toList(),
                    index -> index.findAsync(key).thenApply(row -> row.stream().toList()));
        }

        static Ask range(Range range, boolean backwards) {
            return backwards
                    ? new Ask(
                            index -> reversed(index.range(range)),
                            index -> index.rangeAsync(range).thenApply(Ask::reversed))
                    : new Ask(index -> index.range(range), index -> index.rangeAsync(range));
        }

        private static List<Row> reversed(List<Row> rows) {
            List<Row> reversed = new ArrayList<>(rows);
            Collections.reverse(reversed);
            return reversed;
        }
    }

    /**
     * Returns the lookup for these arguments.
     *
     * @param arguments the arguments that are values
     * @param rows maximum number of rows to read
     * @param all whether fewer rows than that are all matching rows, so that their order may be reversed
     * @throws LeftToJpaException if only SQL can compare an argument
     */
    Ask ask(@Nullable Object[] arguments, int rows, boolean all) {
        Object[] equal = new Object[match.equal().size()];
        for (int i = 0; i < equal.length; i++) {
            equal[i] = value(match.equal().get(i).key(), match.equal().get(i).operand(), arguments);
            if (!match.isUnique() && equal[i] instanceof BigDecimal number) {
                leaveRounding(number, match.equal().get(i).key().column());
            }
        }
        if (match.isUnique()) {
            return Ask.key(equal);
        }
        Interval interval = shape.range();
        KeyColumn compared = match.range();
        if (interval == null || compared == null) {
            Range range = Range.equal(equal).limit(rows);
            return Ask.range(match.descending() ? range.descending() : range, false);
        }
        End low = interval.low();
        End high = interval.high();
        boolean downwards = low == null || (match.descending() && high != null);
        End from = downwards ? high : low;
        End until = downwards ? low : high;
        if (from == null) {
            throw new AssertionError(shape);
        }
        boolean backwards = downwards != match.descending();
        if (backwards && match.ordered() && !all) {
            throw LeftToJpaException.value("the limit counts from the open end of the range");
        }
        Range range = from(equal, from.comparison(), value(compared, from.operand(), arguments));
        if (until != null) {
            range = range.until(until.comparison(), value(compared, until.operand(), arguments));
        }
        // Some rows of an unordered query may be any rows, in any order.
        return Ask.range(range.limit(rows), backwards && all);
    }

    /** With an index that is not unique, it depends on the version whether MariaDB rounds such a number. */
    private static void leaveRounding(BigDecimal number, Column column) {
        if (number.stripTrailingZeros().scale() > Math.max(0, column.scale())) {
            throw LeftToJpaException.value("a number with more decimals than column " + column.name() + " has");
        }
    }

    private static Range from(Object[] equal, Comparison comparison, Object bound) {
        return equal.length == 0
                ? Range.all(comparison, bound)
                : Range.equal(equal).and(comparison, bound);
    }

    private static Object value(KeyColumn key, Operand operand, @Nullable Object[] arguments) {
        Object value = operand instanceof Operand.Argument argument
                ? arguments[argument.position()]
                : ((Operand.Constant) operand).value();
        if (value == null) {
            throw LeftToJpaException.value("a null argument");
        }
        try {
            return key.attribute().key(value, key.column());
        } catch (IllegalArgumentException e) {
            throw LeftToJpaException.value("an argument of a type or value that only JDBC sends");
        }
    }

    /**
     * Returns the results of rows.
     *
     * @throws LeftToJpaException if only JDBC can read them
     */
    List<Object> results(List<Row> rows) {
        List<Object> results = new ArrayList<>(rows.size());
        for (Row row : rows) {
            @Nullable Object[] values = values(row);
            if (values.length == 1 && values[0] == null) {
                throw LeftToJpaException.value("NULL for the only attribute of a result"); // JPA has no result then
            }
            results.add(projection.of(values));
        }
        return results;
    }

    /**
     * Returns the values of rows.
     *
     * @throws LeftToJpaException if only JDBC can read them
     */
    List<@Nullable Object[]> values(List<Row> rows) {
        List<@Nullable Object[]> values = new ArrayList<>(rows.size());
        rows.forEach(row -> values.add(values(row)));
        return values;
    }

    private @Nullable Object[] values(Row row) {
        @Nullable Object[] values = new Object[projection.columns().size()];
        for (int i = 0; i < values.length; i++) {
            try {
                values[i] = projection.columns().get(i).read(row, i, columns.get(i));
            } catch (IllegalArgumentException e) {
                throw LeftToJpaException.value("a value that only the driver reads");
            }
        }
        return values;
    }

    /** Returns whether this failure means that the table or index has changed. */
    static boolean isStale(RuntimeException failure) {
        return failure instanceof RefusedException
                || (failure instanceof LeftToJpaException left && left.reason().kind() == Kind.TABLE_CHANGED);
    }

    /** Returns the reason for a lookup without an answer. */
    static LeftToJpaException failed(RuntimeException failure) {
        if (failure instanceof LeftToJpaException known) {
            return known;
        }
        return failure instanceof HandlerSocketException lookup
                ? new LeftToJpaException(JdbcReason.ofFailed(lookup))
                : LeftToJpaException.value("an argument of a type or value that only JDBC sends");
    }
}
