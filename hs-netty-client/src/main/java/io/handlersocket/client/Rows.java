// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import java.util.List;

/**
 * Holds the rows of one {@link Read} or {@link Range}.
 *
 * @param rows each row once, in the order of the keys and then of the index
 * @param limited whether a key or the range has as many rows as the limit allows, so that more may exist
 */
public record Rows(List<Row> rows, boolean limited) {

    public Rows {
        rows = Key.copy("rows", rows);
    }
}
