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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What an index looks like on the wire: the columns of each reply, and where among them the key is. Immutable. */
public final class Layout {

    private final Table table;
    private final IndexDefinition index;
    private final List<ColumnCodec> columns;
    private final int[] keyColumns;
    private final List<ColumnCodec> keyCodecs;

    private Layout(
            Table table,
            IndexDefinition index,
            List<ColumnCodec> columns,
            int[] keyColumns,
            List<ColumnCodec> keyCodecs) {
        this.table = table;
        this.index = index;
        this.columns = List.copyOf(columns);
        this.keyColumns = keyColumns;
        this.keyCodecs = keyCodecs;
    }

    /**
     * Decides how to read an index, or that it must not be read.
     *
     * @param withLobs whether TEXT, BLOB and the like are among the columns
     * @throws RefusedException if an answer could differ from SQL's, or the server could be harmed
     */
    public static Layout of(Table table, String indexName, boolean withLobs, ServerFacts server) {
        refuse(Refusals.of(table).map(reason -> table.name() + ": " + reason));
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
        int[] keyColumns = keyColumns(table, index, columns, server);
        List<ColumnCodec> keyCodecs =
                Arrays.stream(keyColumns).mapToObj(columns::get).toList();
        return new Layout(table, index, columns, keyColumns, keyCodecs);
    }

    /** The same index with these columns only, whose replies do not tell a row's key. */
    public Layout withoutKey(List<ColumnCodec> only) {
        return new Layout(table, index, only, new int[0], keyCodecs);
    }

    private static int[] keyColumns(Table table, IndexDefinition index, List<ColumnCodec> columns, ServerFacts server) {
        int[] places = new int[index.parts().size()];
        for (int i = 0; i < places.length; i++) {
            IndexPart part = index.parts().get(i);
            places[i] = place(columns, part.column());
            ColumnCodec codec = table.column(part.column())
                    .map(column -> ColumnCodec.of(column, server))
                    .orElseThrow(() -> new RefusedException(table.name() + ": index " + index.name() + " has a part "
                            + part.column() + " that the SQL account may not see"));
            refuse(codec.readRefusal()
                    .or(codec::keyRefusal)
                    .map(reason -> table.name() + "." + part.column() + ": " + reason));
            if (places[i] < 0) {
                throw new RefusedException(
                        table.name() + "." + part.column() + ": HandlerSocket cannot address this name");
            }
        }
        return places;
    }

    private static void refuse(Optional<String> reason) {
        if (reason.isPresent()) {
            throw new RefusedException(reason.get());
        }
    }

    private static boolean isAddressable(String name) {
        return name.chars().noneMatch(c -> c < 0x10 || c == ',');
    }

    private static int place(List<ColumnCodec> columns, String name) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).column().name().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    /** The table as SQL described it while it was held. */
    Table table() {
        return table;
    }

    public IndexDefinition index() {
        return index;
    }

    /** A codec for each column of a reply, in order. */
    List<ColumnCodec> columns() {
        return columns;
    }

    /** Parts of the index. */
    public int keyParts() {
        return keyCodecs.size();
    }

    /** Where among the columns of a reply a part of the index is. */
    int keyColumn(int part) {
        return keyColumns[part];
    }

    /**
     * The place of a column among those that conditions can name, which are all columns of a reply.
     *
     * @throws RefusedException if the server cannot compare it
     */
    int filterColumn(String name) {
        int place = place(columns, name);
        if (place < 0) {
            throw new RefusedException(this + ": no column " + name + " to compare");
        }
        if (columns.get(place).column().isLob()) {
            throw new RefusedException(columns.get(place) + ": the server cannot compare long values");
        }
        return place;
    }

    /** The names of the columns of a reply. */
    public List<String> columnNames() {
        return columns.stream().map(codec -> codec.column().name()).toList();
    }

    /** The codec of a part of the index. */
    ColumnCodec keyCodec(int part) {
        return keyCodecs.get(part);
    }

    /**
     * For each wanted column, its place among the columns of a reply.
     *
     * @param names the wanted columns; empty for all
     * @throws RefusedException if one is not there or cannot be read as SQL would read it
     */
    int[] places(List<String> names, ServerFacts server) {
        if (names.isEmpty()) {
            int[] all = new int[columns.size()];
            for (int i = 0; i < all.length; i++) {
                all[i] = i;
            }
            return all;
        }
        int[] places = new int[names.size()];
        for (int i = 0; i < places.length; i++) {
            String name = names.get(i);
            places[i] = place(columns, name);
            if (places[i] < 0) {
                throw new RefusedException(table.name() + "." + name + ": "
                        + table.column(name)
                                .map(column -> ColumnCodec.of(column, server)
                                        .readRefusal()
                                        .orElse("HandlerSocket cannot address this name"))
                                .orElse("no such column, or the SQL account may not see it"));
            }
        }
        return places;
    }

    @Override
    public String toString() {
        return table.name() + "." + index.name();
    }
}
