// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.gate;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * Watches one connection. It is a dynamic proxy, so that methods that later JDBC versions add, and default methods that
 * a driver overrides, reach the connection without a change here.
 */
public record ConnectionTracker(Connection connection, TransactionLog log, SqlKinds kinds)
        implements InvocationHandler {

    private static final Proxies<TrackedConnection> CONNECTIONS = new Proxies<>(TrackedConnection.class);
    private static final Proxies<DatabaseMetaData> METADATA = new Proxies<>(DatabaseMetaData.class);
    private static final Proxies<Statement> STATEMENTS = new Proxies<>(Statement.class);
    private static final Proxies<PreparedStatement> PREPARED = new Proxies<>(PreparedStatement.class);
    private static final Proxies<CallableStatement> CALLABLE = new Proxies<>(CallableStatement.class);

    /** Makes proxies of one interface. It looks up their class once, which {@link Proxy} does for each new proxy. */
    private static final class Proxies<T> {

        private final Class<T> type;
        private final Constructor<?> constructor;

        Proxies(Class<T> type) {
            this.type = type;
            Object any = Proxy.newProxyInstance(
                    Proxies.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> null);
            try {
                this.constructor = any.getClass().getConstructor(InvocationHandler.class);
            } catch (NoSuchMethodException e) {
                throw new AssertionError(e);
            }
        }

        T of(InvocationHandler handler) {
            try {
                return type.cast(constructor.newInstance(handler));
            } catch (ReflectiveOperationException e) {
                throw new LinkageError(type.getName(), e);
            }
        }
    }

    public static TrackedConnection track(Connection connection, SessionUse use, SqlKinds kinds) {
        return CONNECTIONS.of(new ConnectionTracker(connection, new TransactionLog(connection, use), kinds));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] args) throws Throwable {
        String name = method.getName();
        if (method.getDeclaringClass() == Object.class) {
            return ofObject(proxy, connection, name, args);
        }
        if (name.equals("transactionLog")) {
            return log;
        }
        if (name.equals("watchedConnection")) {
            return connection;
        }
        if (name.equals("setReadOnly") && !log.use().readOnlySets()) {
            return null;
        }
        if (name.equals("getWarnings") && log.isLastAnswered()) {
            return null; // the SELECT that was not run has none
        }
        before(name, args);
        Object result = call(connection, method, args);
        after(name, args);
        if (result instanceof DatabaseMetaData metaData) {
            return watch((Connection) proxy, metaData);
        }
        return result instanceof Statement statement ? watch((Connection) proxy, statement, method, args) : result;
    }

    private DatabaseMetaData watch(Connection proxy, DatabaseMetaData metaData) {
        return METADATA.of((self, method, args) -> {
            if (method.getDeclaringClass() == Object.class) {
                return ofObject(self, metaData, method.getName(), args);
            }
            if (method.getName().equals("unwrap")) {
                log.outOfSight();
            }
            if (method.getName().equals("getConnection")) {
                return proxy;
            }
            Object result = call(metaData, method, args);
            return result instanceof ResultSet rows ? WatchedResultSet.of(rows, null, log) : result;
        });
    }

    private void before(String name, Object @Nullable [] args) throws SQLException {
        switch (name) {
            case "unwrap", "setCatalog", "setSchema" -> {
                log.use().begins();
                log.outOfSight();
            }
            case "prepareCall" -> {
                log.use().begins();
                log.ran(SqlKind.ANYTHING, null);
            }
            case "prepareStatement", "createStatement", "getMetaData" ->
                log.use().begins();
            case "setReadOnly", "setTransactionIsolation", "setSavepoint" -> log.begins();
            case "setAutoCommit" -> log.autoCommit((Boolean) required(args)[0]);
            case "close" -> log.closes();
            default -> {}
        }
    }

    private void after(String name, Object @Nullable [] args) throws SQLException {
        switch (name) {
            case "commit" -> log.ended();
            case "rollback" -> {
                // A rollback to a savepoint does not end the transaction.
                if (args == null) {
                    log.ended();
                }
            }
            case "setReadOnly" -> log.use().readOnlySet((Boolean) required(args)[0]);
            case "setTransactionIsolation" -> log.isolation((Integer) required(args)[0]);
            default -> {}
        }
    }

    /** Answers a method of {@link Object} that is called on a proxy. */
    public static Object ofObject(Object proxy, Object target, String name, Object @Nullable [] args) {
        return switch (name) {
            case "equals" -> proxy == required(args)[0];
            case "hashCode" -> System.identityHashCode(proxy);
            default -> "watched " + target;
        };
    }

    private Statement watch(Connection proxy, Statement statement, Method method, Object @Nullable [] args)
            throws SQLException {
        if (statement.getResultSetConcurrency() == ResultSet.CONCUR_UPDATABLE) {
            // The result set can write its rows at any time, even after a commit.
            log.outOfSight();
        }
        String prepared =
                statement instanceof PreparedStatement && args != null && args[0] instanceof String sql ? sql : null;
        return statements(method.getReturnType()).of(new StatementTracker(proxy, statement, prepared, kinds, log));
    }

    private static Proxies<? extends Statement> statements(Class<?> type) {
        if (type == PreparedStatement.class) {
            return PREPARED;
        }
        return type == CallableStatement.class ? CALLABLE : STATEMENTS;
    }

    /** Calls a method of the target, and throws what it throws. */
    public static @Nullable Object call(Object target, Method method, Object @Nullable [] args) throws Throwable {
        try {
            return method.invoke(target, args);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }

    private static Object[] required(Object @Nullable [] args) {
        if (args == null) {
            throw new AssertionError("arguments (expected one)");
        }
        return args;
    }
}
