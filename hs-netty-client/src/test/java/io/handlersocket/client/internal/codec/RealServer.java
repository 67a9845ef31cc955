// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import io.handlersocket.client.catalog.Column;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;

/** The shared server as the codecs' tests see it: raw lookups, and the driver with all that changes how it binds. */
final class RealServer implements AutoCloseable {

    final RawLookups lookups;
    final Connection text;
    final Connection prepared;
    /** The driver's own clock is UTC here, as it has to be for values that name an instant. */
    private final Connection textUtc;

    private final Connection preparedUtc;
    private final String database;
    private final List<String> tables = new ArrayList<>();

    RealServer() throws IOException, SQLException {
        HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();
        text = connect(server, "useServerPrepStmts=false");
        prepared = connect(server, "useServerPrepStmts=true");
        textUtc = connect(server, "useServerPrepStmts=false&timezone=UTC");
        preparedUtc = connect(server, "useServerPrepStmts=true&timezone=UTC");
        database = text.getCatalog();
        lookups = new RawLookups(server.getHost(), server.readPort(), server.readSecret());
    }

    private static Connection connect(HandlerSocketMariaDB server, String option) throws SQLException {
        String url = server.getJdbcUrl();
        return DriverManager.getConnection(
                url + (url.contains("?") ? '&' : '?') + option, server.getUsername(), server.getPassword());
    }

    /** The connection that reads or binds values of this type as the codecs do, whatever the zone of this JVM. */
    Connection connection(boolean binary, Class<?> type) {
        boolean instant = type == Instant.class || type == OffsetDateTime.class || type == ZonedDateTime.class;
        if (instant) {
            return binary ? preparedUtc : textUtc;
        }
        return binary ? prepared : text;
    }

    /** Creates a table, to be dropped at the end; columns and keys in SQL. */
    void create(String table, String definition) throws SQLException {
        execute("DROP TABLE IF EXISTS " + table, "CREATE TABLE " + table + '(' + definition + ") ENGINE=InnoDB");
        tables.add(table);
    }

    void execute(String... statements) throws SQLException {
        try (Statement statement = text.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    void open(int id, String table, String index, String columns) throws IOException {
        lookups.open(id, database, table, index, columns);
    }

    ColumnCodec codec(String table, String name) throws SQLException {
        String sql =
                "SELECT data_type, column_type, character_maximum_length, character_octet_length, numeric_precision,"
                        + " numeric_scale, datetime_precision, character_set_name, collation_name FROM information_schema.columns"
                        + " WHERE table_schema = DATABASE() AND table_name = ? AND column_name = ?";
        try (PreparedStatement statement = text.prepareStatement(sql)) {
            statement.setString(1, table);
            statement.setString(2, name);
            ResultSet row = statement.executeQuery();
            if (!row.next()) {
                throw new IllegalStateException("no column " + table + '.' + name);
            }
            String columnType = row.getString(2);
            int scale = row.getInt(6);
            Column column = new Column(
                    name,
                    row.getString(1),
                    columnType,
                    columnType.contains("unsigned"),
                    columnType.contains("zerofill"),
                    row.getLong(3),
                    row.getLong(4),
                    row.getInt(5),
                    row.getObject(6) == null ? -1 : scale,
                    row.getInt(7),
                    row.getString(8),
                    row.getString(9),
                    true,
                    false,
                    labels(columnType));
            return ColumnCodec.of(column, Codecs.UTC);
        }
    }

    private static List<String> labels(String columnType) {
        List<String> labels = new ArrayList<>();
        if (columnType.startsWith("enum") || columnType.startsWith("set")) {
            String list = columnType.substring(columnType.indexOf('(') + 2, columnType.length() - 2);
            for (String label : list.split("','", -1)) {
                labels.add(label.replace("''", "'"));
            }
        }
        return labels;
    }

    @Override
    public void close() throws IOException, SQLException {
        // First, so that dropping the tables need not wait for it.
        lookups.close();
        for (String table : tables) {
            execute("SET STATEMENT lock_wait_timeout=10 FOR DROP TABLE " + table);
        }
        for (Connection connection : List.of(text, prepared, textUtc, preparedUtc)) {
            connection.close();
        }
    }
}
