// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static io.handlersocket.hibernate.JdbcReason.Kind.COST;
import static io.handlersocket.hibernate.JdbcReason.Kind.OPTION;
import static io.handlersocket.hibernate.JdbcReason.Kind.SESSION;
import static io.handlersocket.hibernate.JdbcReason.Kind.STATEMENT;
import static io.handlersocket.hibernate.JdbcReason.Kind.TABLE;

import io.handlersocket.hibernate.JdbcReason.Kind;
import org.jspecify.annotations.Nullable;

/**
 * A reason without the names that it is about. These are the reasons of this library with their texts and remedies;
 * {@code docs/reference/reasons.md} shows them. Others may be added in any release.
 */
public enum ReasonCode {
    NOT_PLAIN(STATEMENT, "the statement locks, filters, sorts or computes more than a plain lookup"),
    WHOLE_TABLE(STATEMENT, "no condition: it reads the whole table", Remedies.SQL_IS_BEST),
    NO_VALUE_COMPARED(
            STATEMENT, "the condition compares no column of the first table with a value", Remedies.SQL_IS_BEST),
    COMPARES_NO_COLUMN(STATEMENT, "the condition compares something that is not a column"),
    COMPARES_OTHER_TABLE(STATEMENT, "the condition compares a column of another table than the first"),
    COMPARES_OUTER_JOIN(STATEMENT, "the condition compares a column of an outer join"),
    OTHER_CONDITION(STATEMENT, "the condition is more than columns that equal parameters, and a range"),
    SEVERAL_KEY_LISTS(STATEMENT, "the condition has several lists of keys (IN), or an empty one"),
    MIXED_LIST(STATEMENT, "the condition has a list of constants and parameters"),
    SEVERAL_CONSTANT_LISTS(STATEMENT, "the condition has several lists of constants"),
    UNUSUAL_CONSTANT(STATEMENT, "the condition compares with a constant that is not a text, number or boolean"),
    TESTS_NOT_NULL(STATEMENT, "the condition tests for a value that is not NULL"),
    RESTRICTION(
            STATEMENT,
            "a restriction (@SQLRestriction or @Filter) other than column = value: {}",
            "Reduce the restriction to column = value."),
    RANGE(STATEMENT, "a range"),
    RANGE_OF_KEYS(STATEMENT, "a range of several keys (IN)"),
    RANGES_OF_TWO_COLUMNS(STATEMENT, "ranges of two columns, {} and {}"),
    TWO_BOUNDS(STATEMENT, "a range with two bounds at one end"),
    RANGE_AND_AFTER(STATEMENT, "a range combined with the rows after a given one"),
    AFTER_IN_BOTH_DIRECTIONS(STATEMENT, "the rows after a given one in an order of both directions"),
    ORDER_BY_NO_COLUMN(STATEMENT, "ORDER BY something that is not a column"),
    ORDER_BY_UNSORTABLE(STATEMENT, "ORDER BY a column that only the database can sort"),
    DISTINCT_BY_OTHER_ORDER(STATEMENT, "DISTINCT sorted by a column that is not selected"),
    LIMIT_OF_KEYS(STATEMENT, "LIMIT of the rows of several keys"),
    GROUP_BY(STATEMENT, "GROUP BY"),
    NO_TABLE(STATEMENT, "a query of no table"),
    SEVERAL_TABLES(STATEMENT, "a query of several tables"),
    UNION(STATEMENT, "a union of queries"),
    SUBQUERY(STATEMENT, "it reads a subquery or function, not a table", Remedies.JOINS),
    MORE_THAN_A_TABLE(STATEMENT, "it reads more than a plain table"),
    NATIVE_SQL(STATEMENT, "native SQL", "Write the query in JPQL if an index answers it."),
    WRITES(STATEMENT, "the query writes"),
    SELECTS_NO_COLUMN(STATEMENT, "it selects something that is not a column", Remedies.SELECT_ENTITY),
    SELECTS_NOTHING(STATEMENT, "it selects nothing", Remedies.SELECT_ENTITY),
    SELECTS_ONLY_CONSTANTS(
            STATEMENT, "it selects only constants, and compares no column with a value", Remedies.SELECT_ENTITY),
    OTHER_ORDER_OF_COLUMNS(STATEMENT, "its columns are not in the order of the mapping"),
    FORMULA(STATEMENT, "@Formula {}", "Compute the value in the application, or in a separate query."),
    READ_EXPRESSION(STATEMENT, "column {} has a read expression", Remedies.MAPPING),
    SEVERAL_TYPES(STATEMENT, "column {} does not have exactly one type", Remedies.MAPPING),
    UNKNOWN_TYPE(STATEMENT, "column {} is read as {}", Remedies.MAPPING),
    LOB_LOCATOR(STATEMENT, "column {} is a LOB locator", Remedies.MAPPING),
    CUSTOM_READER(STATEMENT, "column {} has a custom reader", Remedies.MAPPING),
    TWO_TYPES(STATEMENT, "column {} is mapped to two types", Remedies.MAPPING),
    UNUSUAL_NAME(STATEMENT, "column {} has an unusual name", Remedies.MAPPING),
    JOIN(STATEMENT, "{}: {}", Remedies.JOINS),
    JOIN_OF_NO_COLUMNS(STATEMENT, "the join compares no columns", Remedies.JOINS),
    JOIN_CONDITION(STATEMENT, "the join has conditions other than equal columns", Remedies.JOINS),
    JOIN_OF_OTHER_TABLE(STATEMENT, "the join compares a column of another table with a value", Remedies.JOINS),
    JOIN_OF_TWO_OTHERS(STATEMENT, "the join compares columns of two other tables", Remedies.JOINS),
    JOIN_OF_NO_TABLE(STATEMENT, "it joins something that is not a plain table or column", Remedies.JOINS),
    TOO_MANY_TABLES(STATEMENT, "more than {} tables", Remedies.JOINS),
    TOO_DEEP(STATEMENT, "tables that depend on each other more than {} deep", Remedies.JOINS),
    NOT_UNDERSTOOD(STATEMENT, "not understood: {}", "Call it once with HandlerSocket and read its reason."),
    UNKNOWN_BUILD(
            STATEMENT,
            "unknown: Hibernate {} builds the statement in another way ({}); the load may still go over HandlerSocket"),
    NOT_SEEN(STATEMENT, "the statement was not seen"),
    CUSTOM_LOADER(STATEMENT, "the entity has a custom loader", Remedies.LOADER),
    CUSTOM_QUERY(STATEMENT, "the collection has a custom query", Remedies.LOADER),
    NO_ENTITY(STATEMENT, "not an entity"),

