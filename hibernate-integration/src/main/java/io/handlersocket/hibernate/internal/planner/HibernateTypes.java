// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.planner;

import io.handlersocket.hibernate.ReasonCode;
import io.handlersocket.hibernate.internal.plan.ValueType;
import io.handlersocket.hibernate.internal.result.RowsResultSet;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import java.sql.Blob;
import java.sql.Clob;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.hibernate.metamodel.mapping.JdbcMapping;
import org.hibernate.metamodel.mapping.JdbcMappingContainer;
import org.hibernate.sql.Template;
import org.hibernate.sql.ast.spi.SqlSelection;
import org.hibernate.sql.ast.tree.expression.ColumnReference;
import org.hibernate.type.descriptor.ValueExtractor;
import org.hibernate.type.descriptor.java.LocalDateJavaType;
import org.hibernate.type.descriptor.java.LocalDateTimeJavaType;
import org.hibernate.type.descriptor.jdbc.BasicExtractor;
import org.hibernate.type.descriptor.jdbc.BlobJdbcType;
import org.hibernate.type.descriptor.jdbc.ClobJdbcType;
import org.hibernate.type.descriptor.jdbc.DateJdbcType;
import org.hibernate.type.descriptor.jdbc.JdbcType;
import org.hibernate.type.descriptor.jdbc.TimestampJdbcType;

/**
 * Maps each of Hibernate's types to the getter of the result set that it calls. A type that is not listed may call any
 * getter.
 */
public final class HibernateTypes {

    /** By the name of the class, because not every patch of Hibernate has every type. */
    static final Map<String, ValueType> KNOWN = new HashMap<>();

    static {
        String types = "org.hibernate.type.descriptor.jdbc.";
        String dialects = "org.hibernate.dialect.type.";
        know(ValueType.INTEGER, types, "TinyInt TinyIntAsSmallInt SmallInt Integer BigInt");
        know(ValueType.BOOLEAN, types, "Boolean");
        know(ValueType.DECIMAL, types, "Decimal Numeric Duration");
        know(ValueType.FLOAT, types, "Float");
        know(ValueType.DOUBLE, types, "Double");
        know(ValueType.TEXT, types, "Varchar Char LongVarchar NVarchar NChar LongNVarchar Enum VarcharUUID");
        know(ValueType.TEXT, dialects, "MariaDBCastingJson");
        know(ValueType.BYTES, types, "Varbinary Binary LongVarbinary UuidAsBinary");
        know(ValueType.BYTES, dialects, "MySQLVarbinary"); // since 7.4.15; SQL casts to it in another way
        know(ValueType.UUID_VALUE, types, "UUID");
        know(ValueType.DATE, types, "Date");
        know(ValueType.TIME, types, "Time");
        know(ValueType.TIMESTAMP, types, "Timestamp TimestampUtcAsJdbcTimestamp");
    }

    private static void know(ValueType type, String prefix, String names) {
        for (String name : names.split(" ", -1)) {
            KNOWN.put(prefix + name + "JdbcType", type);
        }
    }

    // Each of these types is a constant. Its reader asks for the text or bytes, or reads all of a LOB.
    private static final Map<JdbcType, ValueType> LOBS = Map.of(
            ClobJdbcType.DEFAULT, ValueType.TEXT,
            ClobJdbcType.STRING_BINDING, ValueType.TEXT,
            ClobJdbcType.CLOB_BINDING, ValueType.TEXT,
            ClobJdbcType.STREAM_BINDING, ValueType.TEXT,
            ClobJdbcType.MATERIALIZED, ValueType.TEXT,
            BlobJdbcType.DEFAULT, ValueType.BYTES,
            BlobJdbcType.PRIMITIVE_ARRAY_BINDING, ValueType.BYTES,
            BlobJdbcType.BLOB_BINDING, ValueType.BYTES,
            BlobJdbcType.STREAM_BINDING, ValueType.BYTES,
            BlobJdbcType.MATERIALIZED, ValueType.BYTES);

