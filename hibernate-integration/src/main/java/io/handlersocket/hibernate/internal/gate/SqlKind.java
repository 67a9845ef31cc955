// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.gate;

/** What an SQL statement may do to its transaction and its session. In doubt {@link #ANYTHING}. */
public enum SqlKind {
    /** Reads known base tables, locks and stores nothing, and calls only functions without side effects. */
    READ,
    /**
     * The same of tables that are taken for base tables. The session is as before if they are, the transaction may not
     * be.
     */
    ASSUMED_READ,
    /** Locks or changes rows of known base tables. Only their triggers can change the session. */
    WRITE,
    /**
     * Everything else: procedures, stored functions, views, SET, temporary tables, several statements, unknown tables.
     */
    ANYTHING
}
