// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.catalog;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Describes one column as {@code information_schema.COLUMNS} does. Immutable.
 *
 * @param name the name exactly as declared; HandlerSocket compares it case-sensitively
 * @param dataType the type without attributes, in lower case, such as {@code int}, {@code varchar} or {@code uuid}
 * @param columnType the full type, such as {@code int(10) unsigned zerofill}; in lower case except for labels
 * @param unsigned whether a numeric type is unsigned
 * @param zerofill whether the server pads numbers with zeros
 * @param length the maximum characters of a string type or bytes of a binary type; 0 for other types
 * @param octetLength the maximum bytes of a string or binary value; 0 for other types
 * @param precision the number of digits of a DECIMAL or bits of a BIT; 0 for other types
 * @param scale the number of decimals of a DECIMAL, FLOAT(m,d) or DOUBLE(m,d); -1 if the type declares none
 * @param fractionDigits the number of fractional digits of a second, 0 to 6
 * @param charset the character set of a string type; null for other types
 * @param collation the collation of a string type; null for other types
 * @param nullable whether the column can hold NULL
 * @param generated whether the server computes the value from other columns
 * @param labels the labels of an ENUM or SET in declared order; empty for other types
 */
public record Column(
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
        List<String> labels) {

    public Column {
        labels = List.copyOf(labels);
    }

    /** Returns whether values are large objects (TEXT, BLOB, JSON, spatial) that may be stored outside the row. */
    public boolean isLob() {
        return dataType.endsWith("text") || dataType.endsWith("blob") || dataType.equals("json") || isGeometry();
    }

    /**
     * Returns whether an index orders values differently from SQL. An index pads CHAR with spaces, and these are
     * significant unless the collation ignores trailing spaces.
     */
    public boolean isFilledWithBlanksThatCount() {
        return dataType.equals("char") && collation != null && !collation.padded();
    }

    /** Returns whether the column is of a spatial type. */
    public boolean isGeometry() {
        return dataType.startsWith("geometry")
                || dataType.endsWith("point")
                || dataType.endsWith("linestring")
                || dataType.endsWith("polygon");
    }
}
