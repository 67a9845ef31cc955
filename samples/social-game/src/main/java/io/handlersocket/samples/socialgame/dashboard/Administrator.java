// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.dashboard;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import java.util.Properties;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.stereotype.Component;

/** Runs statements with the rights of an administrator, each on a connection of its own beside the pool. */
@Component
class Administrator {

    private final JdbcConnectionDetails database;
    private final OperationsProperties properties;

    Administrator(JdbcConnectionDetails database, OperationsProperties properties) {
        this.database = database;
        this.properties = properties;
    }

    void execute(String... statements) throws SQLException {
        Properties account = new Properties();
        account.setProperty("user", user());
        account.setProperty(
                "password",
                properties.username().isEmpty()
                        ? Objects.requireNonNullElse(database.getPassword(), "")
                        : properties.password());
        account.setProperty("connectTimeout", "5000");
        account.setProperty("socketTimeout", "60000");
        try (Connection connection = DriverManager.getConnection(database.getJdbcUrl(), account);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    String user() {
        return properties.username().isEmpty()
                ? Objects.requireNonNullElse(database.getUsername(), "")
                : properties.username();
    }
}
