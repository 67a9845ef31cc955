// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DrainLockIT {

    private static final HandlerSocketMariaDB DB = HandlerSocketMariaDB.shared();

    @Test
    void isHeldUntilItIsClosed() throws SQLException {
        try (Logs logs = new Logs();
                DrainLock lock = DrainLock.acquire(DB.dataSource())) {
            assertThat(lock.isHeld()).isTrue();
            assertThat(holder()).isNotNull();
            assertThat(logs.lines(Level.INFO))
                    .containsExactly("HandlerSocket: lookups are paused during schema migration, and SQL answers until"
                            + " the lock handlersocket_drain is released");

            lock.close();
            assertThat(lock.isHeld()).isFalse();
        }
        assertThat(holder()).isNull();
    }

    @Test
    void isLetGoByAConnectionThatGoesBackToAPool() throws SQLException {
        try (Connection pooled = DB.dataSource().getConnection()) {
            try (DrainLock lock = DrainLock.acquire(pool(pooled))) {
                assertThat(lock.isHeld()).isTrue();
            }
            assertThat(pooled.isClosed()).isFalse();
            assertThat(holder()).isNull();
        }
    }

    @Test
    void holdsNothingWhereThereIsNoServer() {
        DataSource nowhere = proxy(DataSource.class, (name, args) -> {
            throw new SQLException("refused");
        });

        assertThat(DrainLock.acquire(nowhere).isHeld()).isFalse();
    }

    @Test
    void asksAnotherDatabaseNothing() {
        List<String> called = new ArrayList<>();
        Connection other = proxy(Connection.class, (name, args) -> {
            called.add(name);
            return proxy(DatabaseMetaData.class, (method, none) -> "H2");
        });
        DataSource dataSource = proxy(DataSource.class, (name, args) -> other);

        assertThat(DrainLock.acquire(dataSource).isHeld()).isFalse();
        assertThat(called).containsExactly("getMetaData", "close");
    }

    private static @Nullable String holder() throws SQLException {
        try (Connection connection = DB.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT IS_USED_LOCK('" + DrainLock.NAME + "')")) {
            assertThat(row.next()).isTrue();
            return row.getString(1);
        }
    }

    private static DataSource pool(Connection connection) {
        Connection pooled = proxy(
                Connection.class,
                (name, args) -> name.equals("close")
                        ? null
                        : name.equals("getMetaData")
                                ? connection.getMetaData()
                                : connection.prepareStatement((String) args[0]));
        return proxy(DataSource.class, (name, args) -> pooled);
    }

    private interface Call {
        @Nullable
        Object of(String name, Object[] args) throws SQLException;
    }

    private static <T> T proxy(Class<T> type, Call call) {
        return type.cast(Proxy.newProxyInstance(
                DrainLockIT.class.getClassLoader(), new Class<?>[] {type}, (p, m, args) -> call.of(m.getName(), args)));
    }
}
