// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit.line;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Whether the catalogue tells apart what must not be opened: opening a view crashes a server. */
final class CatalogueCheck {

    private static final String KIND = "SELECT CONCAT_WS('|', TABLE_TYPE, IFNULL(ENGINE, ''),"
            + " IF(LOWER(CREATE_OPTIONS) LIKE '%partitioned%', 'partitioned', '')) FROM information_schema.TABLES"
            + " WHERE TABLE_SCHEMA = 'hsv' AND TABLE_NAME = ";
    private static final String INDEX = "SELECT CONCAT_WS('|', INDEX_TYPE, IFNULL(SUB_PART, ''), COLLATION)"
            + " FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = 'hsv' AND TABLE_NAME = 'line_index'"
            + " AND INDEX_NAME = ";

    private CatalogueCheck() {}

    static List<Verdict> run(HandlerSocketMariaDB server) throws SQLException {
        List<Verdict> verdicts = new ArrayList<>();
        try (Connection connection = server.rootDataSource().getConnection();
                Statement sql = connection.createStatement()) {
            sql.execute("CREATE OR REPLACE TABLE hsv.line_plain (id INT PRIMARY KEY, v INT)");
            sql.execute("CREATE OR REPLACE VIEW hsv.line_view AS SELECT id FROM hsv.line_plain");
            sql.execute("CREATE OR REPLACE SEQUENCE hsv.line_sequence");
            sql.execute(
                    "CREATE OR REPLACE TABLE hsv.line_parts (id INT PRIMARY KEY) PARTITION BY HASH (id) PARTITIONS 4");
            sql.execute("CREATE OR REPLACE TABLE hsv.line_versions (id INT PRIMARY KEY) WITH SYSTEM VERSIONING");
            sql.execute("CREATE OR REPLACE TABLE hsv.line_memory (id INT PRIMARY KEY) ENGINE=MEMORY");
            sql.execute(
                    "CREATE OR REPLACE TABLE hsv.line_index (id INT PRIMARY KEY, p VARCHAR(20), d INT, t TEXT, u TEXT,"
                            + " KEY k_prefix (p(3)), KEY k_down (d DESC), FULLTEXT KEY k_text (t), UNIQUE KEY k_hash (u))");
            Map<String, String> kinds = new TreeMap<>(Map.of(
                    "line_plain", "BASE TABLE|InnoDB|",
                    "line_view", "VIEW||",
                    "line_sequence", "SEQUENCE|InnoDB|",
                    "line_parts", "BASE TABLE|InnoDB|partitioned",
                    "line_versions", "SYSTEM VERSIONED|InnoDB|",
                    "line_memory", "BASE TABLE|MEMORY|"));
            for (Map.Entry<String, String> kind : kinds.entrySet()) {
                verdicts.add(Verdict.of(
                        "catalogue: " + kind.getKey() + " is " + kind.getValue(),
                        kind.getValue(),
                        value(sql, KIND + '\'' + kind.getKey() + '\'')));
            }
            Map<String, String> indexes = new TreeMap<>(Map.of(
                    "PRIMARY",
                    "BTREE||A",
                    "k_prefix",
                    "BTREE|3|A",
                    "k_down",
                    "BTREE||D",
                    "k_text",
                    "FULLTEXT|",
                    "k_hash",
                    "HASH||A"));
            for (Map.Entry<String, String> index : indexes.entrySet()) {
                String seen = value(sql, INDEX + '\'' + index.getKey() + '\'');
                boolean ok = seen.equals(index.getValue());
                verdicts.add(new Verdict(
                        "catalogue: index " + index.getKey() + " is " + index.getValue(),
                        ok,
                        ok ? "" : "saw " + seen,
                        index.getValue().endsWith("D") && seen.equals("BTREE||A")
                                ? KnownDifferences.of("desc_index")
                                : ""));
            }
        }
        return verdicts;
    }

    private static String value(Statement sql, String query) throws SQLException {
        try (ResultSet row = sql.executeQuery(query)) {
            return row.next() ? String.valueOf(row.getString(1)) : "nothing";
        }
    }
}
