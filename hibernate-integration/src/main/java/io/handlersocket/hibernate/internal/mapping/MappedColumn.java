// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.mapping;

import io.handlersocket.client.Row;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.hibernate.EntityColumn;
import io.handlersocket.hibernate.internal.plan.ExactKeys;
import io.handlersocket.hibernate.internal.plan.ValueType;
import io.handlersocket.hibernate.internal.planner.HibernateTypes;
import io.handlersocket.hibernate.internal.result.KeyRecorder;
import io.handlersocket.hibernate.internal.result.RowsResultSet;
import io.handlersocket.hibernate.internal.session.PooledConnections;
import java.sql.SQLException;
import java.time.temporal.Temporal;
import java.util.List;
import java.util.Optional;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.metamodel.mapping.JdbcMapping;
import org.hibernate.type.descriptor.ValueBinder;
import org.hibernate.type.descriptor.WrapperOptions;
import org.hibernate.type.descriptor.java.JavaType;
import org.jspecify.annotations.Nullable;

/** A column whose values are converted by Hibernate's own readers, binders and converters. */
final class MappedColumn implements EntityColumn {

    private final String name;
    private final JdbcMapping mapping;
    private final ValueType valueType;
    private final PooledConnections pool;
    private final WrapperOptions options;
    private final boolean keepsLocalTime;

    private MappedColumn(
            String name,
            JdbcMapping mapping,
            ValueType valueType,
            SessionFactoryImplementor factory,
            PooledConnections pool) {
        this.name = name;
        this.mapping = mapping;
        this.valueType = valueType;
        this.pool = pool;
        this.options = factory.getWrapperOptions();
        this.keepsLocalTime = HibernateTypes.keepsLocalTime(mapping.getJdbcValueExtractor());
    }

    /** Returns the column; empty if it is unknown here how Hibernate reads this type. */
    static Optional<EntityColumn> of(
            String name, JdbcMapping mapping, SessionFactoryImplementor factory, PooledConnections pool) {
        return HibernateTypes.of(mapping).map(valueType -> new MappedColumn(name, mapping, valueType, factory, pool));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Class<?> type() {
        JavaType<?> type = mapping.getValueConverter() == null
                ? mapping.getMappedJavaType()
                : mapping.getValueConverter().getDomainJavaType();
        return type.getJavaTypeClass();
    }

    @Override
    public Optional<String> refusal(Column column) {
        return Optional.ofNullable(valueType.refusal(column, pool.driver()));
    }

    @Override
    public @Nullable Object read(Row row, int position, Column column) {
        String refusal = valueType.refusal(column, pool.driver()); // a new connection may have other options
        if (refusal != null) {
            throw new IllegalArgumentException(refusal);
        }
        @Nullable Object[] values = {valueType.decode(row, position, column)};
        RowsResultSet result = new RowsResultSet(List.<@Nullable Object[]>of(values));
        result.setLocal(keepsLocalTime ? 1 : 0);
        result.next();
        try {
            return mapping.convertToDomainValue(mapping.getJdbcValueExtractor().extract(result, 1, options));
        } catch (SQLException e) {
            throw new IllegalArgumentException("column " + name + ": a value that only the driver can read", e);
        }
    }

    @Override
    public Object key(Object value, Column column) {
        if (!type().isInstance(value)) {
            throw new IllegalArgumentException("column " + name + ": a value that is no " + type().getName());
        }
        Object bound = bound(value);
        if (bound instanceof Temporal && (!pool.driver().plain() || ExactKeys.refusal(bound, column) != null)) {
            throw new IllegalArgumentException("column " + name + ": a date or time that only the driver can send");
        }
        return bound; // a text of a UUID as it came: the client's codec alone knows which texts SQL reads alike
    }

    @SuppressWarnings("unchecked") // the mapping's binder accepts the mapping's own values
    private Object bound(Object value) {
        KeyRecorder recorder = new KeyRecorder();
        try {
            ((ValueBinder<Object>) mapping.getJdbcValueBinder())
                    .bind(recorder.statement(), mapping.convertToRelationalValue(value), 1, options);
            Object bound = recorder.take();
            if (bound != null) {
                return bound;
            }
        } catch (SQLException e) {
            throw new IllegalArgumentException("column " + name + ": a value that only the driver can send", e);
        }
        throw new IllegalArgumentException("column " + name + ": a value that Hibernate binds as NULL");
    }
}
