// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.repository;

import java.sql.Connection;
import java.sql.SQLException;
import org.hibernate.Session;
import org.hibernate.engine.spi.SessionImplementor;

/**
 * What a load over SQL leaves open in a session that lives on, where connections do not commit by themselves: a snapshot that
 * the next loads would read. The ordinary call ends it with its own transaction.
 */
final class SessionSnapshot {

    private interface Ending {
        void end(Connection connection) throws SQLException;
    }

    private SessionSnapshot() {}

    /** Commits, as the ordinary call does. */
    static void end(Session session) {
        end(session, Connection::commit);
    }

    /** Rolls back, as the ordinary call does. */
    static void endAfter(RuntimeException failure, Session session) {
        try {
            end(session, Connection::rollback);
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    private static void end(Session session, Ending ending) {
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
    }
}
