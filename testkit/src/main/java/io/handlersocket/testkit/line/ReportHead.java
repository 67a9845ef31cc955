// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit.line;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;

/** Which server was looked at: all that a reader of a pasted report needs to look at the same one. */
final class ReportHead {

    private static final String PLUGIN =
            "SELECT CONCAT(PLUGIN_VERSION, ', ', PLUGIN_MATURITY, ', ', PLUGIN_STATUS, ', author version ',"
                    + " IFNULL(PLUGIN_AUTH_VERSION, '?')) FROM information_schema.PLUGINS WHERE PLUGIN_NAME = 'handlersocket'";

    /** Older servers have no such variable. */
    private static final String SNAPSHOT_ISOLATION = "SELECT VARIABLE_VALUE FROM information_schema.GLOBAL_VARIABLES"
            + " WHERE VARIABLE_NAME = 'innodb_snapshot_isolation'";

    private ReportHead() {}

    static Map<String, String> of(HandlerSocketMariaDB server) throws SQLException {
        Map<String, String> facts = new LinkedHashMap<>();
        try (Connection connection = server.rootDataSource().getConnection();
                Statement sql = connection.createStatement()) {
            facts.put("version", value(sql, "SELECT VERSION()"));
            facts.put("version_comment", value(sql, "SELECT @@version_comment"));
            facts.put("built for", value(sql, "SELECT CONCAT(@@version_compile_os, ', ', @@version_compile_machine)"));
            facts.put("plugin handlersocket", value(sql, PLUGIN));
            facts.put("from", server.origin());
            facts.put("collation_server", value(sql, "SELECT @@collation_server"));
            facts.put("innodb_snapshot_isolation", value(sql, SNAPSHOT_ISOLATION));
        }
        return facts;
    }

    private static String value(Statement sql, String query) throws SQLException {
        try (ResultSet row = sql.executeQuery(query)) {
            return row.next() ? String.valueOf(row.getString(1)) : "(absent)";
        }
    }
}
