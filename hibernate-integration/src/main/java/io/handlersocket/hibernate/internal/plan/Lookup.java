// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import io.handlersocket.client.Row;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.spi.Refusals;
import io.handlersocket.hibernate.ReasonCode;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import io.handlersocket.hibernate.spi.RangeAndOrder;
import io.handlersocket.hibernate.spi.ReadColumns;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The shape of a statement that reads columns of one table where some columns equal parameters, those of one key or of
 * any of several, and others equal constants; they may lie in a range, and be sorted. Equal shapes share one {@link
 * LookupPlan}.
 *
 * @param schema the schema the statement names, empty if it names none
 * @param table the table, unquoted
 * @param columns what is read, in the statement's order, one or more
 * @param key the columns that equal parameters, in the order of a key's values; empty only if the range compares
 *     another column
 * @param constants the columns compared with constants, or with values that are the same for all keys
 * @param range further comparisons, and the order
 * @param nulls the columns that are NULL
 * @param index the only index that may be used; null for any
 */
public record Lookup(
        String schema,
        String table,
        List<Selected> columns,
        List<String> key,
        List<String> constants,
        RangeAndOrder range,
        List<String> nulls,
        @Nullable String index)
        implements Shape {

    /**
     * A column that is read.
     *
     * @param column its name in the statement, unquoted; for a constant, any column
     * @param type how its value is read
     * @param constant the value of a {@link ValueType#CONSTANT}; otherwise null
     */
    public record Selected(
            String column, ValueType type, @Nullable Object constant) {

        public Selected(String column, ValueType type) {
            this(column, type, null);
        }

        @Nullable
        Object value(Row row, int position, Column read) {
            return type == ValueType.CONSTANT ? constant : type.decode(row, position, read);
        }
    }

    /**
     * Constants of which a column equals one, such as several discriminators.
     *
     * @param values two or more
     */
    public record OneOf(List<Object> values) {

        public OneOf {
            values = List.copyOf(values);
        }
    }

    /**
     * Stands for a value that the statement has as a parameter.
     *
     * @param position the parameter's position in the statement, from 0
     */
    public record Parameter(int position) {}

    public Lookup {
        columns = List.copyOf(columns);
        key = List.copyOf(key);
        constants = List.copyOf(constants);
        nulls = List.copyOf(nulls);
    }

    @Override
    public List<Lookup> lookups() {
        return List.of(this);
    }

    @Override
    public ReadColumns selected() {
        List<String> names =
                columns.stream().map(column -> table + '.' + column.column()).toList();
        List<Integer> order = range.order().stream()
                .map(sort -> names.indexOf(table + '.' + sort.column()))
                .takeWhile(position ->
                        position >= 0 && columns.get(position).type().isExact())
                .toList();
        return new ReadColumns(Set.of(table), names, order);
    }

    @Override
    public Plan plan(LookupPlans plans) {
        return plans.of(this);
    }

    /** Returns all columns that equal a value: those of the key, then those of the constants. */
    List<String> equal() {
        List<String> equal = new ArrayList<>(key);
        equal.addAll(constants);
        return equal;
    }

    /** Returns whether it asks for an order of rows that differ in what they are sorted by. */
    boolean isSorted() {
        return range.order().stream().anyMatch(sort -> IndexChoice.indexOf(equal(), sort.column()) < 0);
    }

    List<IndexDefinition> indexes(Table of) {
        return of.indexes().stream()
                .filter(one -> Refusals.of(one).isEmpty()
                        && (index == null || one.name().equalsIgnoreCase(index)))
                .toList();
    }

    /** Returns the refusal if no index that may be used starts with these columns. */
    LeftToJdbcException noIndex(List<String> columns) {
        String names = String.join(", ", columns);
        return index == null
                ? LeftToJdbcException.of(ReasonCode.NO_INDEX, table, names)
                : LeftToJdbcException.of(ReasonCode.NO_NAMED_INDEX, index, table, names);
    }

    /** Returns whether all rows of the answer are the same. */
    boolean isConstant() {
        return columns.stream().allMatch(column -> column.type() == ValueType.CONSTANT);
    }
}
