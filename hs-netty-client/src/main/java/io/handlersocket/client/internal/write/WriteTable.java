// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.write;

import io.handlersocket.client.RefusedException;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.internal.codec.ColumnCodec;
import io.handlersocket.client.internal.lookup.Layout;
import io.handlersocket.client.internal.lookup.OpenedIndex;
import io.handlersocket.client.internal.transport.WireIndex;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A table that may be written to, as SQL described it at one moment: how its values travel, and what its columns do by themselves. */
public final class WriteTable {

    /**
     * What a column does by itself in SQL, and not here.
     *
     * @param autoIncrement whether it counts; that works here too
     * @param absent what SQL stores when an insert does not name it, as an expression; null for NULL
     * @param onUpdate whether it gets the time of each update that does not name it
     */
    public record Rule(boolean autoIncrement, @Nullable String absent, boolean onUpdate) {}

    private final Table table;
    private final Map<String, Rule> rules;
    private final Map<String, ColumnCodec> codecs = new LinkedHashMap<>();
    private final ServerFacts server;
    private final Layout layout;

    /**
     * @param index the index by which rows are named
     * @param rules one for each column
     * @throws RefusedException if the index must not or cannot be used
     */
    public WriteTable(Table table, String index, Map<String, Rule> rules, ServerFacts server) {
        this.table = table;
        this.rules = Map.copyOf(rules);
        this.server = server;
        this.layout = Layout.of(table, index, true, server);
        if (!layout.index().unique()) {
            throw new RefusedException(layout + ": not unique, so that a key could mean any of several rows");
        }
        for (Column column : table.columns()) {
            codecs.put(column.name(), ColumnCodec.of(column, server));
        }
    }

    public Table table() {
        return table;
    }

    IndexDefinition index() {
        return layout.index();
    }

    ServerFacts server() {
        return server;
    }

    /** For keys. */
    Layout layout() {
        return layout;
    }

    /** What replies of this shape look like. */
    public OpenedIndex opened(WriteShape shape, int id) {
        List<ColumnCodec> columns = shape.columns().stream().map(this::codec).toList();
        return new OpenedIndex(
                new WireIndex(id, table.name(), shape.index(), shape.columns()), layout.withoutKey(columns), server);
    }

    Rule rule(String column) {
        Rule rule = rules.get(column);
        if (rule == null) {
            throw new AssertionError(column);
        }
        return rule;
    }

    /** @throws IllegalArgumentException if there is no such column */
    ColumnCodec codec(String column) {
        ColumnCodec codec = codecs.get(column);
        if (codec == null) {
            throw new IllegalArgumentException(
                    table.name() + ": no column " + column + " (expected one of " + codecs.keySet() + ")");
        }
        return codec;
    }

    /**
     * The codec of a column that is set.
     *
     * @throws RefusedException if its values cannot be sent as SQL would store them
     */
    ColumnCodec settable(String column) {
        ColumnCodec codec = codec(column);
        if (codec.readRefusal().isPresent()) {
            throw new RefusedException(codec + ": " + codec.readRefusal().get());
        }
        if (codec.column().isGeometry()) {
            throw new RefusedException(codec + ": the server stores nothing where a spatial value is malformed");
        }
        return codec;
    }

    /** These of the table's columns, in declared order. */
    WriteShape shape(Collection<String> columns) {
        List<String> ordered = new ArrayList<>(codecs.keySet());
        ordered.retainAll(columns);
        return new WriteShape(table.name(), layout.index().name(), ordered);
    }

    /** Every column. */
    WriteShape whole() {
        return shape(codecs.keySet());
    }

    /** Every column that can be read. */
    WriteShape readable() {
        return shape(layout.columnNames());
    }

    /**
     * Refuses an update that would leave a column as it is that SQL would set.
     *
     * @param set the columns it sets
     */
    void refuseStale(Collection<String> set) {
        for (String column : codecs.keySet()) {
            if (rule(column).onUpdate() && !set.contains(column)) {
                throw new RefusedException(table.name() + "." + column
                        + ": ON UPDATE CURRENT_TIMESTAMP, which HandlerSocket does not do: set it, or use SQL");
            }
        }
    }

    /** Whether values that were made ready for the other mean the same here. */
    boolean isSame(WriteTable other) {
        return this == other
                || (table.equals(other.table)
                        && rules.equals(other.rules)
                        && layout.index().equals(other.layout.index())
                        && server.systemTimeZone().equals(other.server.systemTimeZone()));
    }
}
