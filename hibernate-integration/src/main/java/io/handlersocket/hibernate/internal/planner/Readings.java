// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.planner;

import io.handlersocket.hibernate.internal.plan.Reading;
import java.sql.Blob;
import java.sql.Clob;
import java.util.Map;
import java.util.Optional;
import org.hibernate.metamodel.mapping.JdbcMapping;
import org.hibernate.metamodel.mapping.JdbcMappingContainer;
import org.hibernate.sql.Template;
import org.hibernate.sql.ast.spi.SqlSelection;
import org.hibernate.sql.ast.tree.expression.ColumnReference;
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

/** Which getter of a result set each of Hibernate's types calls; a type that is not listed may call anything. */
public final class Readings {

    private static final Map<Class<? extends JdbcType>, Reading> KNOWN = Map.ofEntries(
            Map.entry(TinyIntJdbcType.class, Reading.INTEGER),
            Map.entry(TinyIntAsSmallIntJdbcType.class, Reading.INTEGER),
            Map.entry(SmallIntJdbcType.class, Reading.INTEGER),
            Map.entry(IntegerJdbcType.class, Reading.INTEGER),
            Map.entry(BigIntJdbcType.class, Reading.INTEGER),
            Map.entry(BooleanJdbcType.class, Reading.BOOLEAN),
            Map.entry(DecimalJdbcType.class, Reading.DECIMAL),
            Map.entry(NumericJdbcType.class, Reading.DECIMAL),
            Map.entry(DurationJdbcType.class, Reading.DECIMAL),
            Map.entry(DoubleJdbcType.class, Reading.DOUBLE),
            Map.entry(VarcharJdbcType.class, Reading.TEXT),
            Map.entry(CharJdbcType.class, Reading.TEXT),
            Map.entry(LongVarcharJdbcType.class, Reading.TEXT),
            Map.entry(NVarcharJdbcType.class, Reading.TEXT),
            Map.entry(NCharJdbcType.class, Reading.TEXT),
            Map.entry(LongNVarcharJdbcType.class, Reading.TEXT),
            Map.entry(EnumJdbcType.class, Reading.TEXT),
            Map.entry(VarcharUUIDJdbcType.class, Reading.TEXT),
            Map.entry(VarbinaryJdbcType.class, Reading.BYTES),
            Map.entry(BinaryJdbcType.class, Reading.BYTES),
            Map.entry(LongVarbinaryJdbcType.class, Reading.BYTES),
            Map.entry(UuidAsBinaryJdbcType.class, Reading.BYTES),
            Map.entry(UUIDJdbcType.class, Reading.UUID_VALUE),
            Map.entry(DateJdbcType.class, Reading.DATE),
            Map.entry(TimeJdbcType.class, Reading.TIME),
            Map.entry(TimestampJdbcType.class, Reading.TIMESTAMP),
            Map.entry(TimestampUtcAsJdbcTimestampJdbcType.class, Reading.TIMESTAMP));

    // Each of these types is a constant; its reader asks for the text or bytes, or for a LOB of which it reads all.
    private static final Map<JdbcType, Reading> LOBS = Map.of(
            ClobJdbcType.DEFAULT, Reading.TEXT,
            ClobJdbcType.STRING_BINDING, Reading.TEXT,
            ClobJdbcType.CLOB_BINDING, Reading.TEXT,
            ClobJdbcType.STREAM_BINDING, Reading.TEXT,
            ClobJdbcType.MATERIALIZED, Reading.TEXT,
            BlobJdbcType.DEFAULT, Reading.BYTES,
            BlobJdbcType.PRIMITIVE_ARRAY_BINDING, Reading.BYTES,
            BlobJdbcType.BLOB_BINDING, Reading.BYTES,
            BlobJdbcType.STREAM_BINDING, Reading.BYTES,
            BlobJdbcType.MATERIALIZED, Reading.BYTES);

    private Readings() {}

    /** Why this column's value cannot be given to Hibernate's reader, or null if it can. */
    static @Nullable String refusal(SqlSelection selection, ColumnReference column) {
        if (column.getReadExpression() != null
                && !column.getReadExpression().equals(Template.TEMPLATE + '.' + column.getColumnExpression())) {
            return "column " + column.getColumnExpression() + " has a read expression";
        }
        JdbcMappingContainer type = selection.getExpressionType();
        if (type == null || type.getJdbcTypeCount() != 1) {
            return "column " + column.getColumnExpression() + " has no type of its own";
        }
        JdbcType jdbcType = type.getSingleJdbcMapping().getJdbcType();
        if (reading(jdbcType) == null) {
            return "column " + column.getColumnExpression() + " is read as "
                    + jdbcType.getClass().getSimpleName();
        }
        Class<?> javaType = type.getSingleJdbcMapping().getJdbcJavaType().getJavaTypeClass();
        if (Clob.class.isAssignableFrom(javaType) || Blob.class.isAssignableFrom(javaType)) {
            return "column " + column.getColumnExpression() + " is a LOB locator";
        }
        return selection.getJdbcValueExtractor() instanceof BasicExtractor<?> extractor
                        && extractor.getJdbcType() == jdbcType
                ? null
                : "column " + column.getColumnExpression() + " has a reader of its own";
    }

    /** The way values of this mapping are read; empty if that is not known, or it has a reader of its own. */
    public static Optional<Reading> of(JdbcMapping mapping) {
        return mapping.getJdbcValueExtractor() instanceof BasicExtractor<?> extractor
                        && extractor.getJdbcType() == mapping.getJdbcType()
                ? Optional.ofNullable(KNOWN.get(mapping.getJdbcType().getClass()))
                : Optional.empty();
    }

    /** The way this selection, which was not refused, is read. */
    static Reading of(SqlSelection selection) {
        Reading reading =
                reading(selection.getExpressionType().getSingleJdbcMapping().getJdbcType());
        if (reading == null) {
            throw new AssertionError(selection);
        }
        return reading;
    }

    private static @Nullable Reading reading(JdbcType type) {
        Reading lob = LOBS.get(type);
        return lob == null ? KNOWN.get(type.getClass()) : lob;
    }
}
