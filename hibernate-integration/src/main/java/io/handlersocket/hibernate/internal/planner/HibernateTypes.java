// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.planner;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.ReasonCode;
import io.handlersocket.hibernate.internal.plan.ValueType;
import io.handlersocket.hibernate.internal.result.RowsResultSet;
import java.sql.Blob;
import java.sql.Clob;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.hibernate.dialect.type.MariaDBCastingJsonJdbcType;
import org.hibernate.metamodel.mapping.JdbcMapping;
import org.hibernate.metamodel.mapping.JdbcMappingContainer;
import org.hibernate.sql.Template;
import org.hibernate.sql.ast.spi.SqlSelection;
import org.hibernate.sql.ast.tree.expression.ColumnReference;
import org.hibernate.type.descriptor.ValueExtractor;
import org.hibernate.type.descriptor.java.LocalDateJavaType;
import org.hibernate.type.descriptor.java.LocalDateTimeJavaType;
import org.hibernate.type.descriptor.jdbc.BasicExtractor;
import org.hibernate.type.descriptor.jdbc.BigIntJdbcType;
import org.hibernate.type.descriptor.jdbc.BinaryJdbcType;
import org.hibernate.type.descriptor.jdbc.BlobJdbcType;
import org.hibernate.type.descriptor.jdbc.BooleanJdbcType;
import org.hibernate.type.descriptor.jdbc.CharJdbcType;
import org.hibernate.type.descriptor.jdbc.ClobJdbcType;
import org.hibernate.type.descriptor.jdbc.DateJdbcType;
import org.hibernate.type.descriptor.jdbc.DecimalJdbcType;
import org.hibernate.type.descriptor.jdbc.DoubleJdbcType;
import org.hibernate.type.descriptor.jdbc.DurationJdbcType;
import org.hibernate.type.descriptor.jdbc.EnumJdbcType;
import org.hibernate.type.descriptor.jdbc.FloatJdbcType;
import org.hibernate.type.descriptor.jdbc.IntegerJdbcType;
import org.hibernate.type.descriptor.jdbc.JdbcType;
import org.hibernate.type.descriptor.jdbc.LongNVarcharJdbcType;
import org.hibernate.type.descriptor.jdbc.LongVarbinaryJdbcType;
import org.hibernate.type.descriptor.jdbc.LongVarcharJdbcType;
import org.hibernate.type.descriptor.jdbc.NCharJdbcType;
import org.hibernate.type.descriptor.jdbc.NVarcharJdbcType;
import org.hibernate.type.descriptor.jdbc.NumericJdbcType;
import org.hibernate.type.descriptor.jdbc.SmallIntJdbcType;
import org.hibernate.type.descriptor.jdbc.TimeJdbcType;
import org.hibernate.type.descriptor.jdbc.TimestampJdbcType;
import org.hibernate.type.descriptor.jdbc.TimestampUtcAsJdbcTimestampJdbcType;
import org.hibernate.type.descriptor.jdbc.TinyIntAsSmallIntJdbcType;
import org.hibernate.type.descriptor.jdbc.TinyIntJdbcType;
import org.hibernate.type.descriptor.jdbc.UUIDJdbcType;
import org.hibernate.type.descriptor.jdbc.UuidAsBinaryJdbcType;
import org.hibernate.type.descriptor.jdbc.VarbinaryJdbcType;
import org.hibernate.type.descriptor.jdbc.VarcharJdbcType;
import org.hibernate.type.descriptor.jdbc.VarcharUUIDJdbcType;
import org.jspecify.annotations.Nullable;

/**
 * Maps each of Hibernate's types to the getter of the result set that it calls. A type that is not listed may call any
 * getter.
 */
public final class HibernateTypes {

