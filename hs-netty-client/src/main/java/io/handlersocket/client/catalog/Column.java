// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.catalog;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One column as {@code information_schema.COLUMNS} describes it.
 *
 * @param name exactly as declared; HandlerSocket compares it case-sensitively
 * @param dataType the type's bare name in lower case: {@code int}, {@code varchar}, {@code datetime}, {@code uuid}
 * @param columnType the full declaration in lower case except for labels: {@code int(10) unsigned zerofill}
 * @param unsigned whether an integer, decimal or floating type is unsigned
 * @param zerofill whether numbers are padded with zeros
 * @param length characters for strings, bytes for binary types; 0 where there is none
 * @param octetLength the most bytes a string or binary value takes; 0 where there is none
 * @param precision digits of a DECIMAL, bits of a BIT; 0 where there is none
 * @param scale digits behind the point of a DECIMAL, FLOAT(m,d) or DOUBLE(m,d); -1 where none is declared
 * @param fractionDigits digits of a second's fraction, 0 to 6
 * @param charset the character set of a string type, or null
 * @param collation the collation of a string type and how it compares text, or null
 * @param nullable whether NULL may be stored
 * @param generated whether the value is computed from other columns
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

    /** Whether values are long objects (TEXT, BLOB, JSON, GEOMETRY) that may lie outside the row. */
    public boolean isLob() {
        return dataType.endsWith("text") || dataType.endsWith("blob") || dataType.equals("json") || isGeometry();
    }

    /**
     * Whether an index orders values otherwise than SQL does: it has CHAR filled up with blanks, which count unless the
     * collation pads.
     */
    public boolean isFilledWithBlanksThatCount() {
        return dataType.equals("char") && collation != null && !collation.padded();
    }

    /** Whether the column is of a spatial type. */
    public boolean isGeometry() {
        return switch (dataType) {
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
