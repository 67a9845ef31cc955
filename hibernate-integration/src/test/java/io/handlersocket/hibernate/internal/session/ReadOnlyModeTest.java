// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;

/** The DataSource that a lazy connection is found to come from is the one that Spring has asked. */
class ReadOnlyModeTest {

    private final List<String> fetched = new ArrayList<>();

    /** Its connections say this of themselves, whatever the transaction. */
    private DataSource dataSource(String name, boolean readOnly) {
        return proxy(DataSource.class, method -> {
            fetched.add(name);
            return proxy(Connection.class, asked -> switch (asked) {
                case "isReadOnly" -> readOnly;
                case "getAutoCommit", "isValid" -> true;
                case "getTransactionIsolation" -> Connection.TRANSACTION_READ_COMMITTED;
                default -> null;
            });
        });
    }

    /** Answers a call by the method's name. */
    private interface Answers {
        @Nullable
        Object to(String method) throws SQLException;
    }

    private static <T> T proxy(Class<T> type, Answers answers) {
        return type.cast(Proxy.newProxyInstance(
                ReadOnlyModeTest.class.getClassLoader(),
                new Class<?>[] {type},
                (self, method, args) -> answers.to(method.getName())));
    }

    /**
     * Makes each sequence of three calls, and then fetches the connection.
     *
     * @param calls R for read-only, W for read and write, F for a call that fetches the connection
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "R", "W", "RW", "RWR", "WR", "F", "FR", "FRW", "RF", "RFW", "RFWR", "RWF", "RWFR", "RRF", "RRW", "WFR"
            })
    void isTheOneThatWasAsked(String calls) throws SQLException {
        for (boolean primaryReadOnly : new boolean[] {false, true}) {
            for (boolean readerReadOnly : new boolean[] {false, true}) {
                LazyConnectionDataSourceProxy split =
                        new LazyConnectionDataSourceProxy(dataSource("primary", primaryReadOnly));
                split.setReadOnlyDataSource(dataSource("reader", readerReadOnly));
                Connection connection = split.getConnection();
                fetched.clear();
                ReadOnlyMode mode = new ReadOnlyMode(connection);
                for (int i = 0; i < calls.length(); i++) {
                    char call = calls.charAt(i);
                    if (call == 'F') {
                        connection.isValid(1);
                    } else {
                        mode.changes();
                        connection.setReadOnly(call == 'R');
                        mode.changed();
                    }
                }
                connection.isValid(1);
                assertThat(fetched)
                        .as("%s %s %s", calls, primaryReadOnly, readerReadOnly)
                        .containsExactly(mode.isReadOnly() ? "reader" : "primary");
                assertThat(mode.isKnown()).isTrue();
            }
        }
    }

    @Test
    void springLeavesOutTheIsolationOfTheTarget() throws SQLException {
        LazyConnectionDataSourceProxy split = new LazyConnectionDataSourceProxy(dataSource("primary", false));
        split.setReadOnlyDataSource(dataSource("reader", false));
        Connection connection = split.getConnection();
        fetched.clear();
        ReadOnlyMode mode = new ReadOnlyMode(connection);
        assertThat(mode.applies(Connection.TRANSACTION_READ_COMMITTED)).isFalse();
        assertThat(mode.applies(Connection.TRANSACTION_REPEATABLE_READ)).isTrue();
        assertThat(fetched).isEmpty();
    }

    @Test
    void aConnectionThatDoesNotTellIsOfNoKnownDataSource() {
        Connection silent = proxy(Connection.class, asked -> {
            throw new SQLException("it does not tell");
        });
        ReadOnlyMode mode = new ReadOnlyMode(silent);
        mode.changes();
        mode.changed();
        assertThat(mode.isReadOnly()).isTrue();
        assertThat(mode.isKnown()).isFalse();
        assertThat(mode.applies(Connection.TRANSACTION_REPEATABLE_READ)).isFalse();
    }
}
