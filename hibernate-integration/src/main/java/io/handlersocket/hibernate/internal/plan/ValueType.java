// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import io.handlersocket.client.Row;
import io.handlersocket.client.catalog.Collation;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.hibernate.internal.util.DriverValues;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How Hibernate reads a value from a result set, and for which column types this library gives the same value as the
 * driver. Pairs that are not listed were not compared with the driver and stay on JDBC.
 */
public enum ValueType {
    INTEGER("tinyint smallint mediumint int bigint decimal year"),
    BOOLEAN("tinyint smallint mediumint int bigint decimal bit"),
    DECIMAL("tinyint smallint mediumint int bigint decimal float double"),
    FLOAT("tinyint smallint mediumint int bigint decimal float double"),
    DOUBLE("tinyint smallint mediumint int bigint decimal float double"),
    TEXT(
            "char varchar tinytext text mediumtext longtext enum set uuid inet4 inet6 tinyint smallint mediumint int bigint"
                    + " decimal"),
    BYTES("binary varbinary tinyblob blob mediumblob longblob"),
    UUID_VALUE("uuid"),
    DATE("date datetime timestamp"),
    TIME("time"),
    TIMESTAMP("date datetime timestamp"),
    /** A constant, whatever the column holds. */
    CONSTANT(""),
    /** Not read by Hibernate: the key of another table's rows. */
    KEY("tinyint smallint mediumint int bigint decimal char varchar binary varbinary uuid");

    /** The value of a zero date. The driver returns null for it, but SQL sorts it after NULL. */
    public static final Object ZERO_DATE = new Object();

    private static final Set<String> TEMPORAL = Set.of("date", "time", "datetime", "timestamp");

    /** An ENUM is sorted by its position, and a UUID by its bytes. */
    private static final Set<String> SORTED_TEXTS =
            Set.of("char", "varchar", "tinytext", "text", "mediumtext", "longtext");

    @SuppressWarnings("ImmutableEnumChecker") // from Set.of
    private final Set<String> dataTypes;

    /** @param dataTypes separated by blanks */
    ValueType(String dataTypes) {
        this.dataTypes = Set.of(dataTypes.split(" ", -1));
    }

    /**
     * Why a column cannot be read this way over HandlerSocket.
     *
     * @param driver what is proven about the pool's connections
     * @return null if it can
     */
    public @Nullable String refusal(Column column, DriverValues driver) {
        if (this == CONSTANT) {
            return null;
        }
        if (this == BOOLEAN && column.zerofill()) {
            return "column " + column.name() + " is " + column.columnType() + ", whose zero the driver reads as true";
        }
        if (!dataTypes.contains(column.dataType())
                || (column.dataType().equals("bit") && column.precision() != 1)
                || (this == TEXT && column.zerofill())) { // zeros in one of the driver's protocols only
            return "column " + column.name() + " is " + column.columnType() + ", read as " + name();
        }
        if (!driver.plain() && (isTemporal(column) || column.dataType().equals("char"))) {
            return "column " + column.name() + " is " + column.columnType()
                    + " and the JDBC URL may change its values (timezone, preserveInstants, sessionVariables, initSql,"
                    + " oldMode, useLegacyDatetimeCode)";
        }
        if (!driver.text() && isFloating(column) && (this != DOUBLE || isRounded(column))) {
            return "column " + column.name() + " is " + column.columnType()
                    + ", which the driver returns with other digits from server-side prepared statements."
                    + " Remove useServerPrepStmts from the JDBC URL";
        }
        return null;
    }

    static boolean isTemporal(Column column) {
        return TEMPORAL.contains(column.dataType());
    }

    private static boolean isFloating(Column column) {
        return column.dataType().equals("float") || column.dataType().equals("double");
    }

    /** Whether the server prints fewer digits than the column holds. */
    private static boolean isRounded(Column column) {
        return column.dataType().equals("float") || (column.dataType().equals("double") && column.scale() >= 0);
    }

    /** Whether this library sorts by such values, unless the {@linkplain #sortRefusal column} refuses. */
    public boolean isSortable() {
        return this == INTEGER || this == DECIMAL || this == DATE || this == TIMESTAMP || this == TEXT;
    }

    /** Whether values that sort alike are equal. A collation holds different texts equal, and 0.0 is -0.0. */
    boolean isExact() {
        return switch (this) {
            case INTEGER, BOOLEAN, DECIMAL, UUID_VALUE, DATE, TIME, TIMESTAMP -> true;
            default -> false;
        };
    }

    /**
     * Why this library cannot sort by a column as SQL does.
     *
     * @return null if it can: integers, DECIMAL, DATE, DATETIME and TIMESTAMP always, texts if the server reported how
     *     it sorts ASCII text; not FLOAT, DOUBLE or TIME
     */
    @Nullable
    String sortRefusal(Column column) {
        String only = "only the database can sort by column " + column.name() + ", which is " + column.columnType();
        if (this != TEXT) {
            return isSortable() && !isFloating(column) ? null : only;
        }
        Collation collation = column.collation();
        if (collation == null || !SORTED_TEXTS.contains(column.dataType())) {
            return only;
        }
        return column.isFilledWithBlanksThatCount() || collation.textOrder().isEmpty()
                ? only + " under " + collation.name()
                : null;
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
            case CONSTANT -> throw new AssertionError(column); // of no column
            case INTEGER -> column.dataType().equals("year") ? (Object) row.longAt(position) : row.valueAt(position);
            case KEY -> row.valueAt(position);
            case BOOLEAN ->
                switch (column.dataType()) {
                    case "bit" -> anyBit(row.valueAt(position));
                    case "decimal" -> new BigDecimal(text(row, position)).intValue() != 0; // as the driver does
                    case "bigint" -> !text(row, position).equals("0"); // may exceed a long
                    default -> row.longAt(position) != 0;
                };
            case DECIMAL ->
                isFloating(column) ? new BigDecimal(text(row, position)) : row.valueAt(position, BigDecimal.class);
            case FLOAT -> Float.valueOf(text(row, position)); // not by a double, which would round twice
            case DOUBLE ->
                column.dataType().equals("double") && !isRounded(column)
                        ? row.valueAt(position, Double.class)
                        : Double.valueOf(text(row, position));
            case TEXT -> row.stringAt(position);
            case BYTES -> row.valueAt(position, byte[].class);
            case UUID_VALUE -> row.valueAt(position, UUID.class);
            case TIME -> row.valueAt(position, Duration.class);
            case DATE, TIMESTAMP ->
                column.dataType().equals("date")
                        ? date(row.valueAt(position, LocalDate.class))
                        : orZeroDate(row.valueAt(position, LocalDateTime.class));
        };
    }

    private Object date(@Nullable LocalDate value) {
        if (value == null && this == TIMESTAMP) {
            throw new IllegalArgumentException("a zero date, which the driver reads by the calendar of its zone");
        }
        return orZeroDate(value);
    }

    private static Object orZeroDate(@Nullable Object value) {
        return value == null ? ZERO_DATE : value;
    }

    private static String text(Row row, int position) {
        String text = row.stringAt(position);
        if (text == null) {
            throw new IllegalArgumentException("a NULL that is a value");
        }
        return text;
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
