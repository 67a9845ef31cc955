// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.spi;

import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.Table;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Decides which tables and indexes the client never opens. No option changes this. */
public final class Refusals {

    private static final Set<String> SYSTEM_SCHEMAS =
            Set.of("mysql", "information_schema", "performance_schema", "sys");
    private static final Set<String> ENGINES = Set.of("innodb", "aria", "myisam", "rocksdb");

    /** The index types that are sorted by key; LSMTREE is the type of MyRocks. */
    private static final Set<String> ORDERED = Set.of("BTREE", "LSMTREE");

    private Refusals() {}

    /**
     * Returns what a table is if the client must never open it, or empty if it may. Opening a view and reading a range
     * of a partitioned table crash the server; a system-versioned table returns old versions of its rows.
     */
    public static Optional<String> of(Table table) {
        if (SYSTEM_SCHEMAS.contains(table.name().schema().toLowerCase(Locale.ROOT))) {
            return Optional.of("a table of the system schema " + table.name().schema());
        }
        if (!table.kind().equals("BASE TABLE")) {
            boolean versioned = table.kind().equals("SYSTEM VERSIONED");
            return Optional.of(
                    versioned
                            ? "a system-versioned table"
                            : "a " + table.kind().toLowerCase(Locale.ROOT) + "; HandlerSocket reads tables only");
        }
        if (table.partitioned()) {
            return Optional.of("a partitioned table");
        }
        if (!ENGINES.contains(table.engine().toLowerCase(Locale.ROOT))) {
            return Optional.of("a table of engine " + table.engine() + " (supported: InnoDB, Aria, MyISAM, RocksDB)");
        }
        return Optional.empty();
    }

    /** Returns why lookups by an index could differ from SQL, or empty if they are equal. */
    public static Optional<String> of(IndexDefinition index) {
        if (!ORDERED.contains(index.type())) {
            return Optional.of("index " + index.name() + " is " + index.type() + ", not BTREE");
        }
        return index.parts().stream()
                .filter(part -> part.prefixLength() > 0)
                .findFirst()
                .map(part -> "index " + index.name() + " covers only the first " + part.prefixLength()
                        + " characters of " + part.column());
    }
}
