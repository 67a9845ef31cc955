// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import io.handlersocket.spring.diary.DiaryApplication;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** An entry of a diary whose keys and values no application may print. */
final class MarkedEntry {

    static final long ID = 8_317_204_965_113_472L;
    static final int SCORE = 1_839_275_461;
    static final String SLUG = "markOfSlug7Q\t\"Zo\u00eb";
    static final String TITLE = "markOfTitle5V<&\u00d6>";

    static final List<Mark> MARKS = List.of(
            Mark.number(Mark.Kind.KEY, "id", ID),
            Mark.text(Mark.Kind.KEY, "slug", SLUG),
            Mark.number(Mark.Kind.VALUE, "score", SCORE),
            Mark.text(Mark.Kind.VALUE, "title", TITLE),
            Mark.text(Mark.Kind.VALUE, "created", "2031-07-19T04:05:06.789"),
            Mark.text(Mark.Kind.VALUE, "created in SQL", "2031-07-19 04:05:06.789"));

    private MarkedEntry() {}

    /** Creates the tables, with this entry in them. */
    static void create(HandlerSocketMariaDB server) throws SQLException {
        DiaryApplication.createTables(server);
        try (Connection connection = server.rootDataSource().getConnection();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO entry VALUES (?, 3,"
                        + " '2031-07-19 04:05:06.789', ?, ?, 'CODE-1', 'GOOD', ?, b'0', 1.5)")) {
            insert.setLong(1, ID);
            insert.setString(2, SLUG);
            insert.setString(3, TITLE);
            insert.setInt(4, SCORE);
            insert.executeUpdate();
        }
    }
}
