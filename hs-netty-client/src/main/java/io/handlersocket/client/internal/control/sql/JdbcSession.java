// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** A session over JDBC. Autocommit is on, because a probe inside a transaction would see nothing and would itself block DDL. */
final class JdbcSession implements SqlSession {

    private static final int NETWORK_TIMEOUT_MILLIS = 1000;

    private final Connection connection;
    private final int networkTimeoutBefore;
    private final boolean autoCommitBefore;

    private JdbcSession(Connection connection, int networkTimeoutBefore, boolean autoCommitBefore) {
        this.connection = connection;
        this.networkTimeoutBefore = networkTimeoutBefore;
        this.autoCommitBefore = autoCommitBefore;
    }

    static JdbcSession open(DataSource dataSource) throws SQLException {
        Connection connection = dataSource.getConnection();
        try {
            int timeout = limitWaiting(connection);
            boolean autoCommit = connection.getAutoCommit();
            if (!autoCommit) {
                connection.setAutoCommit(true);
            }
            return new JdbcSession(connection, timeout, autoCommit);
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    private static int limitWaiting(Connection connection) throws SQLException {
        try {
            int before = connection.getNetworkTimeout();
            connection.setNetworkTimeout(Runnable::run, NETWORK_TIMEOUT_MILLIS);
            return before;
        } catch (SQLFeatureNotSupportedException e) {
            return NETWORK_TIMEOUT_MILLIS; // another product's driver: discovery will find out, and ask nothing more
        }
    }

    /** A pool that is given its connection back expects it as it was. */
    private void restore() throws SQLException {
        if (networkTimeoutBefore != NETWORK_TIMEOUT_MILLIS) {
            connection.setNetworkTimeout(Runnable::run, networkTimeoutBefore);
        }
        if (!autoCommitBefore) {
            connection.setAutoCommit(false);
        }
    }

    @Override
    public void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public <T> List<T> query(RowReader<T> reader, String sql, String... parameters) throws SQLException {
        String unlimited = sql.startsWith(SET_STATEMENT) ? sql : ALL_ROWS + sql;
        try (PreparedStatement statement = connection.prepareStatement(unlimited)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setString(i + 1, parameters[i]);
            }
            List<T> rows = new ArrayList<>();
            try (ResultSet result = statement.executeQuery()) {
                while (result.next()) {
                    rows.add(reader.read(result));
                }
            }
            return rows;
        }
    }

    @Override
    public String url() throws SQLException {
        String url = connection.getMetaData().getURL();
        return url == null ? "" : url;
    }

    @Override
    public String product() throws SQLException {
        return connection.getMetaData().getDatabaseProductName();
    }

    @Override
    public String version() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT VERSION()")) {
            return row.next() ? String.valueOf(row.getString(1)) : "";
        }
    }

    @Override
    public boolean isLostBy(SQLException failure) {
        try {
            return SqlErrors.isBroken(failure) || connection.isClosed();
        } catch (SQLException e) {
            return true;
        }
    }

    @Override
    public void abort() {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException | AbstractMethodError e) {
            close();
        }
    }

    @Override
    public void close() {
        try (connection) {
            if (!connection.isClosed()) {
                restore();
            }
        } catch (SQLException e) {
            // It is given up anyway.
        }
    }
}
