// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.gate;

/** What a table name in a statement refers to. */
public enum TableKind {
    /** A base table that has no triggers. */
    PLAIN,
    /** A base table that has triggers, or may have. */
    BASE,
    /**
     * Unknown to the client now, and assumed to be a base table. It is looked up before a load goes over
     * HandlerSocket.
     */
    ASSUMED,
    /** A view, a temporary table, or a name that is not known yet. */
    OTHER
}
