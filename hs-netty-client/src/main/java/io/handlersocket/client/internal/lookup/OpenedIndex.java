// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.internal.codec.ColumnCodec;
import io.handlersocket.client.internal.protocol.Requests;
import io.handlersocket.client.internal.transport.WireIndex;
import java.util.Arrays;
import java.util.List;

/**
 * An index that is open on every published connection, and the columns that rows of a handle show. Immutable; each
 * opening makes a new one.
 *
 * @param fullKeyPrefix the first tokens of a lookup by the whole key; they must not change
 * @param columnIndexes the index of each shown column among those of a reply
 */
public record OpenedIndex(
        WireIndex wire, ReplyLayout layout, byte[] fullKeyPrefix, int[] columnIndexes, List<Column> columns) {

    /** Shows all columns. */
    public OpenedIndex(WireIndex wire, ReplyLayout layout) {
        this(
                wire,
                layout,
                Requests.findPrefix(wire.id(), layout.keyParts()),
                layout.columnIndexes(List.of()),
                layout.columns().stream().map(ColumnCodec::column).toList());
    }

    /**
     * The same opening for a handle with these columns, or all if none is named; refuses absent and unreadable ones.
     */
    OpenedIndex withColumns(List<String> names) {
        int[] indexes = layout.columnIndexes(names);
        List<Column> shown = Arrays.stream(indexes)
                .mapToObj(column -> layout.columns().get(column).column())
                .toList();
        return new OpenedIndex(wire, layout, fullKeyPrefix, indexes, shown);
    }

    @Override
    public String toString() {
        return wire.toString();
    }
}
