// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.RequestTimeoutException;
import io.handlersocket.client.UnavailableException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What acquiring a user lock ends with, and what is left of the connection. */
class UserLockTest {

    private static final Duration WAIT = Duration.ofMillis(1_500);

    private final List<String> called = new ArrayList<>();
    private String product = "MariaDB";
    private int answer = 1;
    private @Nullable SQLException failure;

    private interface Call {
        @Nullable
        Object of(String name, @Nullable Object[] given) throws SQLException;
    }

    private static <T> T proxy(Class<T> type, Call call) {
        return type.cast(Proxy.newProxyInstance(
                UserLockTest.class.getClassLoader(),
                new Class<?>[] {type},
                (p, method, given) -> call.of(method.getName(), given == null ? new Object[0] : given)));
    }

    private final DataSource dataSource = proxy(
            DataSource.class,
            (get, none) -> proxy(Connection.class, (name, given) -> {
                called.add(given.length == 0 ? name : name + ' ' + given[0]);
                if (name.equals("getMetaData")) {
                    return proxy(DatabaseMetaData.class, (method, nothing) -> product);
                }
                if (name.equals("prepareStatement") && failure != null) {
                    throw failure;
                }
                return name.equals("prepareStatement") ? proxy(PreparedStatement.class, this::statement) : null;
            }));

    private @Nullable Object statement(String name, @Nullable Object[] given) {
        return name.equals("executeQuery")
                ? proxy(ResultSet.class, (method, none) -> method.equals("next") ? (Object) true : answer)
                : null;
    }

    private UserLock acquire() {
        return UserLock.acquire(dataSource, "lock", WAIT);
    }

    @Test
    void theWaitIsCountedInMilliseconds() {
        assertThat(acquire().isHeld()).isTrue();
        assertThat(called).contains("prepareStatement SELECT GET_LOCK(?, 1.5)").doesNotContain("close");
    }

    @Test
    void aLockThatAnotherSessionHoldsIsATimeout() {
        answer = 0;
        assertThatThrownBy(this::acquire)
                .isInstanceOfSatisfying(
                        RequestTimeoutException.class,
                        late -> assertThat(late.fate()).isEqualTo(HandlerSocketException.Fate.NOT_SENT));
        assertThat(called).endsWith("close");
    }

    @Test
    void anotherDatabaseIsRefused() {
        product = "H2";
        assertThatThrownBy(this::acquire).isInstanceOf(RefusedException.class).hasMessageContaining("H2");
        assertThat(called).containsExactly("getMetaData", "close");
    }

    @Test
    void anInterruptThatMakesTheDataSourceGiveUpStaysSet() {
        failure = new SQLException("made up", new InterruptedException());
        assertThatThrownBy(this::acquire)
                .isInstanceOfSatisfying(
                        UnavailableException.class,
                        why -> assertThat(why.reason()).isEqualTo(UnavailableException.Reason.NOT_CONNECTED));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(called).endsWith("close");
    }

    @Test
    void aSessionThatHasEndedIsToldOnce() {
        UserLock lock = acquire();
        failure = new SQLException("made up");
        assertThat(lock.isHeld()).isFalse();
        assertThat(lock.release()).isFalse();
        assertThat(lock.release()).isTrue();
        assertThat(called).endsWith("close").containsOnlyOnce("close");
    }

    @Test
    void aNegativeWaitIsRefused() {
        assertThatThrownBy(() -> UserLock.acquire(dataSource, "lock", Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(called).isEmpty();
    }
}
