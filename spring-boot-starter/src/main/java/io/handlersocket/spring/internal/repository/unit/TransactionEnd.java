// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository.unit;

import java.sql.Connection;
import java.sql.SQLException;
import org.hibernate.Session;

/**
 * Does in the session that is bound to this thread what the end of a method's own transaction would do, where the method was answered
 * before that transaction: without auto-commit, it also ends what the session's connection has begun.
 */
public final class TransactionEnd {

    private interface Ending {
        void end(Connection connection) throws SQLException;
    }

    private TransactionEnd() {}

    /** Commits. */
    public static void commit(PersistenceUnit unit, Session session) {
        end(unit, session, Connection::commit);
    }

    /** Rolls back, after this failure. */
    public static void rollBack(PersistenceUnit unit, Session session, Throwable failure) {
        try {
            end(unit, session, Connection::rollback);
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    private static void end(PersistenceUnit unit, Session session, Ending ending) {
        if (unit.holdsConnection()) {
            session.doWork(connection -> {
                if (!connection.getAutoCommit()) {
                    ending.end(connection);
                }
            });
        }
        unit.loads().ended(session);
    }
}
