// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.index;

import io.handlersocket.client.Index;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.NotUsableException;
import io.handlersocket.client.internal.control.sql.CatalogReader;
import io.handlersocket.client.internal.control.sql.SqlSession;
import io.handlersocket.client.internal.lookup.LookupContext;
import io.handlersocket.client.internal.lookup.OpenedIndex;
import io.handlersocket.client.internal.lookup.SharedIndex;
import io.handlersocket.client.internal.transport.ServerConnection;
import io.handlersocket.client.spi.SystemTable;
import java.sql.SQLException;
import java.util.List;

/**
 * What callers of a client ask for: opens single indexes, gives out their handles and takes them back, and reads
 * definitions of tables. Control thread only, unless a method says otherwise.
 */
public final class IndexRequests {

    /** Handles of one index differ in the columns they read. */
    private static final int HANDLES_PER_ID = 4;

    private final Indexes indexes;
    private final IndexHandles handles;

    public IndexRequests(Indexes indexes) {
        this.indexes = indexes;
        this.handles = new IndexHandles(HANDLES_PER_ID * indexes.options.sizes().openIndexes());
    }

    /** The handles that were given out. Any thread. */
    public IndexHandles handles() {
        return handles;
    }

    /**
     * Opens an index.
     *
     * @param connections all connections that serve lookups
     * @throws RefusedException if it must not be opened
     * @throws UnavailableException if it cannot be opened now
     */
    public Index open(
            SqlSession session,
            ServerFacts server,
            List<? extends ServerConnection> connections,
            LookupContext context,
            IndexSpec spec)
            throws SQLException, NotUsableException {
        try {
            SharedIndex index = sharedFor(session, spec);
            return handles.get(spec, index, open(session, server, connections, index), context);
        } catch (RefusedException e) {
            indexes.options.listener().refused(spec, String.valueOf(e.getMessage()));
            throw e;
        }
    }

    /** Reads a table's definition; throws {@link RefusedException} if the account sees no such table. */
    public Table table(SqlSession session, TableName name) throws SQLException {
        indexes.collations.prepare(session, List.of(name));
        return CatalogReader.read(session, name, indexes.collations);
    }

    private SharedIndex sharedFor(SqlSession session, IndexSpec spec) throws SQLException {
        if (spec.columns().isEmpty()) {
            // If there is no such table, the opening says so.
            TableName name = CatalogReader.spelling(session, spec.table()).orElse(spec.table());
            refuseOtherSpelling(spec, name);
            return indexes.shared.get(new SharedIndex.Name(name, spec.index(), true));
        }
        Table table = table(session, spec.table());
        refuseOtherSpelling(spec, table.name());
        boolean namesLob = spec.columns().stream()
                .anyMatch(name -> table.column(name).map(Column::isLob).orElse(false));
        return indexes.shared.get(new SharedIndex.Name(table.name(), spec.index(), namesLob));
    }

    /** Refuses a caller that names a system table in another spelling; the client has refused the server's own. */
    private static void refuseOtherSpelling(IndexSpec spec, TableName name) {
        if (!name.equals(spec.table()) && SystemTable.of(name).isPresent()) {
            throw SystemTable.refusedToCallers(name);
        }
    }

    /** Closes the index of a handle that is given back, unless another known handle reads it. */
    public void release(Index handle) {
        SharedIndex index = handles.forget(handle);
        if (index != null) {
            indexes.shared.forget(index);
        }
    }

    /**
     * Opens an index again that was closed as idle, to make room for others, or given back.
     *
     * @throws RefusedException if it must not be opened
     * @throws UnavailableException if it cannot be opened now
     */
    public void reopen(
            SqlSession session, ServerFacts server, List<? extends ServerConnection> connections, SharedIndex index)
            throws SQLException, NotUsableException {
        indexes.shared.add(index);
        open(session, server, connections, index);
    }

    private OpenedIndex open(
            SqlSession session, ServerFacts server, List<? extends ServerConnection> connections, SharedIndex index)
            throws SQLException, NotUsableException {
        if (index.opened() == null && !indexes.quarantine.contains(index.table())) {
            RefusedException refusal = indexes.openAll(session, server, connections, List.of(index))
                    .get(index);
            if (refusal != null) {
                throw refusal;
            }
        }
        OpenedIndex opened = index.opened();
        if (opened != null) {
            return opened;
        }
        if (indexes.quarantine.contains(index.table())) {
            indexes.shared.quarantine(index.table()); // an idle client had another reason
            throw new UnavailableException(
                    UnavailableException.Reason.QUARANTINED, index + ": a session waits for a lock on the table");
        }
        throw new UnavailableException(UnavailableException.Reason.NOT_OPEN, index + ": could not be opened now");
    }
}
