// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.client;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.Index;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.jmh.measure.Arm;
import io.handlersocket.jmh.measure.Database;
import io.handlersocket.jmh.measure.Slice;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** A client of its own with 200 tables open besides the one that is read: what its guard costs, once a second. */
final class ManyTables implements Arm {

    private static final int TABLES = 200;

    private final HandlerSocketClient client;
    private final Arm lookups;

    ManyTables(Database db, boolean guard) {
        try (Connection connection = db.connect();
                Statement statement = connection.createStatement()) {
            for (int i = 0; i < TABLES; i++) {
                statement.execute("CREATE TABLE IF NOT EXISTS guarded_" + i + " (id INT PRIMARY KEY)");
            }
        } catch (SQLException e) {
            throw new IllegalStateException("tables to guard", e);
        }
        client = guard ? Clients.to(db).build() : Clients.to(db).withoutGuard().build();
        for (int i = 0; i < TABLES; i++) {
            client.index(IndexSpec.primary(db.schema(), "guarded_" + i));
        }
        Index index = client.index(Clients.users(db));
        lookups = AsyncLookups.arm(guard ? "async-guarded" : "async-unguarded", index, 1024, RowCheck.THREE_COLUMNS);
    }

    @Override
    public String name() {
        return lookups.name();
    }

    @Override
    public long run(Slice slice) throws Exception {
        return lookups.run(slice);
    }

    @Override
    public void close() {
        client.close();
    }
}
