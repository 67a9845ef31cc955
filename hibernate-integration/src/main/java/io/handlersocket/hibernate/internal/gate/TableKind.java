// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.gate;

/** What a name in a statement stands for. */
public enum TableKind {
    BASE,
    /**
     * The client cannot tell now, so it is taken for a base table. This is looked up before a load goes over
     * HandlerSocket.
     */
    ASSUMED,
    /** A view, a temporary table, or nothing is known of it yet. */
    OTHER
}
