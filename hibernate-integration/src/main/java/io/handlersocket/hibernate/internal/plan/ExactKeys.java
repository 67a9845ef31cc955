// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import io.handlersocket.client.catalog.Column;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.temporal.ChronoField;
import java.time.temporal.Temporal;
import org.jspecify.annotations.Nullable;

/**
 * Keys that their column can hold. No row equals any other key. Yet MariaDB finds the row that the key rounds to if it
 * uses an index that is not unique, and only SQL knows which index it uses.
 */
public final class ExactKeys {

    private static final int MICROS_DIGITS = 6;

    private ExactKeys() {}

    /** Returns why the column may not hold the value as it is; null if it can. */
    public static @Nullable String refusal(@Nullable Object value, Column column) {
        if (value instanceof BigDecimal decimal) {
            return hasTooManyDigits(decimal, column) ? "a key has more decimals than column " + column.name() : null;
        }
        return !(value instanceof Temporal temporal) || holds(column, temporal)
                ? null
                : "a key is a date or time that column " + column.name() + " does not hold exactly";
    }

    private static boolean hasTooManyDigits(BigDecimal decimal, Column column) {
        if (decimal.signum() == 0) {
            return false;
        }
        int scale = column.dataType().equals("decimal") ? Math.max(column.scale(), 0) : 0;
        return decimal.scale() > scale && decimal.stripTrailingZeros().scale() > scale;
    }

    private static boolean holds(Column column, Temporal value) {
        return switch (column.dataType()) {
            case "date" -> value instanceof LocalDate;
            case "datetime" ->
                value instanceof LocalDate || (value instanceof LocalDateTime && holdsFraction(column, value));
            case "time" -> value instanceof LocalTime && holdsFraction(column, value);
            default -> false; // a TIMESTAMP, too: SQL compares it in the session's time zone
        };
    }

    private static boolean holdsFraction(Column column, Temporal value) {
        int micros = value.get(ChronoField.MICRO_OF_SECOND);
        for (int digits = column.fractionDigits(); digits < MICROS_DIGITS; digits++) {
            if (micros % 10 != 0) {
                return false;
            }
            micros /= 10;
        }
        return true;
    }
}
