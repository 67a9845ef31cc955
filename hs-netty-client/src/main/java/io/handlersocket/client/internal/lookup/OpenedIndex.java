// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.internal.protocol.Requests;
import io.handlersocket.client.internal.transport.WireIndex;
import java.util.Arrays;
import java.util.List;

/**
 * An index that is open on every published connection, and the columns that rows of a handle show. Immutable; each
 * opening makes a new one.
 */
public final class OpenedIndex {

    private final WireIndex wire;
    private final ReplyLayout layout;
    private final byte[] fullKeyPrefix;
    private final int[] columnIndexes;
    private final List<Column> columns;

    public OpenedIndex(WireIndex wire, ReplyLayout layout) {
        this(wire, layout, Requests.findPrefix(wire.id(), layout.keyParts()), List.of());
    }

    private OpenedIndex(WireIndex wire, ReplyLayout layout, byte[] fullKeyPrefix, List<String> names) {
        this.wire = wire;
        this.layout = layout;
        this.fullKeyPrefix = fullKeyPrefix;
        this.columnIndexes = layout.columnIndexes(names);
        this.columns = Arrays.stream(columnIndexes)
                .mapToObj(column -> layout.columns().get(column).column())
                .toList();
    }

    /**
     * The same opening for a handle with these columns, or all if none is named; refuses absent and unreadable ones.
     */
    OpenedIndex withColumns(List<String> names) {
        return new OpenedIndex(wire, layout, fullKeyPrefix, names);
    }

    public WireIndex wire() {
        return wire;
    }

    public ReplyLayout layout() {
        return layout;
    }

    /** The first tokens of a lookup by the whole key; the caller must not change them. */
    public byte[] fullKeyPrefix() {
        return fullKeyPrefix;
    }

    List<Column> columns() {
        return columns;
    }

    /** The index, among the columns of a reply, of a column of a row. */
    int columnIndex(int position) {
        return columnIndexes[position];
    }

    @Override
    public String toString() {
        return wire.toString();
    }
}
