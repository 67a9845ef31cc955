// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.spi;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A query for attributes of one entity, whose rows are read without Hibernate. Attributes are named by their paths,
 * such as {@code name} or {@code guild.id}.
 *
 * @param shown the attributes of each result; empty to check only whether there are rows
 * @param equal the attributes that equal a value; an empty path stands for the part of the named index at its position
 * @param range the range and the order
 * @param index name of the index to use; null for any index that fits
 * @param limited whether a read may want only some of the rows
 */
public record RowQuery(
        List<String> shown,
        List<String> equal,
        RangeAndOrder range,
        @Nullable String index,
        boolean limited) {

    public RowQuery {
        shown = List.copyOf(shown);
        equal = List.copyOf(equal);
    }
}
