// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import io.handlersocket.client.ClientSnapshot;
import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.Index;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Why a load uses JDBC.
 *
 * @param kind one of a small set of values, suitable as the tag of a meter
 * @param code the reason without names; null if its text comes from elsewhere, such as the client
 * @param arguments the names that the text is about: tables, columns, types, never values; without a code, the text
 * @param column the only column that the reason is about; null if it is about more, or about something else
 * @param attribute the attribute of that column; null if it is unknown
 */
public record JdbcReason(
        Kind kind,
        @Nullable ReasonCode code,
        List<String> arguments,
        @Nullable Column column,
        @Nullable String attribute) {

    public JdbcReason {
        if (code != null && code.kind() != kind) {
            throw new IllegalArgumentException("kind " + kind + " of " + code + " (expected " + code.kind() + ")");
        }
        arguments = List.copyOf(arguments);
    }

    /** A reason whose text comes from elsewhere. */
    public JdbcReason(Kind kind, String text) {
        this(kind, text, null);
    }

    /** A reason about one column whose text comes from elsewhere. */
    public JdbcReason(Kind kind, String text, @Nullable Column column) {
        this(kind, null, List.of(text), column, null);
    }

    /**
     * Returns a reason.
     *
     * @param arguments one for each place in the code's text
     */
    public static JdbcReason of(ReasonCode code, Object... arguments) {
        return new JdbcReason(
                code.kind(), code, Arrays.stream(arguments).map(String::valueOf).toList(), null, null);
    }

    /** Returns why a lookup that failed has no answer; an {@link Kind#OUTAGE} if the same lookup may succeed later. */
    public static JdbcReason ofFailed(HandlerSocketException failure) {
        return ClientReasons.of(failure);
    }

    /** Returns why a client answers no lookups at this moment; null if it does. */
    public static @Nullable JdbcReason ofClient(ClientSnapshot client) {
        return ClientReasons.of(client);
    }

    /**
     * Returns why a lookup by this index would fail at once, without the exception of that lookup, and makes the client
     * open the index again as the lookup would.
     *
     * @return the reason; null if only a lookup shows whether there is an answer
     */
    public static @Nullable JdbcReason ofClosed(Index index) {
        return ClientReasons.ofClosed(index);
    }

    /** Returns this reason for a column. */
    public JdbcReason about(@Nullable Column newColumn) {
        return new JdbcReason(kind, code, arguments, newColumn, attribute);
    }

    /** Returns this reason with the attribute of its column. */
    public JdbcReason named(String newAttribute) {
        return new JdbcReason(kind, code, arguments, column, newAttribute);
    }

    /**
     * A column of a table, without quotes.
     *
     * @param table the table, without its schema
     * @param name the column
     */
    public record Column(String table, String name) {}

    /** Returns the reason for a developer; it names tables, columns and attributes, never values. */
    public String text() {
        String text = code == null ? arguments.get(0) : Remedies.filled(code.text(), arguments);
        return attribute == null ? text : attribute + ": " + text;
    }

    /**
     * Returns what would let the load go over HandlerSocket, as a sentence for a developer, or that nothing would. Like
     * the reason, it names tables and columns, never values, and may change in any release.
     */
    public String advice() {
        return Remedies.of(this);
    }

    /** What requires JDBC for a load. */
    public enum Kind {
        /** The statement, or the mapping that it comes from, needs more than lookups by an index. */
        STATEMENT,
        /** No index of the table fits the statement, or a column cannot be read as the driver reads it. */
        TABLE,
        /**
         * No lookup is possible yet or ever: the client is starting, there is no client, the server must not be used,
         * or the index is not open yet.
         */
        NOT_OPEN,
        /**
         * Normally fast, not now: the server is unreachable or silent, the connection was lost, the circuit is open,
         * the client is drained, idle or closed, the table is quarantined, the index is closed at the moment, or too
         * many lookups are waiting.
         */
        OUTAGE,
        /** The session, its connection, its transaction, or code around it needs SQL. */
        SESSION,
        /** The load has an option that needs SQL: a lock, a hint, scrolling, a StatementInspector, an opt-out. */
        OPTION,
        /** Only SQL knows which rows match a key, a bound or a limit. */
        VALUE,
        /** The load finds too many rows, or its joins do not find the rows that they expect. */
        ROWS,
        /**
         * More indexes are in use than the client keeps open at once, and this one was closed to keep others open. The
         * load makes the client open it again.
         */
        TOO_MANY_INDEXES,
        /** The table's definition changed. */
        TABLE_CHANGED,
        /** HandlerSocket may answer, but JDBC takes less time, or the load measures whether it does. */
        COST,
        /** The lookup failed unexpectedly, or the call threw an exception. */
        FAILURE
    }
}
