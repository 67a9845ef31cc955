// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.io.IOException;
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

    /** Whether more values than 32 are refused; before version 1.1 they can crash the server. */
    default boolean countsValues() {
        return true;
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
            public boolean countsValues() {
                return !db.pluginVersion().equals("1.0");
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
