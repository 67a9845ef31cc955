// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.Endpoint;
import io.handlersocket.client.internal.transport.Target;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

class RealLookupIT extends LookupContract {

    private static final HandlerSocketMariaDB DB = HandlerSocketMariaDB.shared();

    @Override
    void createTables() {
        DB.execute(
                "CREATE OR REPLACE TABLE test.lookup_item (" + String.join(", ", ITEM) + ", PRIMARY KEY (id))",
                "CREATE OR REPLACE TABLE test.lookup_pair (" + String.join(", ", PAIR) + ", PRIMARY KEY (a, b))");
        insert("lookup_item", ITEMS);
        insert("lookup_pair", PAIRS);
    }

    private static void insert(String table, List<List<Object>> rows) {
        try (Connection connection = DB.dataSource().getConnection();
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO test." + table + " VALUES (?, ?, ?)")) {
            for (List<Object> row : rows) {
                for (int i = 0; i < 3; i++) {
                    insert.setObject(i + 1, row.get(i));
                }
                insert.executeUpdate();
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    Target target() {
        return new Target(new Endpoint(DB.getHost(), DB.readPort()), DB.readSecret());
    }

    @Override
    void stop() {
        // It is shared.
    }
}
