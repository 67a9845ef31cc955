// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.protocol.Requests;
import java.util.List;

/**
 * An opened index as connections know it: its id and the columns of its replies.
 *
 * <p>Compared by identity: after another index has got the id, the connection refuses requests for this one.
 */
public final class WireIndex {

    private final int id;
    private final TableName table;
    private final String index;
    private final List<String> columns;

    /** @param columns the columns of each reply, in order */
    public WireIndex(int id, TableName table, String index, List<String> columns) {
        this.id = id;
        this.table = table;
        this.index = index;
        this.columns = List.copyOf(columns);
    }

    public int id() {
        return id;
    }

    public TableName table() {
        return table;
    }

    public String index() {
        return index;
    }

    public List<String> columns() {
        return columns;
    }

    byte[] openLine() {
        return Requests.open(id, table.schema(), table.table(), index, columns, columns);
    }

    @Override
    public String toString() {
        return table + "." + index;
    }
}
