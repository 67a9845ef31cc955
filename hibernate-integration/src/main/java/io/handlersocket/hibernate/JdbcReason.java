// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

/**
 * Why a load uses JDBC.
 *
 * @param kind the kind of the reason; a small set of values, suitable as the tag of a meter
 * @param text the reason for a developer; names tables and columns, never values
 */
public record JdbcReason(Kind kind, String text) {

    /** How long reasons of a kind usually apply: a guide for dashboards, which single reasons can outlast. */
    public enum Scope {
        /** Until the statement, the mapping or the table changes. */
        PERMANENT,
        /** Until the client is connected again or the index is open. */
        FOR_NOW,
        /** For one load. The next one with the same statement may go over HandlerSocket. */
        THIS_LOAD
    }

    /** What requires JDBC for a load. */
    public enum Kind {
        /** The statement, or the mapping that it comes from, needs more than lookups by an index. */
        STATEMENT(Scope.PERMANENT),
        /** No index of the table fits the statement, or a column cannot be read as the driver reads it. */
        TABLE(Scope.PERMANENT),
        /** The client is not connected, or the index is not open yet. */
        NOT_OPEN(Scope.FOR_NOW),
        /** The server did not answer a lookup that was ready. */
        OUTAGE(Scope.FOR_NOW),
        /** The session, its connection or its transaction needs SQL. */
        SESSION(Scope.THIS_LOAD),
        /** The load has an option that needs SQL: a lock, a hint, scrolling, a StatementInspector. */
        OPTION(Scope.THIS_LOAD),
        /** Only SQL knows which rows match a key, a bound or a limit. */
        VALUE(Scope.THIS_LOAD),
        /** The load finds too many rows, or its joins do not find the rows that they expect. */
        ROWS(Scope.THIS_LOAD),
        /** The table's definition changed. */
        TABLE_CHANGED(Scope.THIS_LOAD),
        /** The lookup failed unexpectedly. */
        FAILURE(Scope.THIS_LOAD);

        private final Scope scope;

        Kind(Scope scope) {
            this.scope = scope;
        }

        /** Returns how long reasons of this kind usually apply. */
        public Scope scope() {
            return scope;
        }
    }
}
