// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.catalog;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Describes one column as {@code information_schema.COLUMNS} does. Immutable. Only the client implements this. */
public interface Column {

    /** Returns the name exactly as declared; HandlerSocket compares it case-sensitively. */
    String name();

    /** Returns the type without attributes, in lower case, such as {@code int}, {@code varchar} or {@code uuid}. */
    String dataType();

    /** Returns the full type, such as {@code int(10) unsigned zerofill}; in lower case except for labels. */
    String columnType();

    /** Returns whether a numeric type is unsigned. */
    boolean unsigned();

    /** Returns whether the server pads numbers with zeros. */
    boolean zerofill();

    /** Returns the maximum characters of a string type or bytes of a binary type; 0 for other types. */
    long length();

    /** Returns the maximum bytes of a string or binary value; 0 for other types. */
    long octetLength();

    /** Returns the number of digits of a DECIMAL or bits of a BIT; 0 for other types. */
    int precision();

    /** Returns the number of decimals of a DECIMAL, FLOAT(m,d) or DOUBLE(m,d); -1 if the type declares none. */
    int scale();

    /** Returns the number of fractional digits of a second, 0 to 6. */
    int fractionDigits();

    /** Returns the character set of a string type; null for other types. */
    @Nullable
    String charset();

    /** Returns the collation of a string type; null for other types. */
    @Nullable
    Collation collation();

    /** Returns whether the column can hold NULL. */
    boolean nullable();

    /** Returns whether the server computes the value from other columns. */
    boolean generated();

    /** Returns the labels of an ENUM or SET in declared order; empty for other types. */
    List<String> labels();

    /** Returns whether values are large objects (TEXT, BLOB, JSON, spatial) that may be stored outside the row. */
    default boolean isLob() {
        String type = dataType();
        return type.endsWith("text") || type.endsWith("blob") || type.equals("json") || isGeometry();
    }

    /**
     * Returns whether an index orders values differently from SQL. An index pads CHAR with spaces, and these are
     * significant unless the collation ignores trailing spaces.
     */
    default boolean isFilledWithBlanksThatCount() {
        Collation own = collation();
        return dataType().equals("char") && own != null && !own.padded();
    }

    /** Returns whether the column is of a spatial type. */
    default boolean isGeometry() {
        String type = dataType();
        return type.startsWith("geometry")
                || type.endsWith("point")
                || type.endsWith("linestring")
                || type.endsWith("polygon");
    }
}
