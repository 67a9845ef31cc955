// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.mariadb.jdbc.MariaDbDataSource;

/** One account on one server; every call is a new connection. */
final class Sql {

    /**
     * More than the {@code lock_wait_timeout} of the server's workers. A statement and an opening can wait for each
     * other, and the opening must end first.
     */
    private static final String MORE_TIME_THAN_WORKERS = "SET SESSION lock_wait_timeout = 60";

    /** Instead of the limit of {@code DriverManager}, which each pool of the JVM sets to its own. */
    private static final int LOGIN_SECONDS = 30;

    private final String url;
    private final DataSource dataSource;

    Sql(String url, String user, String password) {
        this.url = url;
        try {
            MariaDbDataSource drivers = new MariaDbDataSource(url);
            drivers.setUser(user);
            drivers.setPassword(password);
            drivers.setLoginTimeout(LOGIN_SECONDS);
            this.dataSource = drivers;
        } catch (SQLException e) {
            throw new IllegalArgumentException("url: " + url + " (expected one of MariaDB Connector/J)", e);
        }
    }

    /** The driver's own: every call is a new connection. */
    DataSource dataSource() {
        return dataSource;
    }

    void execute(String... statements) {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(MORE_TIME_THAN_WORKERS);
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
        try (Connection connection = dataSource.getConnection();
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
}
