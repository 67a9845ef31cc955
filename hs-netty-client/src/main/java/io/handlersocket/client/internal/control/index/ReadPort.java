// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.index;

import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.sql.SqlSession;
import io.handlersocket.client.internal.lookup.IndexState;
import io.handlersocket.client.internal.lookup.OpenedIndex;
import io.handlersocket.client.internal.lookup.ReplyLayout;
import io.handlersocket.client.internal.transport.WireIndex;
import java.sql.SQLException;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** Opens indexes to read them: the account must be allowed to read their columns. */
record ReadPort(ServerFacts server, Map<IndexState, Integer> ids) implements Port<IndexState> {

    @Override
    public TableName table(IndexState wanted) {
        return wanted.table();
    }

    @Override
    public OpenedIndex check(SqlSession session, IndexState wanted, Table table) throws SQLException {
        ReplyLayout layout = ReplyLayout.of(table, wanted.name(), server);
        session.select(
                layout.columnNames().stream().map(TableName::quote).collect(Collectors.joining(",")),
                wanted.table(),
                "");
        OpenedIndex current = wanted.opened();
        // New connections must know the same object as those that serve the index already. If those have ended, the
        // table may have changed, and its replies may mean something else.
        return current != null
                        && current.layout().table().equals(table)
                        && current.layout().server().equals(server)
                ? current
                : new OpenedIndex(
                        new WireIndex(
                                Objects.requireNonNull(ids.get(wanted)),
                                wanted.table(),
                                wanted.name().index(),
                                layout.columnNames()),
                        layout);
    }

    @Override
    public boolean mayFail() {
        return true;
    }
}
