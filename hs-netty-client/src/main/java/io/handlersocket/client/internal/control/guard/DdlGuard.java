// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.guard;

import io.handlersocket.client.DrainLock;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.sql.Discovery;
import io.handlersocket.client.internal.control.sql.SqlErrors;
import io.handlersocket.client.internal.control.sql.SqlSession;
import io.handlersocket.client.spi.ServerIdentity;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Asks SQL whether a session waits for a lock on a table that HandlerSocket has open.
 *
 * <p>A waiting {@code ALTER} makes new statements on its table wait too, so a {@code SELECT} that must not wait fails at once.
 * It needs no right but SELECT, and 200 tables take 2 to 3 ms.
 */
public final class DdlGuard {

    /** While any session holds this user lock, every client of the server stays drained. */
    static final String DRAIN_LOCK = DrainLock.NAME;

    private final Quarantine quarantine;
    private final OtherTables otherTables;

    /** @param quarantine tables that are closed already: a wait that their closing did not end is for another session */
    public DdlGuard(Quarantine quarantine) {
        this(quarantine, System::nanoTime);
    }

    public DdlGuard(Quarantine quarantine, LongSupplier clock) {
        this.quarantine = quarantine;
        this.otherTables = new OtherTables(clock);
    }

    /** Returns why everything must be closed: the drain lock is held, or SQL is not what it was when this was found. */
    public static Optional<String> drainReason(SqlSession session, Discovery.Found found) throws SQLException {
        String[] seen = session.query(
                        row -> new String[] {
                            row.getString(1), row.getString(2), row.getString(3), row.getString(4), row.getString(5)
                        },
                        "SELECT IS_USED_LOCK('" + DRAIN_LOCK + "'), " + ServerIdentity.SQL + ", "
                                + ServerIdentity.ACCOUNT_SQL + ", COALESCE(DATABASE(), ''), "
                                + found.settings().sql())
                .get(0);
        if (seen[0] != null) {
            return Optional.of("SQL session " + seen[0] + " holds the lock " + DRAIN_LOCK);
        }
        ServerFacts facts = found.facts();
        return changed("SQL reaches another server", facts.identity(), seen[1])
                .or(() -> changed("SQL uses another account", facts.account(), seen[2]))
                .or(() -> changed("SQL uses another schema", facts.schema(), seen[3]))
                .or(() -> changed(
                        "SET GLOBAL changed a setting that HandlerSocket's workers read at server start",
                        found.settings().seen(),
                        seen[4]));
    }

    private static Optional<String> changed(String what, String before, String now) {
        return before.equals(now)
                ? Optional.empty()
                : Optional.of(what + " (" + now + ") than before (" + before + ')');
    }

    /**
     * Returns the tables that a session waits for, and those of {@code open} that changed or vanished; empty if all are clean.
     *
     * @param ownSchema the session's schema
     * @param open the tables that are open here
     * @param kept tables that are closed here, and that the server keeps open while connections last
     * @throws SQLException if the session itself is of no use any more
     */
    public List<TableName> tablesToClose(
            SqlSession session, String ownSchema, Set<TableName> open, Collection<TableName> kept) throws SQLException {
        Set<TableName> others = new LinkedHashSet<>(otherTables.besides(session, ownSchema, open));
        others.addAll(kept);
        others.removeIf(table -> open.contains(table) || quarantine.contains(table) || otherTables.isHidden(table));
        Set<TableName> all = new LinkedHashSet<>(open);
        all.addAll(others);
        if (all.isEmpty() || probe(session, all) == Probe.CLEAN) {
            return List.of();
        }
        // The error of the common statement names no table.
        List<TableName> toClose = new ArrayList<>();
        for (TableName table : open) {
            if (probe(session, List.of(table)) != Probe.CLEAN) {
                toClose.add(table);
            }
        }
        for (TableName table : others) {
            Probe probe = probe(session, List.of(table));
            if (probe == Probe.WAITED_FOR) {
                toClose.add(table);
            } else if (probe == Probe.FAILED) {
                otherTables.forget(table);
            }
        }
        return toClose;
    }

    /**
     * Whether a session still waits for one of these tables, which are closed here.
     *
     * @throws SQLException if the session itself is of no use any more
     */
    public static boolean isWaitedFor(SqlSession session, Collection<TableName> closed) throws SQLException {
        for (TableName table : closed) {
            if (probe(session, List.of(table)) == Probe.WAITED_FOR) {
                return true;
            }
        }
        return false;
    }

    private enum Probe {
        CLEAN,
        WAITED_FOR,
        FAILED
    }

    private static Probe probe(SqlSession session, Collection<TableName> tables) throws SQLException {
        String sql = tables.stream()
                .map(table -> "(SELECT 1 FROM " + table.quoted() + " LIMIT 0)")
                .collect(Collectors.joining(" UNION ALL ", SqlSession.NO_WAIT, ""));
        try {
            session.query(row -> row, sql);
            return Probe.CLEAN;
        } catch (SQLException e) {
            if (session.isLostBy(e)) {
                throw e;
            }
            return SqlErrors.isLockWait(e) ? Probe.WAITED_FOR : Probe.FAILED;
        }
    }
}
