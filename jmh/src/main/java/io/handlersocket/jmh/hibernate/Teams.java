// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.hibernate;

import io.handlersocket.jmh.measure.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** The tables of parents and children: team t has the members 20 t to 20 t + 19. */
public final class Teams {

    public static final int TEAMS = 10_000;
    public static final int MEMBERS = 20;

    private Teams() {}

    public static void load(Database db) throws SQLException {
        try (Connection connection = db.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS team (team_id INT PRIMARY KEY)");
            statement.execute("CREATE TABLE IF NOT EXISTS member (member_id INT PRIMARY KEY, nick VARCHAR(40),"
                    + " team_id INT NOT NULL, KEY (team_id))");
            statement.execute("INSERT IGNORE INTO team SELECT seq FROM seq_0_to_" + (TEAMS - 1));
            statement.execute("INSERT IGNORE INTO member SELECT seq, CONCAT('member ', seq), seq DIV " + MEMBERS
                    + " FROM seq_0_to_" + (TEAMS * MEMBERS - 1));
            statement.execute("ANALYZE TABLE team, member");
        }
    }
}
