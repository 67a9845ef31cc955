// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.Row;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some rows of a range, next to each other.
 *
 * @param rows those that are shown
 * @param served how many the server sent
 * @param bytes how long its answer was
 * @param first where the first that it sent lies; null if there was none
 * @param last where the last lies
 */
record Page(
        List<Row> rows,
        int served,
        int bytes,
        @Nullable Place first,
        @Nullable Place last) {

    static final Page EMPTY = new Page(List.of(), 0, 0, null, null);
}
