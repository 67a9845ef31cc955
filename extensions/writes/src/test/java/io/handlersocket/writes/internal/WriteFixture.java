// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.writes.internal;

import io.handlersocket.client.Key;
import io.handlersocket.client.catalog.CatalogFixture;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.IndexPart;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.writes.Write;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** Tables and writes where a test has no server. */
final class WriteFixture {

    static final WriteTable.Rule PLAIN = new WriteTable.Rule(false, null, false);

    /** Nullable integers {@code id}, the primary key, and {@code n}. */
    static final WriteTable TABLE = table(Map.of(), column("id", "int", true), column("n", "int", true));

    private WriteFixture() {}

    static Column column(String name, String type, boolean nullable) {
        return CatalogFixture.column(name, type, nullable);
    }

    /** A table of these columns with the first as primary key; columns without a rule have none. */
    static WriteTable table(Map<String, WriteTable.Rule> rules, Column... columns) {
        return table(rules, true, columns);
    }

    static WriteTable table(Map<String, WriteTable.Rule> rules, boolean unique, Column... columns) {
        Map<String, WriteTable.Rule> all = new HashMap<>();
        for (Column column : columns) {
            all.put(column.name(), rules.getOrDefault(column.name(), PLAIN));
        }
        IndexDefinition index =
                new IndexDefinition("PRIMARY", unique, "BTREE", List.of(new IndexPart(columns[0].name(), 0, false)));
        Table table =
                new Table(new TableName("s", "t"), "BASE TABLE", "InnoDB", false, List.of(columns), List.of(index));
        return new WriteTable(table, "PRIMARY", all, CatalogFixture.SERVER);
    }

    static PendingWrite encode(WriteTable table, Write write) {
        return encode(table, write, 0);
    }

    private static PendingWrite encode(WriteTable table, Write write, long startNanos) {
        return new WriteEncoder(table, newest -> {}, startNanos).encode(write);
    }

    /** Adds 1 to {@code n} of {@link #TABLE}. */
    static PendingWrite increment() {
        return increment(0);
    }

    /** @param startNanos when the write is made, by the time of the queue */
    static PendingWrite increment(long startNanos) {
        return encode(TABLE, Write.increment(Key.of(1), "n", 1), startNanos);
    }

    /** A write whose line is made by the test. */
    static PendingWrite write(WriteTarget target, int maxBytes, IntFunction<byte[]> line) {
        return write(target, maxBytes, line, 0);
    }

    /** @param startNanos when the write is made, by the time of the queue */
    static PendingWrite write(WriteTarget target, int maxBytes, IntFunction<byte[]> line, long startNanos) {
        return new PendingWrite(TABLE, newest -> {}, target, PendingWrite.Answer.ROW_COUNT, maxBytes, line, startNanos);
    }
}
