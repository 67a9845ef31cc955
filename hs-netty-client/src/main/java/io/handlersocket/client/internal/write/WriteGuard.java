// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.write;

import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.guard.DdlGuard;
import io.handlersocket.client.internal.control.guard.Quarantine;
import io.handlersocket.client.internal.control.sql.Discovery;
import io.handlersocket.client.internal.control.sql.SqlSession;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds out whether an SQL session waits for what is open on the write port. Control thread only. */
final class WriteGuard {

    private final DdlGuard guard;

    /** @param quarantine holds the tables that are closed already */
    WriteGuard(Quarantine quarantine) {
        this.guard = new DdlGuard(quarantine);
    }

    /** @throws UnavailableException if a session holds the drain lock, or SQL reaches another server than before */
    void refuseDrained(SqlSession sql, Discovery.Found found) throws SQLException {
        Optional<String> drained = DdlGuard.drainReason(sql, found);
        if (drained.isPresent()) {
            throw new UnavailableException(UnavailableException.Reason.DRAINED, drained.get());
        }
    }

    /**
     * The tables that a session waits for. Asks the read guard's question and then tries a change: only that sees a
     * session that waits for all tables to become read-only.
     *
     * @throws UnavailableException as {@link #refuseDrained}, and if {@code read_only} was switched on
     */
    List<TableName> waitedFor(SqlSession sql, Discovery.Found found, Map<TableName, Table> open) throws SQLException {
        refuseDrained(sql, found);
        WriteDiscovery.refuseReadOnly(sql);
        Set<TableName> waitedFor =
                new LinkedHashSet<>(guard.tablesToClose(sql, found.facts().schema(), open.keySet(), List.of()));
        for (Table table : open.values()) {
            try {
                WriteRules.touch(sql, table);
            } catch (SQLException e) {
                if (sql.isLostBy(e)) {
                    throw e;
                }
                waitedFor.add(table.name());
            }
        }
        return List.copyOf(waitedFor);
    }
}
