// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.gate;

/** Which loads inside a transaction may go over HandlerSocket. */
public enum Consistency {
    /**
     * Depends on the isolation: at READ COMMITTED until the first write, at REPEATABLE READ until the first statement.
     * If the server checks writes against the snapshot, REPEATABLE READ only in transactions that cannot write.
     */
    DEFAULT,
    /** Until the transaction's first write, whatever the isolation; loads return the newest committed rows. */
    LATEST,
    /** None: a transaction reads only its own snapshot. */
    SNAPSHOT
}
