// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.guard;

import io.handlersocket.client.DrainLock;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.sql.Discovery;
import io.handlersocket.client.internal.control.sql.SqlErrors;
import io.handlersocket.client.internal.control.sql.SqlSession;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks SQL whether a session waits for a lock on a table that HandlerSocket has open.
 *
 * <p>A waiting {@code ALTER} makes new statements on its table wait too. So the guard sends a {@code SELECT} that may
 * not wait, and it fails at once. It needs only the SELECT right, and takes 2 to 3 ms for 200 tables.
 */
public final class DdlGuard {

    private static final Logger LOG = LoggerFactory.getLogger(DdlGuard.class);

    /** A REVOKE of a single column is rare, and columns make a check take 3.3 ms instead of 0.9 ms for 200 tables. */
    private static final int CHECKS_PER_COLUMN_CHECK = 5;

    /** How the failure begins that says that a node of Galera would not answer over SQL. */
    public static final String NOT_READY = "the Galera node is not ready: ";

    /** A node without quorum shows it, too. With {@code wsrep_dirty_reads}, it even answers a SELECT. */
    private static final String GALERA_STATUS = "SHOW STATUS WHERE Variable_name IN ('wsrep_ready',"
            + " 'wsrep_cluster_status', 'wsrep_local_state', 'wsrep_local_state_comment')";

    private static final String GALERA_JOINING = "1";

    private final Quarantine quarantine;
    private final TablesOfOtherClients tablesOfOthers;
    private int checks;

    /**
     * @param quarantine tables that are closed already: a session that still waits does not wait for this client. One
     *     that waits later may: another client opened the table, and this client's connections keep it open
     */
    public DdlGuard(Quarantine quarantine, LongSupplier nanoTime) {
        this.quarantine = quarantine;
        this.tablesOfOthers = new TablesOfOtherClients(nanoTime);
    }

    /**
     * Returns why everything must be closed: a session holds the drain lock, or SQL differs from discovery. Fails on a
     * node of Galera that would not answer over SQL.
     */
    public static Optional<String> drainReason(SqlSession session, Discovery.Found found) throws SQLException {
        ServerFacts facts = found.facts();
        if (facts.galera()) {
            requireReady(session);
        }
        String[] seen = session.query(
                        row -> new String[] {
                            row.getString(1), row.getString(2), row.getString(3), row.getString(4), row.getString(5)
                        },
                        "SELECT IS_USED_LOCK('" + DrainLock.NAME + "'), " + ServerFacts.IDENTITY_SQL + ", "
                                + ServerFacts.ACCOUNT_SQL + ", COALESCE(DATABASE(), ''), "
                                + found.settings().sql())
                .get(0);
        if (seen[0] != null) {
            return Optional.of("SQL session " + seen[0] + " holds the lock " + DrainLock.NAME);
        }
        return changed("SQL reaches another server", facts.identity(), seen[1])
                .or(() -> changed("SQL uses another account", facts.account(), seen[2]))
                .or(() -> changed("SQL uses another schema", facts.schema(), seen[3]))
                .or(() -> changed(
                        "SET GLOBAL changed a setting that HandlerSocket's workers read at server start",
                        found.settings().seen(),
                        seen[4]));
    }

    /**
     * Fails if a node of Galera would refuse a query over SQL, or answer it only because the session has
     * {@code wsrep_dirty_reads}. HandlerSocket answers all the same.
     */
    private static void requireReady(SqlSession session) throws SQLException {
        TreeMap<String, String> status = new TreeMap<>();
        session.query(row -> status.put(row.getString(1), row.getString(2)), GALERA_STATUS);
        boolean ready = "ON".equals(status.get("wsrep_ready"))
                && "Primary".equals(status.get("wsrep_cluster_status"))
                && !GALERA_JOINING.equals(status.get("wsrep_local_state"));
        if (!ready) {
            throw new SQLTransientConnectionException(NOT_READY + status);
        }
    }

    private static Optional<String> changed(String what, String before, String now) {
        return before.equals(now)
                ? Optional.empty()
                : Optional.of(what + " (" + now + ") than before (" + before + ')');
    }

