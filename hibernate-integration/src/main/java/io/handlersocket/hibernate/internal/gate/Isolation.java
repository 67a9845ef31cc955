// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.gate;

import java.sql.Connection;

/**
 * How the server isolates the transactions of a session.
 *
 * @param level a constant of {@link Connection}
 * @param snapshot whether {@code innodb_snapshot_isolation} is ON. At REPEATABLE READ the server then refuses to write
 *     or lock a row that another transaction has changed since the snapshot
 */
public record Isolation(int level, boolean snapshot) {

    /** The isolation under which every load uses JDBC. */
    public static final Isolation STRICTEST = new Isolation(Connection.TRANSACTION_SERIALIZABLE, true);

    public Isolation strictest(Isolation other) {
        return new Isolation(Math.max(level, other.level), snapshot || other.snapshot);
    }
}
