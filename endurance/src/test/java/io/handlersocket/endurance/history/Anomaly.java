// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.history;

/** What a read at READ COMMITTED must never show. A read has at most one: the first that applies. */
public enum Anomaly {
    /** The row of another key than the one that was asked for. */
    MIXED_UP,
    /** Columns that were not written together. */
    TORN,
    /** A version that no transaction tried to commit. */
    INVENTED,
    /** A version whose transaction was rolled back, or that the same transaction replaced. */
    ROLLED_BACK,
    /** A version that was read before its COMMIT was sent. */
    UNCOMMITTED,
    /** A version although a newer one was committed before the read began. */
    STALE,
    /** No row although none of the states that the read may see is a deleted row. */
    MISSING,
    /** An older state than the same session has seen before. */
    BACKWARDS,
    /** Rows of one statement of which one shows a transaction that another does not show. */
    FRACTURED
}
