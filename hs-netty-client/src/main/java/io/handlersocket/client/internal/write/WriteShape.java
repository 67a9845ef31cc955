// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.write;

import io.handlersocket.client.catalog.TableName;
import java.util.List;

/**
 * What writes of one kind need open: an index, and the columns they set or are answered with, in declared order.
 *
 * @param table the table
 * @param index a unique index
 * @param columns one or more
 */
public record WriteShape(TableName table, String index, List<String> columns) {

    public WriteShape {
        columns = List.copyOf(columns);
    }
}
