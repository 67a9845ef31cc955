// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.growth;

import io.handlersocket.jmh.measure.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The tables of a point. A text begins with the id of its row. */
final class GrowthTables {

    /** What a row has besides its text. */
    private static final int OVERHEAD = 25;

    /** A longer text is no VARCHAR. */
    private static final int LONGEST = 60_000;

    private GrowthTables() {}

    static void create(Database db, GrowthPoint point) throws SQLException {
        int length = point.bytes() - OVERHEAD;
        String type = length > LONGEST ? "MEDIUMTEXT" : "VARCHAR(" + length + ")";
        String columns = " (id INT PRIMARY KEY, words " + type + " CHARACTER SET latin1 NOT NULL)";
        String rows = " SELECT seq, RPAD(CONCAT(seq, ' '), " + length + ", 'x') FROM seq_0_to_" + (point.rows() - 1);
        try (Connection connection = db.connect();
                Statement statement = connection.createStatement()) {
            for (int i = 0; i < point.indexes(); i++) {
                statement.execute("CREATE OR REPLACE TABLE " + name(i) + columns);
                statement.execute("INSERT INTO " + name(i) + rows);
            }
            if (point.tables() > 1) {
                String keys = IntStream.rangeClosed(1, Star.POINTS)
                        .mapToObj(i -> ", k" + i + " INT NOT NULL")
                        .collect(Collectors.joining());
                String values = IntStream.rangeClosed(1, Star.POINTS)
                        .mapToObj(i -> ", (seq + " + i * 7_919 + ") % " + point.rows())
                        .collect(Collectors.joining());
                statement.execute("CREATE OR REPLACE TABLE growth_star (id INT PRIMARY KEY" + keys + ")");
                statement.execute(
                        "INSERT INTO growth_star SELECT seq" + values + " FROM seq_0_to_" + (point.rows() - 1));
            }
        }
    }

    static void drop(Database db, GrowthPoint point) throws SQLException {
        try (Connection connection = db.connect();
                Statement statement = connection.createStatement()) {
            for (int i = 0; i < point.indexes(); i++) {
                statement.execute("DROP TABLE IF EXISTS " + name(i));
            }
            statement.execute("DROP TABLE IF EXISTS growth_star");
        }
    }

    /** Returns the name of a table, which is that of its entity, too. */
    static String name(int number) {
        return "growth_" + number;
    }
}
