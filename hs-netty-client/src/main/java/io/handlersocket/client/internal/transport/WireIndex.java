// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.protocol.Requests;
import java.util.List;

/**
 * An opened index as connections know it: its id and the columns of its replies, in order.
 *
 * <p>Compared by identity: after another index has got the id, the connection refuses requests for this one.
 */
public record WireIndex(int id, TableName table, String index, List<String> columns) {

    public WireIndex {
        columns = List.copyOf(columns);
    }

    byte[] openLine() {
        return Requests.open(id, table.schema(), table.table(), index, columns, columns);
    }

    @Override
    public String toString() {
        return table + "." + index;
    }
}