    private static final Class<?> DATE_READER =
            DateJdbcType.INSTANCE.getExtractor(LocalDateJavaType.INSTANCE).getClass();
    private static final Class<?> TIMESTAMP_READER = TimestampJdbcType.INSTANCE
            .getExtractor(LocalDateTimeJavaType.INSTANCE)
            .getClass();

    private HibernateTypes() {}

    /**
     * Returns how this selection of a column is read.
     *
     * @throws LeftToJdbcException if that is unknown, or the application reads or computes the value
     */
    static ValueType of(SqlSelection selection, ColumnReference column) {
        String name = column.getColumnExpression();
        if (column.getReadExpression() != null && !column.getReadExpression().equals(Template.TEMPLATE + '.' + name)) {
            throw StatementPlanner.left(column, ReasonCode.READ_EXPRESSION, name);
        }
        JdbcMappingContainer type = selection.getExpressionType();
        if (type == null || type.getJdbcTypeCount() != 1) {
            throw StatementPlanner.left(column, ReasonCode.SEVERAL_TYPES, name);
        }
        JdbcType jdbcType = type.getSingleJdbcMapping().getJdbcType();
        ValueType lob = LOBS.get(jdbcType);
        ValueType known = lob == null ? KNOWN.get(jdbcType.getClass().getName()) : lob;
        if (known == null) {
            throw StatementPlanner.left(
                    column, ReasonCode.UNKNOWN_TYPE, name, jdbcType.getClass().getSimpleName());
        }
        Class<?> javaType = type.getSingleJdbcMapping().getJdbcJavaType().getJavaTypeClass();
        if (Clob.class.isAssignableFrom(javaType) || Blob.class.isAssignableFrom(javaType)) {
            throw StatementPlanner.left(column, ReasonCode.LOB_LOCATOR, name);
        }
        if (!isOwn(selection.getJdbcValueExtractor(), jdbcType)) {
            throw StatementPlanner.left(column, ReasonCode.CUSTOM_READER, name);
        }
        return known;
    }

    /** Returns how values of this mapping are read; empty if that is unknown, or the mapping has a custom reader. */
    public static Optional<ValueType> of(JdbcMapping mapping) {
        return isOwn(mapping.getJdbcValueExtractor(), mapping.getJdbcType())
                ? Optional.ofNullable(KNOWN.get(mapping.getJdbcType().getClass().getName()))
                : Optional.empty();
    }

    /** Returns whether this is the reader that Hibernate has for a type, not that of the application. */
    static boolean isOwn(ValueExtractor<?> reader, JdbcType type) {
        return reader instanceof BasicExtractor<?> extractor && extractor.getJdbcType() == type;
    }

    /**
     * Returns whether this reader keeps nothing of a {@code java.sql.Date} but its {@code toLocalDate()}, or of a
     * {@code Timestamp} but its {@code toLocalDateTime()}. Only Hibernate's own classes are known to do so.
     */
    public static boolean keepsLocalTime(ValueExtractor<?> reader) {
        if (!(reader instanceof BasicExtractor<?> extractor)) {
            return false;
        }
        Class<?> type = extractor.getJavaType().getClass();
        return (type == LocalDateTimeJavaType.class && reader.getClass() == TIMESTAMP_READER)
                || (type == LocalDateJavaType.class && reader.getClass() == DATE_READER);
    }

    /**
     * Returns the {@link RowsResultSet#bit}s of the columns of a result set of which every reader keeps only the local
     * date or time.
     */
    public static long localTimes(List<SqlSelection> selections) {
        long local = 0;
        long other = 0;
        for (SqlSelection selection : selections) {
            int column = selection.getJdbcResultSetIndex();
            if (column >= 1) {
                if (keepsLocalTime(selection.getJdbcValueExtractor())) {
                    local |= RowsResultSet.bit(column);
                } else {
                    other |= RowsResultSet.bit(column);
                }
            }
        }
        return local & ~other;
    }
}
