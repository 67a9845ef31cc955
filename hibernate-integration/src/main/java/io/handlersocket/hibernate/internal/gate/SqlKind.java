// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.gate;

/** What an SQL statement may do to its transaction and its session. If in doubt, {@link #ANYTHING}. */
public enum SqlKind {
    /** Reads known base tables, without locks, writes or functions with side effects. */
    READ,
    /**
     * The same for tables that are assumed to be base tables. If they are, the session is unchanged. The transaction
     * may be changed.
     */
    ASSUMED_READ,
    /** Locks or writes rows of known base tables without triggers. The session is unchanged. */
    PLAIN_WRITE,
    /** Locks or writes rows of base tables. Only their triggers can change the session. */
    WRITE,
    /**
     * Any other: procedures, stored functions, views, SET, temporary tables, several statements, unknown tables.
     */
    ANYTHING
}
