// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.index;

import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.sql.SqlErrors;
import io.handlersocket.client.internal.control.sql.SqlSession;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.locks.LockSupport;

/**
 * A lock for changes, which a hold does not have. So the server refuses it, also during a hold, while another session
 * waits for the table or copies it. {@code LOCK TABLES … READ} refuses it too, and a read-only server does not tell.
 */
final class ChangeLock {

    private static final int CHECKS = 20;
    private static final Duration PAUSE = Duration.ofMillis(10);

    private ChangeLock() {}

    static boolean isRefused(SqlSession session, TableName table) throws SQLException {
        try {
            session.select("1", table, " FOR UPDATE");
            return false;
        } catch (SQLException e) {
            session.throwIfLost(e);
            return SqlErrors.isLockWait(e) || SqlErrors.isAborted(e);
        }
    }

    /**
     * Waits a moment until no table's lock is refused; returns false if one still is. An {@code ALTER} that copies a
     * table lets others only read it. At its end it would wait for the hold, and the opening for it, until one fails.
     */
    static boolean isSoonFree(SqlSession session, Collection<TableName> tables) throws SQLException {
        int refusals = 0;
        for (TableName table : tables) {
            while (isRefused(session, table)) {
                if (refusals++ == CHECKS) {
                    return false;
                }
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
        return true;
    }
}
