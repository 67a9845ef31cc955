// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.sql;

import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import java.util.regex.Pattern;

/** Tells whether an SQL error concerns the connection, the time limit of the statement, or a lock. */
public final class SqlErrors {

    private static final int LOCK_WAIT_TIMEOUT = 1205;
    private static final int DEADLOCK = 1213;

    /** KILL QUERY, KILL CONNECTION and max_statement_time. */
    private static final String INTERRUPTED = "70100";

    /** MariaDB Connector/J puts it before the server's text. */
    private static final Pattern CONNECTION_NUMBER = Pattern.compile("^\\(conn=\\d+\\) ");

    private SqlErrors() {}

    /** Returns whether the connection failed, not only the statement. */
    public static boolean isBroken(SQLException e) {
        return e instanceof SQLNonTransientConnectionException
                || e instanceof SQLTransientConnectionException
                || (e.getSQLState() != null && e.getSQLState().startsWith("08"));
    }

    /** Returns whether the statement would have had to wait for a lock. */
    public static boolean isLockWait(SQLException e) {
        return e.getErrorCode() == LOCK_WAIT_TIMEOUT;
    }

    /** Returns whether the server aborted the statement, as DDL on a node of Galera does. It says nothing of a wait. */
    public static boolean isAborted(SQLException e) {
        return e.getErrorCode() == DEADLOCK;
    }

    /** Returns whether the server interrupted the statement, which says nothing about its tables. */
    public static boolean isInterrupted(SQLException e) {
        return INTERRUPTED.equals(e.getSQLState());
    }

    /** Returns the message without the number of the connection, so that equal errors have equal messages. */
    public static String message(SQLException e) {
        return CONNECTION_NUMBER.matcher(String.valueOf(e.getMessage())).replaceFirst("");
    }
}
