// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import io.handlersocket.hibernate.JdbcReason.Kind;
import org.jspecify.annotations.Nullable;

/** Reasons of a statement, or of the mapping that it comes from. */
public enum StatementCode implements ReasonCode {
    NOT_PLAIN("the statement locks, filters, sorts or computes more than a plain lookup"),
    WHOLE_TABLE("no condition: it reads the whole table", Remedy.SQL_IS_BEST),
    NO_VALUE_COMPARED("the condition compares no column of the first table with a value", Remedy.SQL_IS_BEST),
    COMPARES_NO_COLUMN("the condition compares something that is not a column"),
    COMPARES_OTHER_TABLE("the condition compares a column of another table than the first"),
    COMPARES_OUTER_JOIN("the condition compares a column of an outer join"),
    OTHER_CONDITION("the condition is more than columns that equal parameters, and a range"),
    SEVERAL_KEY_LISTS("the condition has several lists of keys (IN), or an empty one"),
    MIXED_LIST("the condition has a list of constants and parameters"),
    SEVERAL_CONSTANT_LISTS("the condition has several lists of constants"),
    UNUSUAL_CONSTANT("the condition compares with a constant that is not a text, number or boolean"),
    NO_LITERAL("the condition compares with a constant that has no SQL literal"),
    TESTS_NOT_NULL("the condition tests for a value that is not NULL"),
    RESTRICTION(
            "a restriction (@SQLRestriction or @Filter) other than column = value: {}",
            "Reduce the restriction to column = value."),
    RANGE("a range"),
    RANGE_OF_KEYS("a range of several keys (IN)"),
    RANGES_OF_TWO_COLUMNS("ranges of two columns, {} and {}"),
    TWO_BOUNDS("a range with two bounds at one end"),
    RANGE_AND_AFTER("a range combined with the rows after a given one"),
    AFTER_IN_BOTH_DIRECTIONS("the rows after a given one in an order of both directions"),
    ORDER_BY_NO_COLUMN("ORDER BY something that is not a column"),
    ORDER_BY_UNSORTABLE("ORDER BY a column that only the database can sort"),
    DISTINCT_BY_OTHER_ORDER("DISTINCT sorted by a column that is not selected"),
    LIMIT_OF_KEYS("LIMIT of the rows of several keys"),
    GROUP_BY("GROUP BY"),
    NO_TABLE("a query of no table"),
    SEVERAL_TABLES("a query of several tables"),
    UNION("a union of queries"),
    SUBQUERY("it reads a subquery or function, not a table", Remedy.JOINS),
    MORE_THAN_A_TABLE("it reads more than a plain table"),
    NATIVE_SQL("native SQL", "Write the query in JPQL if an index answers it."),
    WRITES("the query writes"),
    SELECTS_NO_COLUMN("it selects something that is not a column", Remedy.SELECT_ENTITY),
    SELECTS_NOTHING("it selects nothing", Remedy.SELECT_ENTITY),
    SELECTS_ONLY_CONSTANTS("it selects only constants, and compares no column with a value", Remedy.SELECT_ENTITY),
    OTHER_ORDER_OF_COLUMNS("its columns are not in the order of the mapping"),
    FORMULA("@Formula {}", "Compute the value in the application, or in a separate query."),
    READ_EXPRESSION("column {} has a read expression", Remedy.MAPPING),
    SEVERAL_TYPES("column {} does not have exactly one type", Remedy.MAPPING),
    UNKNOWN_TYPE("column {} is read as {}", Remedy.MAPPING),
    LOB_LOCATOR("column {} is a LOB locator", Remedy.MAPPING),
    CUSTOM_READER("column {} has a custom reader", Remedy.MAPPING),
    TWO_TYPES("column {} is mapped to two types", Remedy.MAPPING),
    UNUSUAL_NAME("column {} has an unusual name", Remedy.MAPPING),
    JOIN("{}: {}", Remedy.JOINS),
    JOIN_OF_NO_COLUMNS("the join compares no columns", Remedy.JOINS),
    JOIN_CONDITION("the join has conditions other than equal columns", Remedy.JOINS),
    JOIN_RESTRICTION("the join has a restriction (@SQLRestriction or @Filter) other than column = value", Remedy.JOINS),
    JOIN_OF_OTHER_TABLE("the join compares a column of another table with a value", Remedy.JOINS),
    JOIN_OF_TWO_OTHERS("the join compares columns of two other tables", Remedy.JOINS),
    JOIN_OF_NO_TABLE("it joins something that is not a plain table or column", Remedy.JOINS),
    TOO_MANY_TABLES("more than {} tables", Remedy.JOINS),
    TOO_DEEP("tables that depend on each other more than {} deep", Remedy.JOINS),
    NOT_UNDERSTOOD("not understood: {}", "Call it once with HandlerSocket and read its reason."),
    UNKNOWN_BUILD(
            "unknown: Hibernate {} builds the statement in another way ({}); the load may still go over HandlerSocket"),
    NOT_SEEN("the statement was not seen"),
    CUSTOM_LOADER("the entity has a custom loader", Remedy.LOADER),
    CUSTOM_QUERY("the collection has a custom query", Remedy.LOADER),
    NO_ENTITY("not an entity");

    private final String text;
    private final @Nullable String remedy;

    StatementCode(String text) {
        this(text, null);
    }

    StatementCode(String text, @Nullable String remedy) {
        this.text = text;
        this.remedy = remedy;
    }

    @Override
    public Kind kind() {
        return Kind.STATEMENT;
    }

    @Override
    public String text() {
        return text;
    }

    @Override
    public @Nullable String remedy() {
        return remedy;
    }
}
