// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.internal.control.sql.RealCatalog;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The shared server as the codecs' tests see it: raw lookups, and the driver with all that changes how it binds. */
final class RealServer implements AutoCloseable {

    final RawLookups lookups;
    final Connection text;
    final Connection prepared;
    /** The driver's own clock is UTC here, as it has to be for values that name an instant. */
    private final Connection textUtc;

    private final Connection preparedUtc;
    private final RealCatalog catalog;
    private final ServerFacts facts;
    private final String database;
    private final List<String> tables = new ArrayList<>();

    RealServer() throws IOException, SQLException {
        HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();
        text = connect(server, "useServerPrepStmts=false");
        prepared = connect(server, "useServerPrepStmts=true");
        textUtc = connect(server, "useServerPrepStmts=false&timezone=UTC");
        preparedUtc = connect(server, "useServerPrepStmts=true&timezone=UTC");
        database = text.getCatalog();
        catalog = new RealCatalog(server.dataSource());
        facts = catalog.server();
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

    /** The last second of TIMESTAMP. */
    Instant lastTimestamp() {
        return Objects.requireNonNull(facts.lastTimestamp());
    }

    void open(int id, String table, String index, String columns) throws IOException {
        lookups.open(id, database, table, index, columns);
    }

    ColumnCodec codec(String table, String name) throws SQLException {
        return ColumnCodec.of(catalog.table(database, table).column(name).orElseThrow(), facts);
    }

    @Override
    public void close() throws IOException, SQLException {
        // First, so that dropping the tables need not wait for it.
        lookups.close();
        catalog.close();
        for (String table : tables) {
            execute("SET STATEMENT lock_wait_timeout=10 FOR DROP TABLE " + table);
        }
        for (Connection connection : List.of(text, prepared, textUtc, preparedUtc)) {
            connection.close();
        }
    }
}
