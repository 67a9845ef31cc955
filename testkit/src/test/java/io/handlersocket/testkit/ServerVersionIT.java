// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** A server of a line that this machine's release does not have. */
class ServerVersionIT {

    @Test
    void anotherLineRunsBesideTheMachinesOwn() throws SQLException {
        boolean obtainable = ServerStrategy.configured().contains(ServerStrategy.DOWNLOAD);
        assumeTrue(obtainable, "another line is only tried where 'download' is in " + ServerStrategy.PROPERTY);
        try (HandlerSocketMariaDB server =
                new HandlerSocketMariaDB().withProcessControl().withLine("11.8")) {
            server.start();
            assertThat(version(server)).startsWith("11.8.").contains("MariaDB");
            assertThat(Knock.accepts(server.getHost(), server.readPort(), server.readSecret()))
                    .isTrue();
            server.restart();
            assertThat(version(server)).startsWith("11.8.");
        }
    }

    private static String version(HandlerSocketMariaDB server) throws SQLException {
        try (Connection connection = server.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT VERSION()")) {
            row.next();
            return String.valueOf(row.getString(1));
        }
    }
}
