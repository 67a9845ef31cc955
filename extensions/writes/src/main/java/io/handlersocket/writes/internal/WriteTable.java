// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.writes.internal;

import io.handlersocket.client.RefusedException;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.internal.codec.ColumnCodec;
import io.handlersocket.client.internal.lookup.OpenedIndex;
import io.handlersocket.client.internal.lookup.ReplyLayout;
import io.handlersocket.client.internal.lookup.ReplyLayout.KeyPart;
import io.handlersocket.client.internal.transport.WireIndex;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The definition of a table that may be written to, as SQL returned it. Immutable. */
final class WriteTable {

    /**
     * What SQL does with a column without being asked: generates a value, stores a default if an insert does not name
     * it (null for NULL), or sets the time in each update. Over HandlerSocket the server only generates values.
     */
    record Rule(boolean autoIncrement, @Nullable String defaultValue, boolean onUpdate) {}

    private final Table table;
    private final Map<String, Rule> rules;
    private final Map<String, ColumnCodec> codecs = new LinkedHashMap<>();
    private final ServerFacts server;
    private final ReplyLayout layout;

    /** Refuses an index that must not or cannot be used to identify rows. There is one rule for each column. */
    WriteTable(Table table, String index, Map<String, Rule> rules, ServerFacts server) {
        this.table = table;
        this.rules = Map.copyOf(rules);
        this.server = server;
        this.layout = ReplyLayout.of(table, index, true, server);
        if (!layout.index().unique()) {
            throw new RefusedException(layout + ": not unique, so a key could identify several rows");
        }
        for (Column column : table.columns()) {
            codecs.put(column.name(), ColumnCodec.of(column, server));
        }
    }

    Table table() {
        return table;
    }

    IndexDefinition index() {
        return layout.index();
    }

    /** Returns the layout that encodes keys. */
    ReplyLayout layout() {
        return layout;
    }

    /** Returns the index as opened for a target, which says how replies are read. */
    OpenedIndex opened(WriteTarget target, int id) {
        List<ColumnCodec> columns = target.columns().stream().map(this::codec).toList();
        List<KeyPart> unread = layout.key().stream()
                .map(part -> new KeyPart(-1, part.codec()))
                .toList(); // the replies do not contain the key
        return new OpenedIndex(
                new WireIndex(id, table.name(), target.index(), target.columns()),
                new ReplyLayout(table, layout.index(), layout.server(), columns, unread));
    }

    Rule rule(String column) {
        return Objects.requireNonNull(rules.get(column), column);
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
     * Returns the codec of a column that a write sets; refuses one whose values HandlerSocket stores otherwise than
     * SQL.
     */
    ColumnCodec settable(String column) {
        ColumnCodec codec = codec(column);
        codec.storeRefusal().ifPresent(reason -> {
            throw new RefusedException(codec + ": " + reason);
        });
        if (codec.column().isGeometry()) {
            throw new RefusedException(codec + ": the server stores nothing where a spatial value is malformed");
        }
        return codec;
    }

    /** Returns the target of a write that sets or returns these columns. */
    WriteTarget target(Collection<String> columns) {
        List<String> ordered = new ArrayList<>(codecs.keySet());
        ordered.retainAll(columns);
        return new WriteTarget(table.name(), layout.index().name(), ordered);
    }

    WriteTarget allColumns() {
        return target(codecs.keySet());
    }

    WriteTarget readableColumns() {
        return target(layout.columnNames());
    }

    /** @throws RefusedException if SQL sets another column in an update of these */
    void refuseUnsetOnUpdate(Collection<String> set) {
        for (String column : codecs.keySet()) {
            if (rule(column).onUpdate() && !set.contains(column)) {
                throw new RefusedException(table.name() + "." + column
                        + ": ON UPDATE CURRENT_TIMESTAMP, which HandlerSocket ignores: set the column, or use SQL");
            }
        }
    }

    /** Returns whether values that were encoded for the other definition mean the same here. */
    boolean isSame(WriteTable other) {
        return this == other
                || (table.equals(other.table)
                        && rules.equals(other.rules)
                        && index().equals(other.index())
                        && Objects.equals(server.zoneOffset(), other.server.zoneOffset()));
    }

    @Override
    public String toString() {
        return layout.toString();
    }
}
