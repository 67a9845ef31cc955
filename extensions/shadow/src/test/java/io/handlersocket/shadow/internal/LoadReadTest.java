// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.shadow.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.hibernate.internal.result.RowsResultSet;
import io.handlersocket.hibernate.spi.AnsweredLoad;
import io.handlersocket.hibernate.spi.ReadColumns;
import java.lang.reflect.Proxy;
import java.sql.Timestamp;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.sql.ast.spi.SqlSelection;
import org.hibernate.sql.exec.spi.ExecutionContext;
import org.hibernate.sql.exec.spi.JdbcParameterBindings;
import org.hibernate.sql.exec.spi.JdbcSelect;
import org.hibernate.type.descriptor.WrapperOptions;
import org.hibernate.type.descriptor.java.LocalDateTimeJavaType;
import org.hibernate.type.descriptor.jdbc.TimestampJdbcType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LoadReadTest {

    private static final LocalDateTime NOON = LocalDateTime.of(2026, 11, 23, 12, 0);

    /** Returns these results of its methods by name. */
    private static <T> T stub(Class<T> type, Map<String, ?> results) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> results.get(method.getName())));
    }

    private static SqlSelection timestamp(int position, boolean virtual) {
        return stub(
                SqlSelection.class,
                Map.of(
                        "getJdbcValueExtractor",
                        TimestampJdbcType.INSTANCE.getExtractor(LocalDateTimeJavaType.INSTANCE),
                        "getJdbcResultSetIndex",
                        position,
                        "isVirtual",
                        virtual));
    }

    @Test
    void comparesWhatHibernateReadsOfEachColumnOnce() throws Exception {
        WrapperOptions options = stub(WrapperOptions.class, Map.of());
        SessionFactoryImplementor factory = stub(SessionFactoryImplementor.class, Map.of("getWrapperOptions", options));
        SharedSessionContractImplementor session =
                stub(SharedSessionContractImplementor.class, Map.of("getFactory", factory));
        List<@Nullable Object[]> rows = List.<@Nullable Object[]>of(new Object[] {NOON});
        AnsweredLoad load = new AnsweredLoad(
                "Player",
                new ReadColumns(Set.of("player"), List.of("player.born"), List.of()),
                stub(JdbcSelect.class, Map.of("getSqlString", "select 1", "getParameterBinders", List.of())),
                JdbcParameterBindings.NO_BINDINGS,
                stub(ExecutionContext.class, Map.of("getSession", session)),
                List.of(timestamp(1, false), timestamp(1, true)),
                () -> RowsResultSet.of(rows),
                () -> RowsResultSet.of(rows),
                7);
        LoadRead read = LoadRead.of(load);
        assertThat(read.first().rows()).isEqualTo(List.of(List.of(List.of(Timestamp.valueOf(NOON)))));
        assertThat(read.first().nanos()).isEqualTo(7);
        assertThat(read.handlerSocket().rows()).isEqualTo(read.first().rows());
    }
}
