// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.spi;

import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.Table;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Says which tables and indexes the client never opens. None of this can be configured away. */
public final class Refusals {

    private static final Set<String> SYSTEM_SCHEMAS =
            Set.of("mysql", "information_schema", "performance_schema", "sys");
    private static final Set<String> ENGINES = Set.of("innodb", "aria", "myisam", "rocksdb");

    /** The types whose entries lie in the order of their keys; MyRocks calls its own LSMTREE. */
    private static final Set<String> ORDERED = Set.of("BTREE", "LSMTREE");

    private Refusals() {}

    /**
     * Returns why a table must never be opened over HandlerSocket, or empty if it may be. Opening a view, or reading a
     * range of a partitioned table, crashes the server; a system-versioned table answers with rows of the past.
     */
    public static Optional<String> of(Table table) {
        if (SYSTEM_SCHEMAS.contains(table.name().schema().toLowerCase(Locale.ROOT))) {
            return Optional.of("system schema " + table.name().schema());
        }
        if (!table.kind().equals("BASE TABLE")) {
            return Optional.of(
                    table.kind().equals("SYSTEM VERSIONED")
                            ? "system-versioned table"
                            : table.kind().toLowerCase(Locale.ROOT));
        }
        if (table.partitioned()) {
            return Optional.of("partitioned table");
        }
        if (!ENGINES.contains(table.engine().toLowerCase(Locale.ROOT))) {
            return Optional.of("engine " + table.engine() + " (supported: InnoDB, Aria, MyISAM, RocksDB)");
        }
        return Optional.empty();
    }

    /** Returns why lookups by an index could differ from SQL, or empty if they cannot. */
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
