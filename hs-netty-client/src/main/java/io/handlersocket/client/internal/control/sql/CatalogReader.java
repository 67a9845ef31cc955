// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.sql;

import io.handlersocket.client.RefusedException;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.IndexPart;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the definition of a table from {@code information_schema}, as far as the account may see it. */
public final class CatalogReader {

    /** Whether the server compares names exactly, and the name as the server spells it. */
    private static final String NAME = "SELECT @@lower_case_table_names = 0, TABLE_SCHEMA, TABLE_NAME";

    private static final String OF_TABLE = " FROM information_schema.TABLES WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?";
    private static final String COLUMNS = "SELECT COLUMN_NAME, DATA_TYPE, COLUMN_TYPE, CHARACTER_MAXIMUM_LENGTH,"
            + " CHARACTER_OCTET_LENGTH, NUMERIC_PRECISION, NUMERIC_SCALE, DATETIME_PRECISION, CHARACTER_SET_NAME,"
            + " COLLATION_NAME, IS_NULLABLE, GENERATION_EXPRESSION FROM information_schema.COLUMNS"
            + " WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? ORDER BY ORDINAL_POSITION";
    private static final String INDEXES = "SELECT INDEX_NAME, NON_UNIQUE, INDEX_TYPE, COLUMN_NAME, SUB_PART, COLLATION"
            + " FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?"
            + " ORDER BY INDEX_NAME <> 'PRIMARY', INDEX_NAME, SEQ_IN_INDEX";

    private static final String TRIGGERS_VISIBLE =
            "SELECT 1 FROM (SELECT CONCAT('''', REPLACE(CURRENT_USER(), '@', '''@'''), '''') AS me,"
                    + " ? AS db, ? AS tab) a WHERE EXISTS (SELECT 1 FROM information_schema.USER_PRIVILEGES"
                    + " WHERE GRANTEE = me AND PRIVILEGE_TYPE = 'TRIGGER')"
                    + " OR EXISTS (SELECT 1 FROM information_schema.SCHEMA_PRIVILEGES"
                    + " WHERE GRANTEE = me AND PRIVILEGE_TYPE = 'TRIGGER' AND db LIKE TABLE_SCHEMA)"
                    + " OR EXISTS (SELECT 1 FROM information_schema.TABLE_PRIVILEGES"
                    + " WHERE GRANTEE = me AND PRIVILEGE_TYPE = 'TRIGGER' AND db = TABLE_SCHEMA AND tab = TABLE_NAME)";

    private static final String TRIGGERS = "SELECT TRIGGER_NAME FROM information_schema.TRIGGERS"
            + " WHERE EVENT_OBJECT_SCHEMA = ? AND EVENT_OBJECT_TABLE = ?";

    private static final Pattern LABEL = Pattern.compile("'((?:[^']++|'')*+)'");

    private CatalogReader() {}

    /**
     * Returns the table's name as the server spells it, because HandlerSocket knows no other; empty if the account sees
     * no such table. If {@code lower_case_table_names} is not 0, SQL finds it by other spellings too.
     */
    public static Optional<TableName> spelling(SqlSession session, TableName given) throws SQLException {
        return first(session.query(row -> name(given, row), NAME + OF_TABLE, given.schema(), given.table()));
    }

    /**
     * Reads a table by any name by which SQL finds it; {@link Table#name()} is as the server spells it. Collations that
     * were not {@linkplain Collations#prepare prepared} are unknown.
     */
    public static Table read(SqlSession session, TableName given, Collations collations) throws SQLException {
        Table table = first(session.query(
                        row -> name(given, row).isPresent() ? Optional.of(table(row)) : Optional.<Table>empty(),
                        NAME + ", TABLE_TYPE, ENGINE, CREATE_OPTIONS" + OF_TABLE,
                        given.schema(),
                        given.table()))
                .orElseThrow(() -> new RefusedException(given + ": no such table, or the SQL account may not see it"));
        TableName name = table.name();
        return new Table(
                name,
                table.kind(),
                table.engine(),
                table.partitioned(),
                !seesTriggers(session, name) || trigger(session, name).isPresent(),
                session.query(row -> column(row, collations), COLUMNS, name.schema(), name.table()),
                indexes(session, name));
    }

