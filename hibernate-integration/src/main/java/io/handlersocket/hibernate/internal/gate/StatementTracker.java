// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.gate;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * Watches one statement.
 *
 * @param prepared the text of a prepared statement, otherwise null. Its kind is determined at each execution, because
 *     its tables may be known by then
 */
record StatementTracker(
        Connection owner, Statement statement, @Nullable String prepared, SqlKinds kinds, TransactionLog log)
        implements InvocationHandler {

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] args) throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return ConnectionTracker.ofObject(proxy, statement, method.getName(), args);
        }
        boolean runs = true;
        switch (method.getName()) {
            case "getConnection" -> {
                return owner;
            }
            case "unwrap" -> {
                log.outOfSight();
                runs = false;
            }
            // Before it runs, because a statement that fails may have had effects.
            case "execute", "executeQuery" -> log.ran(kind(args), text(args));
            case "executeUpdate", "executeLargeUpdate", "addBatch" -> log.ran(update(args), text(args));
            // addBatch has recorded each text, but the transaction may have ended since.
            case "executeBatch", "executeLargeBatch" ->
                log.ran(prepared == null ? SqlKind.WRITE : update(null), prepared);
            default -> runs = false;
        }
        Object result;
        try {
            result = ConnectionTracker.call(statement, method, args);
        } finally {
            if (runs) {
                log.use().usesSql(); // in auto-commit mode, what it wrote is committed only now
            }
        }
        return result instanceof ResultSet rows ? WatchedResultSet.of(rows, (Statement) proxy, log) : result;
    }

    private SqlKind update(Object @Nullable [] args) {
        SqlKind kind = kind(args);
        return kind.compareTo(SqlKind.PLAIN_WRITE) < 0 ? SqlKind.WRITE : kind;
    }

    private SqlKind kind(Object @Nullable [] args) {
        if (statement instanceof CallableStatement) {
            return SqlKind.ANYTHING;
        }
        if (args != null && args.length > 0 && args[0] instanceof String sql) {
            return kinds.of(sql);
        }
        return prepared == null ? SqlKind.ANYTHING : kinds.ofPrepared(prepared);
    }

    private @Nullable String text(Object @Nullable [] args) {
        return args != null && args.length > 0 && args[0] instanceof String sql ? sql : prepared;
    }
}
