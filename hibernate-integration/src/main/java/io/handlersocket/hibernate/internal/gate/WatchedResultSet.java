// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.gate;

import io.handlersocket.hibernate.internal.jdbc.DelegatingResultSet;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** A result set that returns the watched statement, and records writes through its rows. */
final class WatchedResultSet extends DelegatingResultSet {

    private final @Nullable Statement statement;
    private final TransactionLog log;

    /** @param statement the watched statement; null for rows of metadata, whose statement is not watched */
    WatchedResultSet(ResultSet rows, @Nullable Statement statement, TransactionLog log) {
        super(rows);
        this.statement = statement;
        this.log = log;
    }

    @Override
    @SuppressWarnings("NullAway") // the driver's statement may be null
    public Statement getStatement() throws SQLException {
        if (statement != null) {
            return statement;
        }
        log.outOfSight();
        return super.getStatement();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        log.outOfSight();
        return super.unwrap(type);
    }

    @Override
    public void insertRow() throws SQLException {
        log.ran(SqlKind.ANYTHING, null);
        super.insertRow();
    }

    @Override
    public void updateRow() throws SQLException {
        log.ran(SqlKind.ANYTHING, null);
        super.updateRow();
    }

    @Override
    public void deleteRow() throws SQLException {
        log.ran(SqlKind.ANYTHING, null);
        super.deleteRow();
    }
}
