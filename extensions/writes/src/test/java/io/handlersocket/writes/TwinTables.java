// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.writes;

import io.handlersocket.client.catalog.TableName;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Two tables of one declaration: what is done to one over HandlerSocket is done to the other in SQL. */
final class TwinTables {

    private static final Pattern BINARY = Pattern.compile("BLOB|BINARY|BIT");
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final HandlerSocketMariaDB db;
    private final String name;

    /** @param declaration what stands between the parentheses, and behind them after a {@code |} */
    TwinTables(HandlerSocketMariaDB db, String name, String declaration) {
        this.db = db;
        this.name = name + NUMBER.incrementAndGet(); // one that somebody has open must not be replaced
        String[] parts = declaration.split("\\|", 2);
        for (String table : List.of(written(), sql())) {
            db.execute("CREATE OR REPLACE TABLE " + table + " (" + parts[0] + ")" + (parts.length > 1 ? parts[1] : ""));
        }
    }

    /** The one that is written over HandlerSocket. */
    TableName table() {
        return new TableName("test", name + "_hs");
    }

    String written() {
        return "test." + name + "_hs";
    }

    private String sql() {
        return "test." + name + "_sql";
    }

    /** Runs statements on both, each naming its table as {@code T}. */
    void both(String... statements) {
        for (String statement : statements) {
            db.execute(statement.replace(" T ", ' ' + written() + ' '), statement.replace(" T ", ' ' + sql() + ' '));
        }
    }

    /** Runs a statement that names its table as {@code T} on the one that SQL changes. */
    void inSql(String statement, @Nullable Object... values) throws SQLException {
        try (Connection connection = db.rootDataSource().getConnection();
                PreparedStatement change = connection.prepareStatement(statement.replace(" T ", ' ' + sql() + ' '))) {
            for (int i = 0; i < values.length; i++) {
                change.setObject(i + 1, values[i]);
            }
            change.executeUpdate();
        }
    }

    /** What SQL sees in the table that was written over HandlerSocket. */
    List<String> writtenRows() throws SQLException {
        return rows(written());
    }

    /** What the rows should be. */
    List<String> sqlRows() throws SQLException {
        return rows(sql());
    }

    private List<String> rows(String table) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Connection connection = db.rootDataSource().getConnection();
                PreparedStatement select = connection.prepareStatement("SELECT * FROM " + table + " ORDER BY 1");
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                StringBuilder text = new StringBuilder();
                for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                    boolean binary = BINARY.matcher(row.getMetaData().getColumnTypeName(i))
                            .find();
                    byte[] bytes = binary ? row.getBytes(i) : null;
                    text.append(
                                    bytes == null
                                            ? row.getString(i)
                                            : HexFormat.of().formatHex(bytes))
                            .append(' ');
                }
                rows.add(text.toString());
            }
        }
        return rows;
    }
}
