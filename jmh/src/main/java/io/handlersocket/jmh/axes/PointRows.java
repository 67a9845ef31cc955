// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.axes;

import io.handlersocket.client.Row;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** Which rows a point reads, and whether they are right. */
record PointRows(Point point) {

    int randomId() {
        return ThreadLocalRandom.current().nextInt(point.keys());
    }

    boolean exists(int id) {
        return id < point.rows();
    }

    /** Fails if this is not what was asked for. Returns 1. */
    long check(int id, Optional<Row> found) {
        if (found.isPresent() != exists(id)) {
            throw new AssertionError("a row that is none, or none where one is: " + id);
        }
        found.ifPresent(row -> {
            for (int i = 0; i < point.columns(); i++) {
                check(id, row.stringAt(i));
            }
        });
        return 1;
    }

    /** Fails if this is no value of the row's columns: each begins with the id, whoever wrote it. */
    static void check(int id, @Nullable String value) {
        String begin = id + " ";
        if (value == null || !value.startsWith(begin)) {
            throw new AssertionError("not the row " + id);
        }
    }
}
