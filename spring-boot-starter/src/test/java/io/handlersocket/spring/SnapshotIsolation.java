// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** What a server does by default, which differs from line to line. */
public final class SnapshotIsolation {

    private SnapshotIsolation() {}

    /** Whether it refuses a write of what has changed since the snapshot, so that transactions that may write load over JDBC. */
    public static boolean isOn(HandlerSocketMariaDB server) {
        try (Connection connection = server.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW VARIABLES LIKE 'innodb_snapshot_isolation'")) {
            return row.next() && row.getString(2).equals("ON");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
