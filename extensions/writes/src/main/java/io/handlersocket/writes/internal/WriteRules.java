// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.writes.internal;

import io.handlersocket.client.RefusedException;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.sql.CatalogReader;
import io.handlersocket.client.internal.control.sql.SqlSession;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Asks SQL whether a write over HandlerSocket has the same effect on a table as the same write in SQL. */
final class WriteRules {

    private static final Pattern QUOTED =
            Pattern.compile("'(?:[^'\\\\]++|\\\\.|'')*'|`(?:[^`]++|``)*`", Pattern.DOTALL);
    private static final Pattern CHECK = Pattern.compile("\\bCHECK\\s*\\(|\\bPERIOD\\s+FOR\\b");

    /** Finds cascades: SQL locks the table that a cascade changes, and HandlerSocket does not. */
    private static final String CASCADES = "SELECT CONCAT(CONSTRAINT_SCHEMA, '.', TABLE_NAME, '.', CONSTRAINT_NAME)"
            + " FROM information_schema.REFERENTIAL_CONSTRAINTS WHERE UNIQUE_CONSTRAINT_SCHEMA = ?"
            + " AND REFERENCED_TABLE_NAME = ? AND (UPDATE_RULE NOT IN ('RESTRICT', 'NO ACTION')"
            + " OR DELETE_RULE NOT IN ('RESTRICT', 'NO ACTION'))";

    private static final String COLUMNS = "SELECT COLUMN_NAME, COLUMN_DEFAULT, EXTRA FROM information_schema.COLUMNS"
            + " WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?";

    private static final String NO_WAIT = "SET STATEMENT lock_wait_timeout=0, sql_safe_updates=0 FOR ";

    private WriteRules() {}

    /** @throws RefusedException if a write could have another effect in SQL, or harm the server */
    static WriteTable read(SqlSession session, Table table, String index, ServerFacts server) throws SQLException {
        TableName name = table.name();
        Map<String, WriteTable.Rule> rules = new HashMap<>();
        session.query(
                row -> rules.put(row.getString(1), rule(row.getString(2), row.getString(3))),
                COLUMNS,
                name.schema(),
                name.table());
        WriteTable writable = new WriteTable(table, index, rules, server); // refuses views, which have no engine
        refuse(name, refusal(table));
        if (table.mayHaveTriggers()) {
            refuse(name, hiddenTriggers(session, name));
            refuse(name, CatalogReader.trigger(session, name).map(found -> "trigger " + found + " would not fire"));
        }
        refuse(name, checkConstraint(session, name));
        refuse(name, first(session, CASCADES, name).map(found -> "foreign key " + found + " cascades"));
        return writable;
    }

    private static WriteTable.Rule rule(@Nullable String defaultValue, @Nullable String extra) {
        String words = extra == null ? "" : extra.toLowerCase(Locale.ROOT);
        boolean isNull = defaultValue == null || defaultValue.equals("NULL");
        return new WriteTable.Rule(
                words.contains("auto_increment"), isNull ? null : defaultValue, words.contains("on update"));
    }

    private static void refuse(TableName name, Optional<String> reason) {
        if (reason.isPresent()) {
            throw new RefusedException(name + ": not written over HandlerSocket: " + reason.get());
        }
    }

    private static Optional<String> refusal(Table table) {
        if (!table.engine().equalsIgnoreCase("InnoDB")) {
            return Optional.of("engine " + table.engine() + " (expected InnoDB)");
        }
        for (Column column : table.columns()) {
            if (column.generated()) {
                return Optional.of("column " + column.name() + " is generated, and would not be computed");
            }
        }
        for (IndexDefinition index : table.indexes()) {
            if (!index.type().equals("BTREE") && !index.type().equals("FULLTEXT")) {
                return Optional.of("index " + index.name() + " is " + index.type() + ", and would not be kept"
                        + (index.unique() ? " unique" : ""));
            }
        }
        return Optional.empty();
    }

    private static Optional<String> hiddenTriggers(SqlSession session, TableName name) throws SQLException {
        return CatalogReader.seesTriggers(session, name)
                ? Optional.empty()
                : Optional.of("the SQL account needs the privilege TRIGGER, to see whether the table has triggers");
    }

    /** Reads the declaration, because the catalogue shows CHECKs only to accounts with more privileges. */
    private static Optional<String> checkConstraint(SqlSession session, TableName name) throws SQLException {
        String declaration = session.query(row -> row.getString(2), "SHOW CREATE TABLE " + name.quoted())
                .get(0);
        return CHECK.matcher(QUOTED.matcher(declaration).replaceAll("?")).find()
                ? Optional.of("a CHECK, or that a period ends after it begins, would not be checked")
                : Optional.empty();
    }

    private static Optional<String> first(SqlSession session, String query, TableName name) throws SQLException {
        List<String> found = session.query(row -> row.getString(1), query, name.schema(), name.table());
        return found.stream().findFirst();
    }

    /**
     * Takes the locks of a change without changing anything.
     *
     * @throws SQLException at once, if a session waits for the table or until all tables are read-only
     */
    static void touch(SqlSession session, Table table) throws SQLException {
        String column = TableName.quote(table.columns().get(0).name());
        session.execute(
                NO_WAIT + "UPDATE " + table.name().quoted() + " SET " + column + " = " + column + " WHERE 1 = 0");
    }

    /** Does the same as {@link #touch} with every kind of change. Fails if the account lacks a privilege. */
    static void tryEveryChange(SqlSession session, Table table) throws SQLException {
        String quoted = table.name().quoted();
        String columns = table.columns().stream()
                .map(column -> TableName.quote(column.name()))
                .collect(Collectors.joining(", "));
        touch(session, table);
        session.execute(NO_WAIT + "DELETE FROM " + quoted + " WHERE 1 = 0");
        session.execute(NO_WAIT + "INSERT INTO " + quoted + " (" + columns + ") SELECT " + columns + " FROM " + quoted
                + " WHERE 1 = 0");
        session.query(
                row -> row, SqlSession.NO_WAIT + "SELECT * FROM " + quoted + " LIMIT 0"); // fails if a column is hidden
    }
}
