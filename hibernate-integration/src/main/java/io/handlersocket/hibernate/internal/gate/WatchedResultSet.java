// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.gate;

import io.handlersocket.hibernate.internal.util.ResultSets;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** A result set that returns the watched statement, and records writes through its rows. */
abstract class WatchedResultSet implements ResultSet {

    private static final MethodHandle NEW = ResultSets.forwarding(
            MethodHandles.lookup(), "rows", ResultSet.class, Statement.class, TransactionLog.class);

    final ResultSet rows;
    private final @Nullable Statement statement;
    private final TransactionLog log;

    WatchedResultSet(ResultSet rows, @Nullable Statement statement, TransactionLog log) {
        this.rows = rows;
        this.statement = statement;
        this.log = log;
    }

    /** @param statement the watched statement; null for rows of metadata, whose statement is not watched */
    static WatchedResultSet of(ResultSet rows, @Nullable Statement statement, TransactionLog log) {
        try {
            return (WatchedResultSet) NEW.invokeExact(rows, statement, log);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    @Override
    @SuppressWarnings("NullAway") // the driver's statement may be null
    public Statement getStatement() throws SQLException {
        if (statement != null) {
            return statement;
        }
        log.outOfSight();
        return rows.getStatement();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        log.outOfSight();
        return rows.unwrap(type);
    }

    @Override
    public void insertRow() throws SQLException {
        log.ran(SqlKind.ANYTHING, null);
        rows.insertRow();
    }

    @Override
    public void updateRow() throws SQLException {
        log.ran(SqlKind.ANYTHING, null);
        rows.updateRow();
    }

    @Override
    public void deleteRow() throws SQLException {
        log.ran(SqlKind.ANYTHING, null);
        rows.deleteRow();
    }
}
