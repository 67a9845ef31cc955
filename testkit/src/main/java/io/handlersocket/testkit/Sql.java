// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** One account on one server; every call is a new connection. */
final class Sql implements DataSource {
    private final String url;
    private final String user;
    private final String password;

    Sql(String url, String user, String password) {
        this.url = url;
        this.user = user;
        this.password = password;
    }

    void execute(String... statements) {
        try (Connection connection = getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                try {
                    statement.execute(sql);
                } catch (SQLException e) {
                    throw new IllegalStateException(sql + ": " + e.getMessage(), e);
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException(url + ": " + e.getMessage(), e);
        }
    }

    /** A global system variable; empty if the server has none of that name. */
    String variable(String name) {
        return value("SELECT variable_value FROM information_schema.global_variables WHERE variable_name = ?", name);
    }

    long status(String name) {
        String value =
                value("SELECT variable_value FROM information_schema.global_status WHERE variable_name = ?", name);
        if (value.isEmpty()) {
            throw new IllegalArgumentException("no status variable " + name);
        }
        return Long.parseLong(value);
    }

    /** The first column of the first row; empty if there is none. */
    String value(String query, String... parameters) {
        try (Connection connection = getConnection();
                PreparedStatement statement = connection.prepareStatement(query)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setString(i + 1, parameters[i]);
            }
            try (ResultSet rows = statement.executeQuery()) {
                String value = rows.next() ? rows.getString(1) : null;
                return value == null ? "" : value;
            }
        } catch (SQLException e) {
            throw new IllegalStateException(url + ": " + query + ": " + e.getMessage(), e);
        }
    }

    @Override
    public Connection getConnection() throws SQLException {
        return getConnection(user, password);
    }

    @Override
    public Connection getConnection(String otherUser, String otherPassword) throws SQLException {
        return DriverManager.getConnection(url, otherUser, otherPassword);
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter out) {}

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        throw new SQLFeatureNotSupportedException("put connectTimeout into the URL");
    }

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        if (type.isInstance(this)) {
            return type.cast(this);
        }
        throw new SQLException("not a " + type.getName());
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return type.isInstance(this);
    }
}
