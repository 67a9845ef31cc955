// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.RefusedException;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.IndexPart;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.internal.codec.ColumnCodec;
import io.handlersocket.client.internal.protocol.Requests;
import io.handlersocket.client.spi.Refusals;
import io.handlersocket.client.spi.ServerIndex;
import io.handlersocket.client.spi.SystemTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * How the replies of an index are read. Immutable.
 *
 * @param table the table as SQL described it during the hold
 * @param server the facts of the server that decided the codecs
 * @param columns a codec for each column of a reply, in order
 */
public record ReplyLayout(
        Table table, IndexDefinition index, ServerFacts server, List<ColumnCodec> columns, List<KeyPart> key)
        implements ServerIndex.Opening {

    /** One part of the index: its column in a reply, -1 if replies do not contain the key, and its codec. */
    public record KeyPart(int column, ColumnCodec codec) {}

    public ReplyLayout {
        columns = List.copyOf(columns);
        key = List.copyOf(key);
    }

    /**
     * Decides how to read an index, with or without TEXT, BLOB and the like; refuses what could differ from SQL or
     * harm.
     */
    public static ReplyLayout of(Table table, String indexName, boolean withLobs, ServerFacts server) {
        refuse(Refusals.of(table).map(kind -> table.name() + " is " + kind));
        return ofAllowed(table, indexName, withLobs, server);
    }

    /** As {@link #of(Table, String, boolean, ServerFacts)}, also for the tables of {@link SystemTable}. */
    public static ReplyLayout of(Table table, IndexState.Name index, ServerFacts server) {
        Optional<SystemTable> system = SystemTable.of(table.name());
        if (system.isEmpty()) {
            return of(table, index.index(), index.withLobs(), server);
        }
        refuse(system.get().difference(table));
        return ofAllowed(table, index.index(), index.withLobs(), server);
    }

    private static ReplyLayout ofAllowed(Table table, String indexName, boolean withLobs, ServerFacts server) {
        IndexDefinition index = table.index(indexName)
                .orElseThrow(() -> new RefusedException(table.name() + ": no index " + indexName + "; there are "
                        + table.indexes().stream().map(IndexDefinition::name).toList()));
        refuse(Refusals.of(index).map(reason -> table.name() + ": " + reason));
        if (!isAddressable(table.name().toString()) || !isAddressable(indexName)) {
            throw new RefusedException(table.name() + "." + indexName + ": HandlerSocket cannot address this name");
        }
        if (index.parts().size() > Requests.MAX_KEY_VALUES) {
            throw new RefusedException(table.name() + ": index " + indexName + " has "
                    + index.parts().size() + " parts (HandlerSocket finds wrong rows by a key of more than "
                    + Requests.MAX_KEY_VALUES + ")");
        }
        List<ColumnCodec> columns = new ArrayList<>();
        for (Column column : table.columns()) {
            ColumnCodec codec = ColumnCodec.of(column, server);
            if ((withLobs || !column.isLob()) && codec.readRefusal().isEmpty() && isAddressable(column.name())) {
                columns.add(codec);
            }
        }
        if (columns.size() > Requests.MAX_COLUMNS) {
            throw new RefusedException(
                    table.name() + ": " + columns.size() + " columns (at most " + Requests.MAX_COLUMNS + ")");
        }
        List<KeyPart> key = new ArrayList<>();
        for (IndexPart part : index.parts()) {
            String name = table.name() + "." + part.column() + ": ";
            Column column = table.column(part.column())
                    .orElseThrow(() -> new RefusedException(table.name() + ": index " + indexName + " has a part "
                            + part.column() + " that the SQL account may not see"));
            ColumnCodec codec = ColumnCodec.of(column, server);
            refuse(codec.readRefusal().or(codec::keyRefusal).map(reason -> name + reason));
            int columnIndex = columnIndex(columns, part.column());
            if (columnIndex < 0) {
                throw new RefusedException(name + "HandlerSocket cannot address this name");
            }
            key.add(new KeyPart(columnIndex, columns.get(columnIndex)));
        }
        return new ReplyLayout(table, index, server, columns, key);
    }

    private static void refuse(Optional<String> reason) {
        if (reason.isPresent()) {
            throw new RefusedException(reason.get());
        }
    }

    private static boolean isAddressable(String name) {
        return name.chars().noneMatch(c -> c < 0x10 || c == ',');
    }

    private static int columnIndex(List<ColumnCodec> columns, String name) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).column().name().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    public List<String> columnNames() {
        return columns.stream().map(codec -> codec.column().name()).toList();
    }

    public int keyParts() {
        return key.size();
    }

    int keyColumn(int part) {
        return key.get(part).column();
    }

    ColumnCodec keyCodec(int part) {
        return key.get(part).codec();
    }

    /** The index of a column of a reply, by which filters name it; refuses one that the server cannot compare. */
    int filterColumn(String name) {
        int column = columnIndex(columns, name);
        if (column < 0) {
            throw new RefusedException(this + ": no column " + name + " to compare");
        }
        if (columns.get(column).column().isLob()) {
            throw new RefusedException(columns.get(column) + ": the server cannot compare long values");
        }
        return column;
    }

    /**
     * The index of each wanted column of a reply, or of all if there is no name; refuses what is not read as SQL reads
     * it.
     */
    public int[] columnIndexes(List<String> names) {
        return names.isEmpty()
                ? IntStream.range(0, columns.size()).toArray()
                : names.stream().mapToInt(this::readableColumn).toArray();
    }

    private int readableColumn(String name) {
        int column = columnIndex(columns, name);
        if (column < 0) {
            throw new RefusedException(table.name() + "." + name + ": "
                    + table.column(name)
                            .map(hidden -> ColumnCodec.of(hidden, server)
                                    .readRefusal()
                                    .orElse("HandlerSocket cannot address this name"))
                            .orElse("no such column, or the SQL account may not see it"));
        }
        return column;
    }

    @Override
    public String toString() {
        return table.name() + "." + index.name();
    }
}
