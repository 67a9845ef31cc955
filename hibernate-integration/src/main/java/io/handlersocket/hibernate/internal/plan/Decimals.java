// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import io.handlersocket.client.catalog.Column;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Keys with more decimals than their column. No row equals such a key, and yet MariaDB finds the row that it rounds to
 * where it looks it up by an index that is not unique: only SQL knows which of its plans it takes.
 */
final class Decimals {

    private Decimals() {}

    /** Whether the column could not hold the value without rounding it. */
    static boolean areTooMany(@Nullable Object value, Column column) {
        if (!(value instanceof BigDecimal decimal) || decimal.signum() == 0) {
            return false;
        }
        int scale = column.dataType().equals("decimal") ? Math.max(column.scale(), 0) : 0;
        return decimal.scale() > scale && decimal.stripTrailingZeros().scale() > scale;
    }
}