    private static final Map<Class<? extends JdbcType>, ValueType> KNOWN = Map.ofEntries(
            Map.entry(TinyIntJdbcType.class, ValueType.INTEGER),
            Map.entry(TinyIntAsSmallIntJdbcType.class, ValueType.INTEGER),
            Map.entry(SmallIntJdbcType.class, ValueType.INTEGER),
            Map.entry(IntegerJdbcType.class, ValueType.INTEGER),
            Map.entry(BigIntJdbcType.class, ValueType.INTEGER),
            Map.entry(BooleanJdbcType.class, ValueType.BOOLEAN),
            Map.entry(DecimalJdbcType.class, ValueType.DECIMAL),
            Map.entry(NumericJdbcType.class, ValueType.DECIMAL),
            Map.entry(DurationJdbcType.class, ValueType.DECIMAL),
            Map.entry(FloatJdbcType.class, ValueType.FLOAT),
            Map.entry(DoubleJdbcType.class, ValueType.DOUBLE),
            Map.entry(VarcharJdbcType.class, ValueType.TEXT),
            Map.entry(CharJdbcType.class, ValueType.TEXT),
            Map.entry(LongVarcharJdbcType.class, ValueType.TEXT),
            Map.entry(NVarcharJdbcType.class, ValueType.TEXT),
            Map.entry(NCharJdbcType.class, ValueType.TEXT),
            Map.entry(LongNVarcharJdbcType.class, ValueType.TEXT),
            Map.entry(EnumJdbcType.class, ValueType.TEXT),
            Map.entry(VarcharUUIDJdbcType.class, ValueType.TEXT),
            Map.entry(MariaDBCastingJsonJdbcType.class, ValueType.TEXT),
            Map.entry(VarbinaryJdbcType.class, ValueType.BYTES),
            Map.entry(BinaryJdbcType.class, ValueType.BYTES),
            Map.entry(LongVarbinaryJdbcType.class, ValueType.BYTES),
            Map.entry(UuidAsBinaryJdbcType.class, ValueType.BYTES),
            Map.entry(UUIDJdbcType.class, ValueType.UUID_VALUE),
            Map.entry(DateJdbcType.class, ValueType.DATE),
            Map.entry(TimeJdbcType.class, ValueType.TIME),
            Map.entry(TimestampJdbcType.class, ValueType.TIMESTAMP),
            Map.entry(TimestampUtcAsJdbcTimestampJdbcType.class, ValueType.TIMESTAMP));

    /**
     * Types that only newer versions of Hibernate have, by the name of their class. The one here, since 7.4.15, differs
     * from {@link VarbinaryJdbcType} only in how SQL casts to it.
     */
    private static final Map<String, ValueType> NEWER =
            Map.of("org.hibernate.dialect.type.MySQLVarbinaryJdbcType", ValueType.BYTES);

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

    static @Nullable JdbcReason refusal(SqlSelection selection, ColumnReference column) {
        if (column.getReadExpression() != null
                && !column.getReadExpression().equals(Template.TEMPLATE + '.' + column.getColumnExpression())) {
            return JdbcReason.of(ReasonCode.READ_EXPRESSION, column.getColumnExpression());
        }
        JdbcMappingContainer type = selection.getExpressionType();
        if (type == null || type.getJdbcTypeCount() != 1) {
            return JdbcReason.of(ReasonCode.SEVERAL_TYPES, column.getColumnExpression());
        }
        JdbcType jdbcType = type.getSingleJdbcMapping().getJdbcType();
        if (valueType(jdbcType) == null) {
            return JdbcReason.of(
                    ReasonCode.UNKNOWN_TYPE,
                    column.getColumnExpression(),
                    jdbcType.getClass().getSimpleName());
        }
        Class<?> javaType = type.getSingleJdbcMapping().getJdbcJavaType().getJavaTypeClass();
        if (Clob.class.isAssignableFrom(javaType) || Blob.class.isAssignableFrom(javaType)) {
            return JdbcReason.of(ReasonCode.LOB_LOCATOR, column.getColumnExpression());
        }
        return isOwn(selection.getJdbcValueExtractor(), jdbcType)
                ? null
                : JdbcReason.of(ReasonCode.CUSTOM_READER, column.getColumnExpression());
    }

    /** Returns how values of this mapping are read; empty if that is unknown, or the mapping has a custom reader. */
    public static Optional<ValueType> of(JdbcMapping mapping) {
        return isOwn(mapping.getJdbcValueExtractor(), mapping.getJdbcType())
                ? Optional.ofNullable(valueType(mapping.getJdbcType().getClass()))
                : Optional.empty();
    }

    /** Returns whether this is the reader that Hibernate has for a type, not that of the application. */
    static boolean isOwn(ValueExtractor<?> reader, JdbcType type) {
        return reader instanceof BasicExtractor<?> extractor && extractor.getJdbcType() == type;
    }

    /** Returns how this selection is read; {@link #refusal} must be null for it. */
    static ValueType of(SqlSelection selection) {
        ValueType known =
                valueType(selection.getExpressionType().getSingleJdbcMapping().getJdbcType());
        if (known == null) {
            throw new AssertionError(selection);
        }
        return known;
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

    private static @Nullable ValueType valueType(JdbcType type) {
        ValueType lob = LOBS.get(type);
        return lob == null ? valueType(type.getClass()) : lob;
    }

    private static @Nullable ValueType valueType(Class<? extends JdbcType> type) {
        ValueType known = KNOWN.get(type);
        return known == null ? NEWER.get(type.getName()) : known;
    }
}
