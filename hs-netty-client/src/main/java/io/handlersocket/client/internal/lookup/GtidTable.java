// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.IndexPart;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import java.util.List;
import java.util.Map;

/**
 * The table {@code mysql.gtid_slave_pos}, the one system table that the client opens: on a replica, for reading, and
 * only itself. A replica adds its position to this table in the transaction that changes the data.
 *
 * <p>The client names the table by {@link #SPEC} and {@link #OPENING}. Equal objects of callers are refused.
 */
public final class GtidTable {

    static final TableName NAME = new TableName("mysql", "gtid_slave_pos");

    private static final Map<String, String> TYPES =
            Map.of("domain_id", "int", "sub_id", "bigint", "server_id", "int", "seq_no", "bigint");

    /** The index as the client itself opens it; compared by identity. */
    public static final IndexSpec SPEC =
            new IndexSpec(NAME, IndexDefinition.PRIMARY, List.of("domain_id", "sub_id", "server_id", "seq_no"));

    /** The shared index of {@link #SPEC}; compared by identity. */
    public static final SharedIndex.Name OPENING = new SharedIndex.Name(NAME, IndexDefinition.PRIMARY, false);

    private GtidTable() {}

    /** Refuses the spec of a caller that names this table in the server's spelling. */
    public static void refuseToCaller(IndexSpec spec) {
        refuseToCaller(spec, spec.table());
    }

    /**
     * Refuses the spec of a caller that names this table.
     *
     * @param name the table in the server's spelling
     */
    @SuppressWarnings("ReferenceEquality") // only the client has this object
    public static void refuseToCaller(IndexSpec spec, TableName name) {
        if (name.equals(NAME) && spec != SPEC) {
            throw new RefusedException(NAME + ": system schema " + NAME.schema());
        }
    }

    /** Whether the name is the one that only the client has. */
    @SuppressWarnings("ReferenceEquality")
    static boolean isOpenedByClient(SharedIndex.Name name) {
        return name == OPENING;
    }

    /** @throws RefusedException if the table is not exactly the one that is known to hold positions */
    static void check(Table table) {
        boolean known = table.name().equals(NAME)
                && table.kind().equals("BASE TABLE")
                && table.engine().equalsIgnoreCase("InnoDB")
                && !table.partitioned()
                && table.columns().size() == TYPES.size()
                && table.columns().stream().allMatch(GtidTable::isKnown)
                && table.index(IndexDefinition.PRIMARY)
                        .map(key -> key.parts().stream().map(IndexPart::column).toList())
                        .filter(List.of("domain_id", "sub_id")::equals)
                        .isPresent();
        if (!known) {
            throw new RefusedException(NAME + ": engine " + table.engine() + ", " + table.columns()
                    + " (expected an InnoDB table as the server creates it: run mariadb-upgrade)");
        }
    }

    private static boolean isKnown(Column column) {
        return column.dataType().equals(TYPES.get(column.name())) && column.unsigned() && !column.nullable();
    }
}
