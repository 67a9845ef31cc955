// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import io.handlersocket.client.Row;
import io.handlersocket.client.catalog.Column;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How Hibernate reads a value from a result set, and for which column types this library gives the same value as the
 * driver. Pairs that are not listed were not compared with the driver and stay on JDBC.
 */
public enum ValueType {
    INTEGER(false, "tinyint smallint mediumint int bigint"),
    BOOLEAN(false, "tinyint bit"),
    DECIMAL(false, "decimal"),
    DOUBLE(false, "double"),
    TEXT(false, "char varchar tinytext text mediumtext longtext enum uuid"),
    BYTES(false, "binary varbinary tinyblob blob mediumblob longblob"),
    UUID_VALUE(false, "uuid"),
    DATE(true, "date"),
    TIME(true, "time"),
    TIMESTAMP(true, "datetime"),
    /** Not read by Hibernate: the key of another table's rows. */
    KEY(false, "tinyint smallint mediumint int bigint decimal char varchar binary varbinary uuid");

    private final boolean temporal;
    private final String dataTypes;

    /** @param dataTypes separated by blanks */
    ValueType(boolean temporal, String dataTypes) {
        this.temporal = temporal;
        this.dataTypes = ' ' + dataTypes + ' ';
    }

    /**
     * Why a column cannot be read this way over HandlerSocket.
     *
     * @param plainValues whether nothing changes how the driver reads dates, times and CHAR
     * @return null if it can
     */
    public @Nullable String refusal(Column column, boolean plainValues) {
        if (this == BOOLEAN && column.zerofill()) {
            return "column " + column.name() + " is " + column.columnType() + ", whose zero the driver reads as true";
        }
        if (!dataTypes.contains(' ' + column.dataType() + ' ')
                || (column.dataType().equals("bit") && column.precision() != 1)) {
            return "column " + column.name() + " is " + column.columnType() + ", read as " + name();
        }
        if (!plainValues && (temporal || column.dataType().equals("char"))) {
            return "column " + column.name() + " is " + column.columnType()
                    + " and the JDBC URL or sql_mode may change its values";
        }
        return null;
    }

    /** Whether Java orders the values as SQL does, whatever the column's exact type. */
    public boolean isSortable() {
        return this == INTEGER || this == DECIMAL || this == DATE || this == TIMESTAMP;
    }

    /**
     * The value of a column, of the type that the view of the row expects.
     *
     * @throws RuntimeException if the client cannot give it
     */
    public @Nullable Object decode(Row row, int position, Column column) {
        if (row.isNullAt(position)) {
            return null;
        }
        return switch (this) {
            case INTEGER, KEY -> row.valueAt(position);
            case BOOLEAN -> column.dataType().equals("bit") ? anyBit(row.valueAt(position)) : row.intAt(position) != 0;
            case DECIMAL -> row.valueAt(position, BigDecimal.class);
            case DOUBLE -> row.valueAt(position, Double.class);
            case TEXT -> row.stringAt(position);
            case BYTES -> row.valueAt(position, byte[].class);
            case UUID_VALUE -> row.valueAt(position, UUID.class);
            case DATE -> row.valueAt(position, LocalDate.class);
            case TIME -> row.valueAt(position, Duration.class);
            case TIMESTAMP -> row.valueAt(position, LocalDateTime.class);
        };
    }

    private static boolean anyBit(@Nullable Object value) {
        if (value instanceof byte[] bytes) {
            for (byte b : bytes) {
                if (b != 0) {
                    return true;
                }
            }
            return false;
        }
        throw new IllegalArgumentException("a BIT that is not bytes");
    }
}
