// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.catalog;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Describes one column as {@code information_schema.COLUMNS} does. Only the client implements this.
 *
 * @since 0.1
 */
public interface Column {

    /** Returns the name exactly as declared; HandlerSocket compares it case-sensitively. */
    String name();

    /** Returns the type's bare name in lower case: {@code int}, {@code varchar}, {@code datetime}, {@code uuid}. */
    String dataType();

    /** Returns the full declaration in lower case except for labels: {@code int(10) unsigned zerofill}. */
    String columnType();

    /** Returns whether an integer, decimal or floating type is unsigned. */
    boolean unsigned();

    /** Returns whether numbers are padded with zeros. */
    boolean zerofill();

    /** Returns the characters of a string type or the bytes of a binary type; 0 for other types. */
    long length();

    /** Returns the most bytes that a string or binary value takes; 0 for other types. */
    long octetLength();

    /** Returns the digits of a DECIMAL or the bits of a BIT; 0 for other types. */
    int precision();

    /** Returns the digits after the point of a DECIMAL, FLOAT(m,d) or DOUBLE(m,d); -1 if none are declared. */
    int scale();

    /** Returns the digits of a second's fraction, 0 to 6. */
    int fractionDigits();

    /** Returns the character set of a string type, or null. */
    @Nullable
    String charset();

    /** Returns the collation of a string type, or null. */
    @Nullable
    Collation collation();

    /** Returns whether NULL may be stored. */
    boolean nullable();

    /** Returns whether the value is computed from other columns. */
    boolean generated();

    /** Returns the labels of an ENUM or SET in declared order; empty for other types. */
    List<String> labels();

    /** Returns whether values are long objects (TEXT, BLOB, JSON, GEOMETRY) that may be stored outside the row. */
    default boolean isLob() {
        return dataType().endsWith("text")
                || dataType().endsWith("blob")
                || dataType().equals("json")
                || isGeometry();
    }

    /**
     * Returns whether an index orders values differently than SQL: CHAR is padded with blanks there, and they count
     * unless the collation pads.
     */
    default boolean isFilledWithBlanksThatCount() {
        Collation own = collation();
        return dataType().equals("char") && own != null && !own.padded();
    }

    /** Returns whether the column is of a spatial type. */
    default boolean isGeometry() {
        return switch (dataType()) {
            case "geometry",
                    "point",
                    "linestring",
                    "polygon",
                    "multipoint",
                    "multilinestring",
                    "multipolygon",
                    "geometrycollection" -> true;
            default -> false;
        };
    }
}
