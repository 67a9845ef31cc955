// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.session;

import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.spi.SqlAddress;
import io.handlersocket.hibernate.internal.gate.Isolation;
import io.handlersocket.hibernate.internal.util.DriverValues;
import java.lang.ref.WeakReference;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The facts about one SQL session that decide which rows a SELECT returns, and how their values look.
 *
 * @param driver how the driver converts values on this connection
 * @param address the connection's address in its URL; empty if the URL names several hosts in no order
 * @param session the driver's session, if the driver may connect anew to another host; null if the URL names one host
 * @param identity the server process, as {@link ServerFacts#IDENTITY_SQL} returns it
 * @param counters how often the session has created temporary tables and locked tables
 * @param snapshotSql the expression for {@code innodb_snapshot_isolation} on that server
 * @param settings the settings of the session
 */
record SessionFacts(
        DriverValues driver,
        String address,
        @Nullable WeakReference<Object> session,
        String identity,
        String counters,
        String snapshotSql,
        Settings settings) {

    /** Options that shift times, or that run statements that may, for example SET time_zone. */
    private static final String[] VALUE_OPTIONS = {
        "timezone", "preserveinstants", "sessionvariables", "initsql", "oldmode", "uselegacydatetimecode"
    };

    /** The counters of a session that has created no temporary table and locked no table. */
    static final String NO_COUNTERS = "0,0";

    private static final int BEFORE_SETTINGS = 3;

    private static final String COUNTERS = "(SELECT GROUP_CONCAT(VARIABLE_VALUE ORDER BY VARIABLE_NAME) FROM"
            + " information_schema.SESSION_STATUS WHERE VARIABLE_NAME IN"
            + " ('COM_CREATE_TEMPORARY_TABLE', 'COM_LOCK_TABLES'))";

    /**
     * The settings that change what a SELECT returns.
     *
     * @param account as {@link ServerFacts#ACCOUNT_SQL} returns it
     * @param schema the schema of unqualified tables; empty if none
     * @param inTransaction whether a transaction has begun; it sees its own uncommitted changes
     * @param readOnly whether the server refuses all writes of later transactions
     * @param syncWait {@code wsrep_sync_wait}; {@link #NOT_ASKED} unless the server is a node of a Galera cluster
     */
    record Settings(
            String account,
            String schema,
            Isolation isolation,
            boolean inTransaction,
            String sqlMode,
            boolean limited,
            boolean refusesLargeJoins,
            String timeZone,
            String charsets,
            boolean readOnly,
            int syncWait) {

        private static final int NOT_ASKED = -1;

        /** The bit that makes a SELECT wait until the node has applied what the others have committed. */
        private static final int BEFORE_READS = 1;

        /** Modes that change values, or how the server reads the text of a statement. */
        private static final List<String> REFUSED_MODES =
                List.of("EMPTY_STRING_IS_NULL", "PAD_CHAR_TO_FULL_LENGTH", "NO_BACKSLASH_ESCAPES");

        private static final String SQL = ServerFacts.ACCOUNT_SQL
                + ", DATABASE(), @@tx_isolation, @@in_transaction, @@sql_mode,"
                + " @@sql_select_limit < 18446744073709551615, NOT @@sql_big_selects, @@time_zone,"
                + " CONCAT_WS('/', @@character_set_client, @@character_set_connection, @@character_set_results),"
                + " @@tx_read_only, ";

        /** The position of {@code innodb_snapshot_isolation} in a row of settings. */
        private static final int SNAPSHOT = 11;

        private static Settings ask(Connection connection, String snapshotSql, String galeraSql) throws SQLException {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT " + SQL + snapshotSql + galeraSql)) {
                return of(row, 0, galeraSql);
            }
        }

        private static Settings of(ResultSet row, int before, String galeraSql) throws SQLException {
            if (!row.next()) {
                throw new SQLException("a SELECT without a table returned no row"); // sql_select_limit=0
            }
            return new Settings(
                    text(row.getString(before + 1)),
                    text(row.getString(before + 2)),
                    new Isolation(level(text(row.getString(before + 3))), row.getInt(before + SNAPSHOT) > 0),
                    row.getBoolean(before + 4),
                    text(row.getString(before + 5)),
                    row.getBoolean(before + 6),
                    row.getBoolean(before + 7),
                    text(row.getString(before + 8)),
                    text(row.getString(before + 9)),
                    row.getBoolean(before + 10),
                    galeraSql.isEmpty() ? NOT_ASKED : row.getInt(before + SNAPSHOT + 1));
        }

        Settings withLevel(int level) {
            return with(
                    level == isolation.level() ? isolation : new Isolation(level, isolation.snapshot()),
                    inTransaction,
                    readOnly);
        }

        Settings writable() {
            return with(isolation, inTransaction, false);
        }

        Settings outsideTransaction() {
            return with(isolation, false, readOnly);
        }

        private Settings with(Isolation next, boolean inside, boolean nextReadOnly) {
            if (next.equals(isolation) && inside == inTransaction && nextReadOnly == readOnly) {
                return this;
            }
            return new Settings(
                    account,
                    schema,
                    next,
                    inside,
                    sqlMode,
                    limited,
                    refusesLargeJoins,
                    timeZone,
                    charsets,
                    nextReadOnly,
                    syncWait);
        }

        private static int level(String name) {
            return switch (name) {
                case "READ-UNCOMMITTED" -> Connection.TRANSACTION_READ_UNCOMMITTED;
                case "READ-COMMITTED" -> Connection.TRANSACTION_READ_COMMITTED;
                case "REPEATABLE-READ" -> Connection.TRANSACTION_REPEATABLE_READ;
                default -> Connection.TRANSACTION_SERIALIZABLE;
            };
        }

        /** Returns why a row read over HandlerSocket may differ from this session's row; null if it cannot. */
        @Nullable
        String refusal(ServerFacts server) {
            if (!account.equals(server.account())) {
                return "the connections have another account or role than the HandlerSocket client,"
                        + " whose privileges it checks";
            }
            if (!schema.equals(server.schema())) {
                return "the connections are in another schema than the HandlerSocket client";
            }
            if (isolation.level() == Connection.TRANSACTION_READ_UNCOMMITTED) {
                return "isolation READ UNCOMMITTED";
            }
            if (limited) {
                return "the connections have sql_select_limit";
            }
            if (refusesLargeJoins) {
                return "the connections have sql_big_selects=0";
            }
            for (String mode : REFUSED_MODES) {
                if (sqlMode.contains(mode)) {
                    return "the connections have sql_mode " + mode;
                }
            }
            if (!timeZone.equals(server.sessionTimeZone())) {
                return "the connections have another time_zone than the HandlerSocket client";
            }
            if (server.galera()) {
                if (syncWait == NOT_ASKED) {
                    return PhysicalConnection.SILENT; // asked before the client knew the server
                }
                if ((syncWait & BEFORE_READS) != 0) {
                    return "the connections have wsrep_sync_wait, so that SQL waits for the writes of other nodes";
                }
            }
            return charsets.equals("utf8mb4/utf8mb4/utf8mb4")
                    ? null
                    : "the connections have another character_set_client, character_set_connection or"
                            + " character_set_results than utf8mb4";
        }
    }

    /**
     * Reads all facts. The counters take about half a millisecond of the server's time.
     *
     * @param snapshotSql an expression that is negative if the server has no {@code innodb_snapshot_isolation}
     * @param galeraSql as {@link #again} takes it
     */
    static SessionFacts ask(Connection physical, String snapshotSql, String galeraSql) throws SQLException {
        @Nullable String url = physical.getMetaData().getURL();
        WeakReference<Object> session = url != null && SqlAddress.isSequence(url)
                ? new WeakReference<>(DriverConnection.session(physical))
                : null;
        try (Statement statement = physical.createStatement();
                ResultSet row = statement.executeQuery("SELECT " + ServerFacts.IDENTITY_SQL + ", " + COUNTERS
                        + ", @@collation_connection, " + Settings.SQL + snapshotSql + galeraSql)) {
            Settings settings = Settings.of(row, BEFORE_SETTINGS, galeraSql);
            return new SessionFacts(
                    new DriverValues(url != null && isPlain(url), isText(physical), text(row.getString(3))),
                    url == null ? "" : SqlAddress.of(url),
                    session,
                    text(row.getString(1)),
                    text(row.getString(2)),
                    hasSnapshotVariable(row, snapshotSql) ? ServerVariables.PRESENT : ServerVariables.ABSENT,
                    settings);
        }
    }

    private static boolean hasSnapshotVariable(ResultSet row, String snapshotSql) throws SQLException {
        return !snapshotSql.equals(ServerVariables.ABSENT) && row.getInt(BEFORE_SETTINGS + Settings.SNAPSHOT) >= 0;
    }

    private static boolean isPlain(String url) {
        String options = url.substring(url.indexOf('?') + 1).toLowerCase(Locale.ROOT);
        return Stream.of(VALUE_OPTIONS).noneMatch(options::contains);
    }

    /** Asks the driver's configuration, whatever it was made from. A driver of another kind proves nothing. */
    private static boolean isText(Connection physical) {
        try {
            Object configuration = Reflection.get(Reflection.get(physical, "getContext"), "getConf");
            return Boolean.FALSE.equals(Reflection.get(configuration, "useServerPrepStmts"));
        } catch (IllegalStateException e) {
            return false;
        }
    }

    /** Returns whether the session has ever locked tables. The server does not count implicit unlocking. */
    boolean hasLocked() {
        return !counters.endsWith(",0");
    }

    @SuppressWarnings("ReferenceEquality") // unchanged settings are usually the same object
    SessionFacts with(Settings newer) {
        return newer == settings
                ? this
                : new SessionFacts(driver, address, session, identity, counters, snapshotSql, newer);
    }

    /**
     * Reads only the settings again, which costs the server little.
     *
     * @param galeraSql the further setting of a node of a Galera cluster; empty for other servers
     */
    SessionFacts again(Connection physical, String galeraSql) throws SQLException {
        return with(Settings.ask(physical, snapshotSql, galeraSql));
    }

    /** Returns whether the driver has connected anew since, perhaps to another host: then nothing of this is known. */
    boolean isOutdated(Connection physical) {
        try {
            return session != null && !session.refersTo(DriverConnection.session(physical));
        } catch (IllegalStateException e) {
            return true; // the driver found no host to connect to
        }
    }

    /** Returns why the client's server must not answer in place of this connection; null if it may. */
    @Nullable
    String refusal(ServerFacts server) {
        if (address.isEmpty()) {
            // The driver may reconnect to another host unobserved.
            return "the JDBC URL names several hosts";
        }
        if (!identity.equals(server.identity())) {
            return "the application's pool reaches another server process than the client";
        }
        if (!address.equals(server.sqlAddress())) {
            return "the JDBC URL names another address than the HandlerSocket client's,"
                    + " and could lead to another server";
        }
        return settings.refusal(server);
    }

    private static String text(@Nullable String value) {
        return value == null ? "" : value;
    }
}
