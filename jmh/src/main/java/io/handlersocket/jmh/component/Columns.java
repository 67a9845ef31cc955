// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.component;

import io.handlersocket.client.catalog.Collation;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.internal.codec.ColumnCodec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Columns as the catalogue would describe them. */
final class Columns {

    private Columns() {}

    static ColumnCodec codec(String dataType, ServerFacts server) {
        boolean text = dataType.equals("varchar");
        return ColumnCodec.of(
                new Column(
                        "c",
                        dataType,
                        dataType,
                        dataType.endsWith("int"),
                        false,
                        50,
                        200,
                        dataType.equals("decimal") ? 12 : 0,
                        dataType.equals("decimal") ? 2 : -1,
                        0,
                        text ? "utf8mb4" : null,
                        collation(text),
                        true,
                        false,
                        List.of()),
                server);
    }

    private static @Nullable Collation collation(boolean text) {
        return text ? new Collation("utf8mb4_general_ci", true, true, false, true) : null;
    }
}
