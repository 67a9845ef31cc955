// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.awaitility.Awaitility.await;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A client that is closed, at whatever moment of its start, leaves no connection behind. */
class CloseWhileConnectingIT {

    private static final HandlerSocketMariaDB DB = HandlerSocketMariaDB.shared();
    private static final int CLIENTS = 200;
    private static final Pattern CONNECTIONS = Pattern.compile("(\\d+) conns");

    @Test
    void nothingIsLeftConnected() {
        DB.execute("CREATE OR REPLACE TABLE test.briefly (id INT PRIMARY KEY)", "INSERT INTO test.briefly VALUES (1)");
        for (int i = 0; i < CLIENTS; i++) {
            try (HandlerSocketClient client = HandlerSocketClient.builder()
                    .name("brief")
                    .dataSource(DB.dataSource())
                    .build()) {
                client.openIndex(IndexSpec.primary("test", "briefly"));
                LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(40_000_000));
            }
        }
        await().atMost(Duration.ofSeconds(10)).until(() -> connections() == 0);
    }

    private static int connections() throws SQLException {
        try (Connection connection = DB.rootDataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT STATE FROM information_schema.PROCESSLIST WHERE STATE LIKE 'handlersocket%'")) {
            int found = 0;
            while (rows.next()) {
                Matcher matcher = CONNECTIONS.matcher(rows.getString(1));
                found += matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
            }
            return found;
        }
    }
}
