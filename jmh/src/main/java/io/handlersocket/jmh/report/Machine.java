// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.report;

import io.handlersocket.jmh.measure.Database;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Where it was measured.
 *
 * @param settings of the server, by variable
 */
public record Machine(String cpu, int cores, String kernel, String jdk, String server, Map<String, String> settings) {

    private static final String SETTINGS = "SHOW GLOBAL VARIABLES WHERE Variable_name IN ('handlersocket_threads',"
            + " 'handlersocket_epoll', 'innodb_buffer_pool_size', 'innodb_flush_log_at_trx_commit', 'innodb_log_file_size', 'max_connections',"
            + " 'thread_handling', 'query_cache_type', 'tx_isolation')";

    /** This machine, and that server's word. */
    public static Machine here(Database db) throws SQLException {
        Map<String, String> settings = new LinkedHashMap<>();
        try (Connection connection = db.connect();
                Statement statement = connection.createStatement()) {
            try (ResultSet row = statement.executeQuery(SETTINGS)) {
                while (row.next()) {
                    settings.put(row.getString(1), row.getString(2));
                }
            }
            return new Machine(
                    processor(),
                    Runtime.getRuntime().availableProcessors(),
                    System.getProperty("os.name") + " " + System.getProperty("os.version"),
                    System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"),
                    connection.getMetaData().getDatabaseProductVersion(),
                    settings);
        }
    }

    private static String processor() {
        try {
            return Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
                    .filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(System.getProperty("os.arch"));
        } catch (IOException e) {
            return System.getProperty("os.arch");
        }
    }

    /** The CPU as part of a file name. */
    public String slug() {
        String name = cpu.replaceAll("\\((R|TM)\\)|@.*|CPU|Processor", " ").strip();
        return name.replaceAll("[^A-Za-z0-9]+", "-").toLowerCase(Locale.ROOT);
    }
}
