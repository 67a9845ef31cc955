// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.sql;

import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;

/** What an error of the server means for a table that is to be opened or is open. */
public final class SqlErrors {

    private static final int LOCK_WAIT_TIMEOUT = 1205;

    private SqlErrors() {}

    /** Whether the connection, not the statement, failed. */
    public static boolean isBroken(SQLException e) {
        return e instanceof SQLNonTransientConnectionException
                || e instanceof SQLTransientConnectionException
                || (e.getSQLState() != null && e.getSQLState().startsWith("08"));
    }

    /** Whether somebody waits for a lock. */
    public static boolean isLockWait(SQLException e) {
        return e.getErrorCode() == LOCK_WAIT_TIMEOUT;
    }
}
