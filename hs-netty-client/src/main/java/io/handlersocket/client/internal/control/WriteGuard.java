// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control;

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

/** Asks once a second, while anything is open on the write port, whether it stands in somebody's way. */
final class WriteGuard {

    private final DdlGuard guard;

    /** @param quarantine whose tables are closed already */
    WriteGuard(Quarantine quarantine) {
        this.guard = new DdlGuard(quarantine);
    }

    /** @throws UnavailableException if somebody holds the drain lock, or this is another server than before */
    void refuseDrained(SqlSession sql, Discovery.Found found) throws SQLException {
        Optional<String> drained = DdlGuard.drainReason(sql, found);
        if (drained.isPresent()) {
            throw new UnavailableException(UnavailableException.Reason.DRAINED, drained.get());
        }
    }

    /**
     * The tables that somebody waits for; empty if nobody does. That is the read guard's question, and then that of a change: who
     * waits for everything to be only read is seen by the second alone.
     *
     * @throws UnavailableException as {@link #refuseDrained}
     * @throws NotUsableException if {@code read_only} was switched on
     */
    List<TableName> look(SqlSession sql, Discovery.Found found, Map<TableName, Table> open)
            throws SQLException, NotUsableException {
        refuseDrained(sql, found);
        if (WriteServer.isReadOnly(sql)) {
            throw new NotUsableException("the server is read_only");
        }
        Set<TableName> guilty =
                new LinkedHashSet<>(guard.tablesToClose(sql, found.facts().schema(), open.keySet(), List.of()));
        for (Table table : open.values()) {
            try {
                WriteRules.touch(sql, table);
            } catch (SQLException e) {
                if (sql.isLostBy(e)) {
                    throw e;
                }
                guilty.add(table.name());
            }
        }
        return List.copyOf(guilty);
    }
}
