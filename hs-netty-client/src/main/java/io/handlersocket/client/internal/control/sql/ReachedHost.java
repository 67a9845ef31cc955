// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.sql;

import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The host that a connection of MariaDB Connector/J has reached, of those in its JDBC URL, and its session there. When
 * such a connection breaks, the driver connects it anew, perhaps to another host, and may repeat the statement
 * unobserved: even {@link Connection#isValid} then returns true. Immutable.
 *
 * @param host as the URL names it
 * @param session what the driver makes for each session. Weak, because it may lead to the connection
 */
record ReachedHost(String host, WeakReference<Object> session) {

    private static final @Nullable Driver DRIVER = Driver.find();

    /**
     * Asks the driver, which sends nothing.
     *
     * @param connection the driver's connection, or a wrapper of it
     * @return empty if the connection is of another driver, or of a version that does not say it
     */
    static Optional<ReachedHost> of(Connection connection) {
        Driver driver = DRIVER;
        if (driver == null) {
            return Optional.empty();
        }
        try {
            Connection physical = connection.unwrap(driver.type());
            Object session = driver.session(physical);
            ReachedHost reached = new ReachedHost(driver.host(physical), new WeakReference<>(session));
            // The driver may have connected anew between the two questions.
            return driver.session(physical) == session ? Optional.of(reached) : Optional.empty();
        } catch (SQLException | ReflectiveOperationException | RuntimeException e) {
            return Optional.empty();
        }
    }

    /**
     * Returns whether the connection has the same session as when it was asked. Sends nothing. Any thread may call this
     * at any time.
     *
     * @param connection the same connection, or a wrapper of it
     */
    boolean isStillOf(Connection connection) {
        Driver driver = DRIVER;
        try {
            return driver != null && session.refersTo(driver.session(connection.unwrap(driver.type())));
        } catch (SQLException | ReflectiveOperationException | RuntimeException e) {
            return false;
        }
    }

    /** The methods of the driver, which this library does not depend on. */
    private record Driver(Class<? extends Connection> type, Method context, Method client, Method address, Field name) {

        private static @Nullable Driver find() {
            try {
                Class<? extends Connection> type =
                        Class.forName("org.mariadb.jdbc.Connection").asSubclass(Connection.class);
                Method client = type.getMethod("getClient");
                Method address = client.getReturnType().getMethod("getHostAddress");
                return new Driver(
                        type,
                        type.getMethod("getContext"),
                        client,
                        address,
                        address.getReturnType().getField("host"));
            } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
                return null; // the driver may be absent
            }
        }

        private Object session(Connection physical) throws ReflectiveOperationException {
            return Objects.requireNonNull(context.invoke(physical), "session");
        }

        private String host(Connection physical) throws ReflectiveOperationException {
            Object reached = address.invoke(Objects.requireNonNull(client.invoke(physical), "client"));
            return (String) Objects.requireNonNull(name.get(Objects.requireNonNull(reached, "address")), "host");
        }
    }
}
