// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.writes.internal;

import io.handlersocket.client.catalog.TableName;
import java.util.List;

/**
 * A unique index with the columns that a write sets or returns, in declared order. It must be open on the write port
 * before the write is sent. Writes of one target share an index id.
 */
record WriteTarget(TableName table, String index, List<String> columns) {

    WriteTarget {
        columns = List.copyOf(columns);
    }
}