    private static <T> Optional<T> first(List<Optional<T>> found) {
        return found.stream().flatMap(Optional::stream).findFirst();
    }

    private static Optional<TableName> name(TableName given, ResultSet row) throws SQLException {
        TableName name = new TableName(row.getString(2), row.getString(3));
        return !row.getBoolean(1) || name.equals(given) ? Optional.of(name) : Optional.empty();
    }

    private static Table table(ResultSet row) throws SQLException {
        return new Table(
                new TableName(row.getString(2), row.getString(3)),
                text(row.getString(4)),
                text(row.getString(5)),
                text(row.getString(6)).toLowerCase(Locale.ROOT).contains("partitioned"),
                List.of(),
                List.of());
    }

    private static Column column(ResultSet row, Collations collations) throws SQLException {
        String dataType = row.getString(2).toLowerCase(Locale.ROOT);
        String columnType = row.getString(3);
        boolean labelled = dataType.equals("enum") || dataType.equals("set");
        String declaration = labelled ? columnType : columnType.toLowerCase(Locale.ROOT);
        int scale = row.getString(7) == null ? -1 : row.getInt(7);
        String collation = row.getString(10);
        return new Column(
                row.getString(1),
                dataType,
                declaration,
                !labelled && declaration.contains(" unsigned"),
                !labelled && declaration.contains(" zerofill"),
                row.getLong(4),
                row.getLong(5),
                row.getInt(6),
                scale,
                row.getInt(8),
                row.getString(9),
                collation == null ? null : collations.of(collation),
                row.getString(11).equals("YES"),
                !text(row.getString(12)).isEmpty(),
                labelled ? labels(columnType) : List.of());
    }

    /** Returns the labels of a type such as {@code enum('a','it''s')}. */
    static List<String> labels(String columnType) {
        return LABEL.matcher(columnType)
                .results()
                .map(label -> label.group(1).replace("''", "'"))
                .toList();
    }

    private record PartRow(String index, boolean unique, String type, IndexPart part) {}

    private static List<IndexDefinition> indexes(SqlSession session, TableName name) throws SQLException {
        Map<String, List<PartRow>> byName = new LinkedHashMap<>();
        for (PartRow row : session.query(CatalogReader::part, INDEXES, name.schema(), name.table())) {
            byName.computeIfAbsent(row.index(), key -> new ArrayList<>()).add(row);
        }
        List<IndexDefinition> indexes = new ArrayList<>();
        byName.forEach((index, parts) -> indexes.add(new IndexDefinition(
                index,
                parts.get(0).unique(),
                parts.get(0).type(),
                parts.stream().map(PartRow::part).toList())));
        return indexes;
    }

    private static PartRow part(ResultSet row) throws SQLException {
        return new PartRow(
                row.getString(1),
                row.getInt(2) == 0,
                row.getString(3),
                new IndexPart(row.getString(4), row.getInt(5), "D".equals(row.getString(6))));
    }

    private static String text(@Nullable String value) {
        return value == null ? "" : value;
    }

    /**
     * Returns whether the account sees the triggers of a table: it has the privilege TRIGGER itself. One that it has
     * through a role is not looked for.
     */
    public static boolean seesTriggers(SqlSession session, TableName name) throws SQLException {
        return !session.query(row -> row.getInt(1), TRIGGERS_VISIBLE, name.schema(), name.table())
                .isEmpty();
    }

    /** Returns the name of one trigger; empty if the account sees none. */
    public static Optional<String> trigger(SqlSession session, TableName name) throws SQLException {
        return session.query(row -> row.getString(1), TRIGGERS, name.schema(), name.table()).stream()
                .findFirst();
    }
}
