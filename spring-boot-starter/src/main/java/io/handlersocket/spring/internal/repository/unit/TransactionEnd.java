// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository.unit;

import io.handlersocket.hibernate.HandlerSocketLoads;
import java.sql.Connection;
import java.sql.SQLException;
import org.hibernate.Session;
import org.hibernate.engine.spi.SessionImplementor;

/**
 * Does in a session that stays open what the end of a method's own transaction would do, where the method was answered
 * before that transaction: without auto-commit, it also ends what the session's connection has begun.
 */
public final class TransactionEnd {

    private interface Ending {
        void end(Connection connection) throws SQLException;
    }

    private TransactionEnd() {}

    /** Commits. */
    public static void commit(HandlerSocketLoads loads, Session session) {
        end(loads, session, Connection::commit);
    }

    /** Rolls back, after this failure. */
    public static void rollBack(HandlerSocketLoads loads, Session session, Throwable failure) {
        try {
            end(loads, session, Connection::rollback);
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    private static void end(HandlerSocketLoads loads, Session session, Ending ending) {
        boolean holds = session.unwrap(SessionImplementor.class)
                .getJdbcCoordinator()
                .getLogicalConnection()
                .isPhysicallyConnected();
        if (holds) {
            session.doWork(connection -> {
                if (!connection.getAutoCommit()) {
                    ending.end(connection);
                }
            });
        }
        loads.ended(session);
    }
}
