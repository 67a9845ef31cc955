// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.component;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/** JDBC that answers every query with no row, at once. */
final class StubDatabase {

    static final String IDENTITY = "stub";

    /** What a session says of itself, in the order in which it is asked. */
    private static final List<String> SESSION = List.of(
            IDENTITY,
            "0,0",
            "app@localhost",
            StubClient.SCHEMA,
            "REPEATABLE-READ",
            "0",
            "",
            "0",
            "0",
            "UTC",
            "utf8mb4/utf8mb4/utf8mb4",
            "0",
            "0");

    private StubDatabase() {}

    static DataSource dataSource() {
        return Stub.of(DataSource.class, Map.of("getConnection", any -> connection()));
    }

    private static Connection connection() {
        DatabaseMetaData metaData = Stub.of(
                DatabaseMetaData.class,
                Map.of(
                        "getDriverName",
                        any -> "MariaDB Connector/J",
                        "getURL",
                        any -> "jdbc:mariadb://127.0.0.1/" + StubClient.SCHEMA));
        ResultSet none = Stub.of(ResultSet.class, Map.of());
        PreparedStatement prepared = Stub.of(
                PreparedStatement.class,
                Map.of("executeQuery", any -> none, "getResultSetConcurrency", any -> ResultSet.CONCUR_READ_ONLY));
        ResultSet session = Stub.of(
                ResultSet.class, Map.of("next", any -> true, "getString", args -> SESSION.get((Integer) args[0] - 1)));
        Statement statement = Stub.of(
                Statement.class,
                Map.of("executeQuery", any -> session, "getResultSetConcurrency", any -> ResultSet.CONCUR_READ_ONLY));
        Connection physical =
                Stub.of(Connection.class, Map.of("getMetaData", any -> metaData, "createStatement", any -> statement));
        return Stub.of(
                Connection.class,
                Map.of(
                        "isWrapperFor",
                        any -> true,
                        "unwrap",
                        any -> physical,
                        "getMetaData",
                        any -> metaData,
                        "getCatalog",
                        any -> StubClient.SCHEMA,
                        "getAutoCommit",
                        any -> true,
                        "getTransactionIsolation",
                        any -> Connection.TRANSACTION_REPEATABLE_READ,
                        "prepareStatement",
                        any -> prepared,
                        "createStatement",
                        any -> statement));
    }
}
