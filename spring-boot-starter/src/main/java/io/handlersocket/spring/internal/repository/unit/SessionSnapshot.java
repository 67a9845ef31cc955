// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository.unit;

import java.sql.Connection;
import java.sql.SQLException;
import org.hibernate.Session;
import org.hibernate.engine.spi.SessionImplementor;

/**
 * Ends the snapshot that a load over SQL leaves in a session that stays open, if connections do not commit
 * automatically. Later loads would read this snapshot. A JPA call ends it with its transaction.
 */
public final class SessionSnapshot {

    private interface Ending {
        void end(Connection connection) throws SQLException;
    }

    private SessionSnapshot() {}

    /** Commits, as the JPA call does. */
    public static void end(Session session) {
        end(session, Connection::commit);
    }

    /** Rolls back, as the JPA call does. */
    public static void endAfter(RuntimeException failure, Session session) {
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
