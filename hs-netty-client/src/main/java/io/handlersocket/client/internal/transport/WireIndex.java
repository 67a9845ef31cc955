// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import io.handlersocket.client.IndexSpec;
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
    private final IndexSpec spec;
    private final List<String> columns;

    /** @param columns the columns of each reply, in order */
    public WireIndex(int id, TableName table, String index, List<String> columns) {
        this.id = id;
        this.spec = new IndexSpec(table, index, List.of());
        this.columns = List.copyOf(columns);
    }

    public int id() {
        return id;
    }

    /** Names the index, with whatever columns. */
    public IndexSpec spec() {
        return spec;
    }

    public List<String> columns() {
        return columns;
    }

    byte[] openLine() {
        return Requests.open(id, spec.table().schema(), spec.table().table(), spec.index(), columns, columns);
    }

    @Override
    public String toString() {
        return spec.toString();
    }
}
