// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.shadow.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.hibernate.internal.result.RowsResultSet;
import io.handlersocket.hibernate.spi.AnsweredLoad;
import java.lang.reflect.Proxy;
import java.sql.ResultSet;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.hibernate.type.descriptor.WrapperOptions;
import org.hibernate.type.descriptor.java.LocalDateTimeJavaType;
import org.hibernate.type.descriptor.jdbc.TimestampJdbcType;
import org.junit.jupiter.api.Test;

class LoadReadTest {

    private static final LocalDateTime NOON = LocalDateTime.of(2026, 11, 23, 12, 0);

    private static <T> T stub(Class<T> type) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> null));
    }

    @Test
    void comparesTheLocalTimeThatHibernateKeeps() throws Exception {
        List<AnsweredLoad.Value> values = List.of(new AnsweredLoad.Value(
                TimestampJdbcType.INSTANCE.getExtractor(LocalDateTimeJavaType.INSTANCE), 1, true));
        WrapperOptions options = stub(WrapperOptions.class);
        List<Object[]> rows = List.<Object[]>of(new Object[] {NOON});
        Supplier<ResultSet> answer = () -> {
            RowsResultSet result = RowsResultSet.of(rows);
            result.setLocal(1);
            return result;
        };
        AnsweredLoad load = new AnsweredLoad(
                "Player",
                Set.of("player"),
                List.of("player.born"),
                List.of(),
                "",
                values,
                options,
                answer,
                answer::get,
                0);
        LoadRead read = new LoadRead(load, BoundParameters.of(statement -> {}));
        assertThat(read.first().rows()).isEqualTo(List.of(List.of(List.of(NOON))));
        RowsResultSet driver = RowsResultSet.of(rows); // gives ordinary timestamps, as the driver does
        assertThat(ReadValues.of(driver, values, options))
                .isEqualTo(read.first().rows());
    }
}
