// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.catalog;

import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import java.util.List;

/** A table as the catalogue described it. */
public record DefaultTable(
        TableName name,
        String kind,
        String engine,
        boolean partitioned,
        List<Column> columns,
        List<IndexDefinition> indexes)
        implements Table {

    public DefaultTable {
        columns = List.copyOf(columns);
        indexes = List.copyOf(indexes);
    }
}
