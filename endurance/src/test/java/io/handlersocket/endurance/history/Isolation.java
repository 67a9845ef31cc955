// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.history;

/** What a read may return. */
public enum Isolation {
    /** What was committed at one moment between the begin and the end of the read. */
    READ_COMMITTED,
    /**
     * What was committed at one moment since the begin of the transaction: the recorded begin is that of the
     * transaction.
     */
    REPEATABLE_READ
}
