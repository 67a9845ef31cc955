// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/** What a server's workers say of their connections. */
final class Workers {

    private static final Pattern CONNECTIONS = Pattern.compile("(\\d+) conns");

    private Workers() {}

    /** Returns the number of HandlerSocket connections as the server counts them. */
    static int connections(HandlerSocketMariaDB db) throws SQLException {
        int connections = 0;
        try (Connection root = db.rootDataSource().getConnection();
                Statement statement = root.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT state FROM information_schema.processlist WHERE state LIKE 'handlersocket%'")) {
            while (rows.next()) {
                Matcher state = CONNECTIONS.matcher(rows.getString(1));
                connections += state.find() ? Integer.parseInt(state.group(1)) : 0;
            }
        }
        return connections;
    }

    /** Waits until the server has seen the end of all connections. */
    static void awaitNoConnection(HandlerSocketMariaDB db) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(connections(db)).isZero());
    }
}
