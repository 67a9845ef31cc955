// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import java.util.List;

/**
 * What a {@link Read} found.
 *
 * @param rows each row once, in the order of the keys and of the index
 * @param limited whether a key had as many rows as the limit allows, so that there may be more
 */
public record Rows(List<Row> rows, boolean limited) {

    public Rows {
        rows = List.copyOf(rows);
    }
}
