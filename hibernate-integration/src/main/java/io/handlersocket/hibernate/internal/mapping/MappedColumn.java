// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.mapping;

import io.handlersocket.hibernate.EntityColumn;
import io.handlersocket.hibernate.internal.plan.ValueType;
import io.handlersocket.hibernate.internal.planner.HibernateTypes;
import io.handlersocket.hibernate.internal.result.KeyRecorder;
import io.handlersocket.hibernate.internal.result.RowsResultSet;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import java.sql.SQLException;
import java.util.Optional;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.metamodel.mapping.JdbcMapping;
import org.hibernate.type.descriptor.ValueBinder;
import org.hibernate.type.descriptor.WrapperOptions;
import org.hibernate.type.descriptor.java.JavaType;
import org.jspecify.annotations.Nullable;

/**
 * A column whose values are converted by Hibernate's own readers, binders and converters.
 *
 * @param keepsLocalTime whether the reader keeps only the local date or time; see {@link RowsResultSet#setLocal}
 */
record MappedColumn(
        String name, JdbcMapping mapping, ValueType valueType, WrapperOptions options, boolean keepsLocalTime)
        implements EntityColumn {

    /** Returns the column; empty if it is unknown here how Hibernate reads this type. */
    static Optional<MappedColumn> of(String name, JdbcMapping mapping, SessionFactoryImplementor factory) {
        return HibernateTypes.of(mapping)
                .map(valueType -> new MappedColumn(
                        name,
                        mapping,
                        valueType,
                        factory.getWrapperOptions(),
                        HibernateTypes.keepsLocalTime(mapping.getJdbcValueExtractor())));
    }

    @Override
    public Class<?> type() {
        JavaType<?> type = mapping.getValueConverter() == null
                ? mapping.getMappedJavaType()
                : mapping.getValueConverter().getDomainJavaType();
        return type.getJavaTypeClass();
    }

    /**
     * Returns a value of the current row, converted as Hibernate converts it.
     *
     * @param position from 1
     */
    @Nullable
    Object value(RowsResultSet result, int position) {
        try {
            return mapping.convertToDomainValue(mapping.getJdbcValueExtractor().extract(result, position, options));
        } catch (SQLException e) {
            throw LeftToJdbcException.value("a value that only the driver reads");
        }
    }

    /** Returns what JDBC would send for an attribute's value. */
    @SuppressWarnings("unchecked") // the mapping's binder accepts the mapping's own values
    Object bound(Object value, KeyRecorder recorder) {
        if (!type().isInstance(value)) {
            throw otherType();
        }
        try {
            ((ValueBinder<Object>) mapping.getJdbcValueBinder())
                    .bind(recorder.statement(), mapping.convertToRelationalValue(value), 1, options);
            Object bound = recorder.take();
            if (bound != null) {
                return bound;
            }
        } catch (SQLException e) {
            throw otherType();
        }
        throw LeftToJdbcException.value("a null argument"); // of the converter
    }

    private static LeftToJdbcException otherType() {
        return LeftToJdbcException.value("the key is of a type or date that only the driver can send");
    }
}
