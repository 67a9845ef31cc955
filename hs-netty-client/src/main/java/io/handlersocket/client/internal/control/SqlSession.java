// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/**
 * An SQL connection that the client uses for the guard, the catalogue and the hold under which tables are opened.
 *
 * <p>Autocommit is verified, because a probe inside a transaction would see nothing and would itself block DDL. Every
 * statement ends within a second, or the session is broken. Control thread only.
 */
public final class SqlSession implements AutoCloseable {

    private static final String SET = "SET STATEMENT ";
    private static final String NO_LIMIT = "sql_select_limit=18446744073709551615";

    /** Before a statement that must fail at once where it would have to wait for a lock. */
    public static final String NO_WAIT = SET + "lock_wait_timeout=0, " + NO_LIMIT + " FOR ";

    /** Before every other query: a session can begin with a limit, and a catalogue that is cut looks like another one. */
    private static final String ALL_ROWS = SET + NO_LIMIT + " FOR ";

    /** Before a query that a busy server may refuse: it fails before the session is broken. */
    static final String BRIEFLY = SET + "max_statement_time=0.8, " + NO_LIMIT + " FOR ";

    private static final int NETWORK_TIMEOUT_MILLIS = 1000;

    private final Connection connection;
    private final int networkTimeoutBefore;
    private final boolean autoCommitBefore;

    private SqlSession(Connection connection, int networkTimeoutBefore, boolean autoCommitBefore) {
        this.connection = connection;
        this.networkTimeoutBefore = networkTimeoutBefore;
        this.autoCommitBefore = autoCommitBefore;
    }

    public static SqlSession open(DataSource dataSource) throws SQLException {
        Connection connection = dataSource.getConnection();
        try {
            int timeout = limitWaiting(connection);
            boolean autoCommit = connection.getAutoCommit();
            if (!autoCommit) {
                connection.setAutoCommit(true);
            }
            return new SqlSession(connection, timeout, autoCommit);
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

    /** Reads one row's columns into a value. */
    @FunctionalInterface
    public interface RowReader<T> {
        T read(ResultSet row) throws SQLException;
    }

    public void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    public <T> List<T> query(RowReader<T> reader, String sql, String... parameters) throws SQLException {
        String unlimited = sql.startsWith(SET) ? sql : ALL_ROWS + sql;
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

    String url() throws SQLException {
        String url = connection.getMetaData().getURL();
        return url == null ? "" : url;
    }

    String product() throws SQLException {
        return connection.getMetaData().getDatabaseProductName();
    }

    /** Whether the session, not only the statement, failed. */
    public boolean isLostBy(SQLException failure) {
        try {
            return SqlErrors.isBroken(failure) || connection.isClosed();
        } catch (SQLException e) {
            return true;
        }
    }

    /** Breaks the connection under whatever waits for it. Any thread. */
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
