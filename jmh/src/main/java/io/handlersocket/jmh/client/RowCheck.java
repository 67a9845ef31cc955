// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.client;

import io.handlersocket.client.Row;
import io.handlersocket.jmh.measure.Check;
import java.time.LocalDateTime;
import java.util.Optional;

/** Reads a row as an application would, and fails if it is not the one that was asked for. */
interface RowCheck {

    /** Of {@code user_name, user_email, created}: everything, as every other arm does. */
    RowCheck THREE_COLUMNS = (id, row) -> {
        Row found = row.orElseThrow();
        Check.row(id, found.stringAt(0), found.stringAt(1), found.valueAt(2, LocalDateTime.class));
    };

    /** Only the first column, which is the id. */
    RowCheck ONLY_ID = (id, row) -> {
        if (row.orElseThrow().longAt(0) != id) {
            throw new AssertionError("not the row " + id);
        }
    };

    /** Fails, with any unchecked exception or {@link AssertionError}, if it is another row or none. */
    void accept(int id, Optional<Row> row);
}
