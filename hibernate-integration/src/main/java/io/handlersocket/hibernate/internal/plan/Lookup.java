// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import java.util.List;

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
 * @param constants the columns compared with constants
 * @param range further comparisons, and the order
 */
public record Lookup(
        String schema,
        String table,
        List<Selected> columns,
        List<String> key,
        List<String> constants,
        RangeAndOrder range) {

    /**
     * A column that is read.
     *
     * @param column its name in the statement, unquoted
     * @param type how its value is read
     */
    public record Selected(String column, ValueType type) {}

    /** One that asks for nothing but equal columns. */
    public Lookup(String schema, String table, List<Selected> columns, List<String> key, List<String> constants) {
        this(schema, table, columns, key, constants, RangeAndOrder.NONE);
    }

    public Lookup {
        columns = List.copyOf(columns);
        key = List.copyOf(key);
        constants = List.copyOf(constants);
    }
}
