// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.gate;

import java.sql.Connection;

/**
 * How the server isolates the transactions of a session.
 *
 * @param level as {@link Connection} counts it
 * @param snapshot whether {@code innodb_snapshot_isolation} is ON: at REPEATABLE READ the server then refuses to write
 *     or lock a row that another transaction has changed since the snapshot was taken
 */
public record Isolation(int level, boolean snapshot) {

    /** Leaves nothing to HandlerSocket. */
    public static final Isolation STRICTEST = new Isolation(Connection.TRANSACTION_SERIALIZABLE, true);

    /** What is strict enough for sessions of both. */
    public Isolation strictest(Isolation other) {
        return new Isolation(Math.max(level, other.level), snapshot || other.snapshot);
    }
}
