// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.sql;

import io.handlersocket.client.internal.control.NotUsableException;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The global settings that decide whether HandlerSocket's workers read as new SQL sessions do.
 *
 * <p>A worker copies the global values at server start, and the server does not show its copy. So the client refuses
 * a value that was changed since.
 *
 * @param sql an expression for the current values
 * @param seen its value before the settings were checked
 */
public record WorkerSettings(String sql, String seen) {

    private static final String NO_SELECT_LIMIT = "18446744073709551615";

    /** From 11.1 on, the isolation level and the access mode have two names each. */
    private static final String SETTINGS = "SELECT VARIABLE_NAME, GLOBAL_VALUE, GLOBAL_VALUE_ORIGIN"
            + " FROM information_schema.SYSTEM_VARIABLES WHERE VARIABLE_NAME IN ('tx_isolation',"
            + " 'transaction_isolation', 'autocommit', 'sql_mode', 'tx_read_only', 'transaction_read_only',"
            + " 'sql_select_limit', 'wsrep_on'%s) ORDER BY VARIABLE_NAME";

    /** How long an opening may wait for DDL in a node of Galera: meanwhile the cluster's writes wait for the DDL. */
    private static final int MAX_LOCK_WAIT_SECONDS = 10;

    private static final Map<String, String> OPTIONS = Map.of(
            "tx_isolation", "transaction-isolation",
            "transaction_isolation", "transaction-isolation",
            "tx_read_only", "transaction-read-only",
            "transaction_read_only", "transaction-read-only",
            "sql_mode", "sql-mode");

    private record Setting(String name, String value, String origin) {

        Optional<String> refusal() {
            if (name.equals("sql_select_limit")) { // workers have no limit; new SQL sessions have
                return value.equals(NO_SELECT_LIMIT)
                        ? Optional.empty()
                        : Optional.of("global sql_select_limit is " + value + " (expected " + NO_SELECT_LIMIT
                                + "): SQL would cut results that HandlerSocket does not."
                                + " Run SET GLOBAL sql_select_limit = DEFAULT");
            }
            if (name.equals("wsrep_on")) { // either value is good
                return origin.equals("SQL")
                        ? Optional.of("global wsrep_on was set to " + value + " after the server's start (expected the"
                                + " value at server start): the server can be a Galera node. Set wsrep_on in my.cnf"
                                + " under [mariadbd] and restart the server")
                        : Optional.empty();
            }
            String option = OPTIONS.getOrDefault(name, name);
            String wrong = wrong();
            if (wrong != null) {
                return Optional.of("global " + name + " is " + value + ' ' + wrong + ". Set " + option
                        + " in my.cnf under [mariadbd] and restart the server");
            }
            return origin.equals("SQL")
                    ? Optional.of("global " + name + " was set to " + value + " after the server's start (expected the"
                            + " value at server start): HandlerSocket's workers keep the value at server start, which"
                            + " the server does not show. Set " + option
                            + " in my.cnf under [mariadbd] and restart the server")
                    : Optional.empty();
        }

        private @Nullable String wrong() {
            return switch (name) {
                case "tx_isolation", "transaction_isolation" ->
                    switch (value) {
                        case "READ-COMMITTED", "REPEATABLE-READ" -> null;
                        case "READ-UNCOMMITTED" ->
                            "(expected READ-COMMITTED or REPEATABLE-READ): HandlerSocket would"
                                    + " return rows that are not committed";
                        default ->
                            "(expected READ-COMMITTED or REPEATABLE-READ): HandlerSocket would not take the locks"
                                    + " that SQL takes";
                    };
                case "autocommit" ->
                    value.equals("ON")
                            ? null
                            : "(expected ON): HandlerSocket would always return the rows of its first lookup";
                case "lock_wait_timeout" ->
                    Long.parseLong(value) <= MAX_LOCK_WAIT_SECONDS
                            ? null
                            : "(expected " + MAX_LOCK_WAIT_SECONDS + " or less on a node of Galera): an opening that"
                                    + " waits for DDL would stop the writes of the cluster as long";
                case "sql_mode" ->
                    value.contains("PAD_CHAR_TO_FULL_LENGTH")
                            ? "(expected no PAD_CHAR_TO_FULL_LENGTH): HandlerSocket would return CHAR values with"
                                    + " trailing spaces"
                            : null;
                default -> value.equals("OFF") ? null : "(expected OFF): it is not tested with read-only transactions";
            };
        }
    }

    /** Reads the settings; fails if one is wrong or unknown. */
    public static WorkerSettings read(SqlSession session) throws SQLException, NotUsableException {
        List<String> names = settings(session).stream().map(Setting::name).toList();
        if (!names.contains("autocommit") || names.stream().noneMatch(name -> name.endsWith("_isolation"))) {
            throw new NotUsableException("information_schema.SYSTEM_VARIABLES does not show autocommit and the"
                    + " transaction isolation, which decide what HandlerSocket's workers read");
        }
        String sql = names.stream()
                .map(name -> "@@GLOBAL." + name)
                .collect(Collectors.joining(", ", "CONCAT_WS('; ', ", ")"));
        // Before the check, so that the guard notices a change during it.
        String seen = session.query(row -> String.valueOf(row.getString(1)), "SELECT " + sql)
                .get(0);
        List<String> refusals = refusals(session);
        if (!refusals.isEmpty()) {
            throw new NotUsableException(refusals.get(0));
        }
        return new WorkerSettings(sql, seen);
    }

    /** Returns what is wrong with each setting, and how to mend it. */
    static List<String> refusals(SqlSession session) throws SQLException {
        return settings(session).stream()
                .map(Setting::refusal)
                .flatMap(Optional::stream)
                .toList();
    }

    private static List<Setting> settings(SqlSession session) throws SQLException {
        return session.query(
                row -> new Setting(
                        row.getString(1).toLowerCase(Locale.ROOT),
                        String.valueOf(row.getString(2)),
                        String.valueOf(row.getString(3))),
                SETTINGS.formatted(session.node() != null ? ", 'lock_wait_timeout'" : ""));
    }
}
