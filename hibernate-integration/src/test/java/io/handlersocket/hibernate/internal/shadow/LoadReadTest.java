// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.hibernate.internal.planner.SelectedColumns;
import io.handlersocket.hibernate.internal.result.RowsResultSet;
import java.lang.reflect.Proxy;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Set;
import org.hibernate.sql.ast.spi.SqlSelection;
import org.hibernate.sql.exec.spi.ExecutionContext;
import org.hibernate.sql.exec.spi.JdbcParameterBindings;
import org.hibernate.type.descriptor.WrapperOptions;
import org.hibernate.type.descriptor.java.LocalDateTimeJavaType;
import org.hibernate.type.descriptor.jdbc.TimestampJdbcType;
import org.junit.jupiter.api.Test;

class LoadReadTest {

    private static final LocalDateTime NOON = LocalDateTime.of(2026, 11, 23, 12, 0);

    private static <T> T stub(Class<T> type, Object extractor) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> switch (method.getName()) {
                    case "getJdbcValueExtractor" -> extractor;
                    case "getJdbcResultSetIndex" -> 1;
                    default -> null;
                }));
    }

    @Test
    void comparesTheLocalTimeThatHibernateKeeps() throws Exception {
        Object extractor = TimestampJdbcType.INSTANCE.getExtractor(LocalDateTimeJavaType.INSTANCE);
        List<SqlSelection> selections = List.of(stub(SqlSelection.class, extractor));
        WrapperOptions options = stub(WrapperOptions.class, extractor);
        List<Object[]> rows = List.<Object[]>of(new Object[] {NOON});
        LoadRead read = new LoadRead(
                "Player",
                new SelectedColumns(Set.of("player"), List.of("player.born"), List.of()),
                "",
                BoundParameters.of(
                        List.of(),
                        stub(JdbcParameterBindings.class, extractor),
                        stub(ExecutionContext.class, extractor)),
                selections,
                1,
                options,
                rows,
                List::of,
                0);
        assertThat(read.first().rows()).isEqualTo(List.of(List.of(List.of(NOON))));
        RowsResultSet driver = new RowsResultSet(rows); // gives ordinary timestamps, as the driver does
        assertThat(ReadValues.of(driver, selections, options))
                .isEqualTo(read.first().rows());
    }
}
