// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.gate;

import java.sql.Connection;

/**
 * The facts about one transaction that decide whether HandlerSocket may answer a load in it.
 *
 * @param inside whether a statement now would be in a transaction that holds until a commit: the session is in one, or
 *     its connection is without auto-commit
 * @param state what ran in it
 * @param level its isolation, a constant of {@link Connection}
 * @param checksWrites whether {@code innodb_snapshot_isolation} is ON
 */
public record TransactionFacts(boolean inside, TransactionLog.State state, int level, boolean checksWrites) {

    boolean isRepeatable() {
        return level != Connection.TRANSACTION_READ_COMMITTED;
    }
}
