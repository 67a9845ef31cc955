// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.spi;

import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.IndexPart;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The system tables that the lines of a {@link PacketGuard} may read. The client opens no other one, and opens these
 * only by {@link ServerClient#openSystemTable}: callers of the client are refused.
 */
public final class SystemTable {

    /** The position of a replica, which it changes in the transaction that changes the data. */
    public static final SystemTable GTID_SLAVE_POS = new SystemTable(
            "gtid_slave_pos",
            List.of("domain_id", "sub_id"),
            Map.of("domain_id", "int", "sub_id", "bigint", "server_id", "int", "seq_no", "bigint"));

    private static final List<SystemTable> ALL = List.of(GTID_SLAVE_POS);

    private final TableName table;
    private final List<String> key;
    private final Map<String, String> types;

    private SystemTable(String table, List<String> key, Map<String, String> types) {
        this.table = new TableName("mysql", table);
        this.key = key;
        this.types = types;
    }

    /** Returns the system table with this name; empty if it is none of these. */
    public static Optional<SystemTable> of(TableName name) {
        return ALL.stream().filter(known -> known.table.equals(name)).findFirst();
    }

    /** Returns the exception for a caller that names one of these tables. */
    public static RefusedException refusedToCallers(TableName name) {
        return new RefusedException(name + " is a table of the system schema " + name.schema());
    }

    /** Returns the primary key with all columns. */
    public IndexSpec spec() {
        return IndexSpec.primary(table.schema(), table.table());
    }

    /** Returns how a definition differs from the one that the server creates; empty if it does not. */
    public Optional<String> difference(Table other) {
        boolean known = other.name().equals(table)
                && other.kind().equals("BASE TABLE")
                && other.engine().equalsIgnoreCase("InnoDB")
                && !other.partitioned()
                && other.columns().size() == types.size()
                && other.columns().stream().allMatch(this::isKnown)
                && other.index(IndexDefinition.PRIMARY)
                        .map(index ->
                                index.parts().stream().map(IndexPart::column).toList())
                        .filter(key::equals)
                        .isPresent();
        return known
                ? Optional.empty()
                : Optional.of(table + ": engine " + other.engine() + ", " + other.columns()
                        + " (expected an InnoDB table as the server creates it: run mariadb-upgrade)");
    }

    private boolean isKnown(Column column) {
        return column.dataType().equals(types.get(column.name())) && column.unsigned() && !column.nullable();
    }

    @Override
    public String toString() {
        return table.toString();
    }
}
