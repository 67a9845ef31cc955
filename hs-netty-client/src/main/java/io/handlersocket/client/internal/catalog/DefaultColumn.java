// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.catalog;

import io.handlersocket.client.catalog.Collation;
import io.handlersocket.client.catalog.Column;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A column as the catalogue described it. */
public record DefaultColumn(
        String name,
        String dataType,
        String columnType,
        boolean unsigned,
        boolean zerofill,
        long length,
        long octetLength,
        int precision,
        int scale,
        int fractionDigits,
        @Nullable String charset,
        @Nullable Collation collation,
        boolean nullable,
        boolean generated,
        List<String> labels)
        implements Column {

    public DefaultColumn {
        labels = List.copyOf(labels);
    }
}