    NO_INDEX(TABLE, "no index of {} starts with ({})", "Create the index: ALTER TABLE {} ADD INDEX ({})."),
    NO_NAMED_INDEX(
            TABLE, "index {} of {} does not start with ({})", "Create an index of these columns, or name another."),
    FEW_COLUMNS(
            TABLE,
            "{} has no index {} of {} or more plain columns",
            "Create the index, or name another; each of its columns must be an attribute."),
    NO_ORDER(TABLE, "ORDER BY {}, which no index of {} gives", Remedies.ORDER),
    NO_ORDER_OF_PAGE(TABLE, "a page in an order that no index gives", Remedies.ORDER),
    UNORDERED_PAGE(TABLE, "a LIMIT without ORDER BY, whose rows only SQL chooses", "Sort by columns of the index."),
    UNCOUNTED(TABLE, "a count of rows without a unique key, which SQL counts faster", "Nothing: SQL counts faster."),

    LOCK_MODE(OPTION, "lock mode {}"),
    OTHER_LIMIT(OPTION, "a LIMIT that is not in the statement"),
    DATABASE_HINT(OPTION, "a hint for the database"),
    QUERY_CACHE(OPTION, "query cache"),
    SCROLLING(OPTION, "scrolling"),
    OTHER_SELECT(OPTION, "the statement locks, filters, sorts or computes more than a plain lookup"),
    INSPECTED(OPTION, "a StatementInspector may change the statement", Remedies.INSPECTOR),
    INSPECTOR_CHANGES(OPTION, "a StatementInspector changes the statement", Remedies.INSPECTOR),
    INSPECTOR_FAILED(OPTION, "a StatementInspector failed", Remedies.INSPECTOR),
    INSPECTOR_AND_CREATOR(
            OPTION, "a StatementInspector together with a custom way to prepare the statement", Remedies.INSPECTOR),
    OVER_JDBC_SESSION(OPTION, "the application asked for JDBC (overJdbc)"),
    OVER_JDBC_COMMENT(OPTION, "the query's comment asks for JDBC (OverJdbc.COMMENT)", Remedies.CHOSEN),
    OVER_JDBC_ENTITY(OPTION, "{} has @OverJdbc", Remedies.CHOSEN),
    NOT_CHOSEN(
            OPTION,
            "{} has no @OverHandlerSocket, and handlersocket.entities=annotated",
            "Annotate the entity with @OverHandlerSocket."),

    OWN_TRANSACTION_FIRST(
            SESSION, "the transaction that it asks for comes first, and then Hibernate decides for each load"),
    WRITES_CHANGES(
            SESSION,
            "the session holds entities whose changes the method's own transaction writes"
                    + " (expected @Transactional(readOnly = true))"),

    JDBC_CHEAPER(COST, "JDBC takes {} for this statement, HandlerSocket {}"),
    MEASURED(COST, "the load measures how long JDBC takes");

    private final Kind kind;
    private final String text;
    private final @Nullable String remedy;

    ReasonCode(Kind kind, String text) {
        this(kind, text, null);
    }

    ReasonCode(Kind kind, String text, @Nullable String remedy) {
        this.kind = kind;
        this.text = text;
        this.remedy = remedy;
    }

    /** Returns the kind of all reasons with this code. */
    public Kind kind() {
        return kind;
    }

    /** Returns the text, in which each {@code {}} stands for a name, a number or a type. */
    public String text() {
        return text;
    }

    /** Returns what helps, in which {@code {}} stands for the same names, quoted for SQL; null for that of the kind. */
    public @Nullable String remedy() {
        return remedy;
    }
}
