// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A server that the contract is checked against: the real one or the fake. */
interface ContractServer {

    /** A server's secret, as far as the fake can have the same. */
    String SECRET = "c0ntract";

    /**
     * A table both can have.
     *
     * @param name in the schema {@code test}
     * @param keyParts how many columns, from the first, are the primary key
     * @param columns as in {@code CREATE TABLE}
     * @param rows numbers, strings and nulls
     */
    record Table(String name, int keyParts, List<String> columns, List<List<@Nullable Object>> rows) {}

    void create(Table table);

    /** Connected, but not authenticated. */
    RawConnection connect() throws IOException;

    /** What is wrong with a key of 33 values, of which the index has fewer parts: the plugin counts values from 1.1 on. */
    default String tooManyValues() {
        return "fldnum";
    }

    static ContractServer fake(FakeHandlerSocket fake) {
        return new ContractServer() {
            @Override
            public void create(Table table) {
                FakeTable made = fake.table(
                        "test", table.name(), table.keyParts(), table.columns().toArray(String[]::new));
                table.rows().forEach(row -> made.row(row.toArray()));
            }

            @Override
            public RawConnection connect() throws IOException {
                return new RawConnection("127.0.0.1", fake.port());
            }
        };
    }

    private static String plugin(HandlerSocketMariaDB db) {
        try (Connection connection = db.rootDataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT PLUGIN_VERSION FROM information_schema.PLUGINS"
                        + " WHERE PLUGIN_NAME = 'handlersocket'")) {
            row.next();
            return row.getString(1);
        } catch (SQLException e) {
            throw new IllegalStateException("the server does not say its plugin's version", e);
        }
    }

    static ContractServer real(HandlerSocketMariaDB db) {
        return new ContractServer() {
            @Override
            public void create(Table table) {
                List<String> key = table.columns().subList(0, table.keyParts()).stream()
                        .map(column -> column.substring(0, column.indexOf(' ')))
                        .toList();
                db.execute("CREATE OR REPLACE TABLE test." + table.name() + " (" + String.join(", ", table.columns())
                        + ", PRIMARY KEY (" + String.join(", ", key) + "))");
                for (List<@Nullable Object> row : table.rows()) {
                    db.execute("INSERT INTO test." + table.name() + " VALUES ("
                            + String.join(
                                    ", ",
                                    row.stream().map(ContractServer::literal).toList()) + ")");
                }
            }

            @Override
            public String tooManyValues() {
                return plugin(db).equals("1.0") ? "kpnum" : ContractServer.super.tooManyValues();
            }

            @Override
            public RawConnection connect() throws IOException {
                return new RawConnection(db.getHost(), db.readPort());
            }
        };
    }

    private static String literal(@Nullable Object value) {
        return value instanceof String text
                ? "'" + text.replace("\\", "\\\\").replace("'", "''") + "'"
                : String.valueOf(value);
    }
}
