// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import io.handlersocket.client.catalog.TableName;
import io.handlersocket.spring.internal.repository.unit.Loads;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.springframework.beans.factory.ObjectProvider;

/**
 * Accepts the tables that may be opened: those of entities and those that are listed. HandlerSocket checks no
 * privileges, so the client must not open tables that the application does not mean to read.
 */
final class OwnTables implements Predicate<TableName> {

    private final List<String> listed;
    private final ObjectProvider<Loads> mapped;
    private final Set<TableName> known = ConcurrentHashMap.newKeySet();

    OwnTables(List<String> listed, ObjectProvider<Loads> mapped) {
        this.listed = listed;
        this.mapped = mapped;
    }

    @Override
    public boolean test(TableName table) {
        if (known.contains(table)) {
            return true;
        }
        boolean own = listed.contains(table.table())
                || listed.contains(table.toString())
                || mapped.stream().anyMatch(loads -> loads.map(table));
        if (own) {
            known.add(table);
        }
        return own;
    }
}
