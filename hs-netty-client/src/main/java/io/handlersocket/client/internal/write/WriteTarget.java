// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.write;

import io.handlersocket.client.catalog.TableName;
import java.util.List;

/**
 * What a write needs open on the write port. Writes of one target share one index id.
 *
 * @param table the table
 * @param index a unique index, which finds the row
 * @param columns the columns that the write sets or returns, in declared order; at least one
 */
record WriteTarget(TableName table, String index, List<String> columns) {

    WriteTarget {
        columns = List.copyOf(columns);
    }
}
