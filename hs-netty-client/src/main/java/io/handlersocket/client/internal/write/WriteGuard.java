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

/** Checks whether an SQL session waits for a table that is open on the write port. Control thread only. */
final class WriteGuard {

    private final DdlGuard guard;

    /** @param quarantine the tables that are already closed */
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
     * Returns the tables that a session waits for. It makes the read guard's check and then tries a change, because
     * only a change finds a session that waits until all tables are read-only.
     *
     * @throws UnavailableException as {@link #refuseDrained}, and if {@code read_only} is on
     */
    List<TableName> blockedTables(SqlSession sql, Discovery.Found found, Map<TableName, Table> open)
            throws SQLException {
        refuseDrained(sql, found);
        WriteDiscovery.refuseReadOnly(sql);
        Set<TableName> blocked =
                new LinkedHashSet<>(guard.tablesToClose(sql, found.facts().schema(), open.keySet(), List.of()));
        for (Table table : open.values()) {
            try {
                WriteRules.touch(sql, table);
            } catch (SQLException e) {
                if (sql.isLostBy(e)) {
                    throw e;
                }
                blocked.add(table.name());
            }
        }
        return List.copyOf(blocked);
    }
}