    /**
     * Returns the tables that a session waits for, and those of {@code open} that changed, vanished or may no longer be
     * read. Asks for the columns in every fifth check. The server keeps the tables of {@code kept} open until this
     * client's connections end, even if the client has closed them.
     */
    public List<TableName> tablesToClose(
            SqlSession session,
            String ownSchema,
            Map<TableName, ? extends Collection<String>> open,
            Collection<TableName> kept)
            throws SQLException {
        Set<TableName> others = new LinkedHashSet<>(tablesOfOthers.tables(session, ownSchema, open.keySet()));
        others.removeAll(notCalm(session, others));
        others.addAll(kept); // these connections hold them, even if they were quarantined before
        others.removeIf(tablesOfOthers::isHidden);
        boolean withColumns = checks++ % CHECKS_PER_COLUMN_CHECK == 0;
        Map<TableName, Collection<String>> all = new LinkedHashMap<>();
        open.forEach((table, columns) -> all.put(table, withColumns ? columns : List.of()));
        others.forEach(table -> all.putIfAbsent(table, List.of()));
        Optional<SQLException> failure = all.isEmpty() ? Optional.empty() : error(session, all);
        if (failure.isEmpty()) {
            return List.of();
        }
        Map<TableName, SQLException> errors = new LinkedHashMap<>();
        if (all.size() == 1 && !SqlErrors.isInterrupted(failure.get())) {
            errors.put(all.keySet().iterator().next(), failure.get()); // the driver logs each error at WARN
        } else {
            addErrors(session, all, errors);
        }
        List<TableName> toClose = new ArrayList<>();
        for (Map.Entry<TableName, SQLException> each : errors.entrySet()) {
            TableName table = each.getKey();
            SQLException error = each.getValue();
            if (!open.containsKey(table) && !SqlErrors.isLockWait(error)) {
                tablesOfOthers.hide(table);
            } else if (open.containsKey(table) || isWaitedFor(session, table)) {
                LOG.info(
                        "{}: the guard's SELECT failed with SQL error {} ({}): the table is closed",
                        table,
                        error.getErrorCode(),
                        error.getMessage());
                toClose.add(table);
            }
        }
        toClose.forEach(table -> quarantine.setCalm(table, false));
        return toClose;
    }

    /** Asks again, because a statement that had the lock may have ended since it refused the first answer. */
    private boolean isWaitedFor(SqlSession session, TableName table) throws SQLException {
        return !tablesOfOthers.hideIfChanging(session, table) && hasWaitingSession(session, List.of(table));
    }

    /** Returns the quarantined tables for which a session may have waited until this check. */
    private Set<TableName> notCalm(SqlSession session, Set<TableName> tables) throws SQLException {
        Set<TableName> notCalm = new LinkedHashSet<>();
        for (TableName table : tables) {
            if (quarantine.contains(table) && !quarantine.isCalm(table)) {
                notCalm.add(table);
                quarantine.setCalm(table, !hasWaitingSession(session, List.of(table)));
            }
        }
        return notCalm;
    }

    /**
     * Halves the tables until each error belongs to one of them, because the error of a common statement names none.
     * One by one would take a round trip for each, and the session that waits would wait on meanwhile.
     */
    private static void addErrors(
            SqlSession session, Map<TableName, Collection<String>> tables, Map<TableName, SQLException> errors)
            throws SQLException {
        if (tables.size() == 1) {
            Map.Entry<TableName, Collection<String>> only =
                    tables.entrySet().iterator().next();
            errorOf(session, only.getKey(), only.getValue()).ifPresent(error -> errors.put(only.getKey(), error));
            return;
        }
        Map<TableName, Collection<String>> first = new LinkedHashMap<>();
        Map<TableName, Collection<String>> second = new LinkedHashMap<>();
        tables.forEach((table, columns) -> (first.size() < tables.size() / 2 ? first : second).put(table, columns));
        for (Map<TableName, Collection<String>> half : List.of(first, second)) {
            if (half.size() == 1 || error(session, half).isPresent()) {
                addErrors(session, half, errors);
            }
        }
    }

    /** Returns whether a session still waits for one of these tables, which this client has closed. */
    public static boolean hasWaitingSession(SqlSession session, Collection<TableName> closed) throws SQLException {
        for (TableName table : closed) {
            if (errorOf(session, table, List.of()).filter(SqlErrors::isLockWait).isPresent()) {
                return true;
            }
        }
        return false;
    }

    private static Optional<SQLException> errorOf(SqlSession session, TableName table, Collection<String> columns)
            throws SQLException {
        Map<TableName, Collection<String>> one = Map.of(table, columns);
        Optional<SQLException> error = error(session, one);
        if (error.filter(SqlErrors::isInterrupted).isPresent()) { // a busy server: says nothing of the table
            error = error(session, one);
            if (error.filter(SqlErrors::isInterrupted).isPresent()) {
                throw error.get();
            }
        }
        return error;
    }

    /** Sends a statement that reads no row of these tables; returns its error, or empty if it succeeds. */
    private static Optional<SQLException> error(SqlSession session, Map<TableName, Collection<String>> tables)
            throws SQLException {
        String sql = tables.entrySet().stream()
                .map(table -> "(SELECT " + using(table.getValue()) + " FROM "
                        + table.getKey().quoted() + " LIMIT 0)")
                .collect(Collectors.joining(" UNION ALL ", SqlSession.NO_WAIT, ""));
        try {
            session.query(row -> row, sql);
            return Optional.empty();
        } catch (SQLException e) {
            session.throwIfLost(e);
            LOG.debug("{}: SQL error {} ({})", tables.keySet(), e.getErrorCode(), e.getMessage());
            return Optional.of(e);
        }
    }

    /** Returns one expression that the account may use only if it may read these columns. */
    private static String using(Collection<String> columns) {
        return columns.isEmpty()
                ? "1"
                : columns.stream().map(TableName::quote).collect(Collectors.joining(" IS NULL AND ", "", " IS NULL"));
    }
}
