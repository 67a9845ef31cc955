// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository.unit;

import io.handlersocket.hibernate.HandlerSocketLoads;
import io.handlersocket.hibernate.RecordedLoads;
import io.handlersocket.hibernate.Route;
import java.sql.Connection;
import java.sql.SQLException;
import org.hibernate.Session;
import org.hibernate.engine.spi.SessionImplementor;
import org.jspecify.annotations.Nullable;

/**
 * Ends the snapshot that a load over SQL leaves in a session that stays open, if connections do not commit
 * automatically. Later loads would read this snapshot. A JPA call ends it with its transaction.
 */
public final class SessionSnapshot {

    /** A load by a session that stays open. */
    public interface Load {

        /** Runs the load; the record is of its loads. */
        @Nullable
        Object run(RecordedLoads recorded) throws Throwable;
    }

    private interface Ending {
        void end(Connection connection) throws SQLException;
    }

    private SessionSnapshot() {}

    /** Runs a load before the transaction; then commits or rolls back, as the JPA call does, if the load used SQL. */
    public static @Nullable Object ended(HandlerSocketLoads loads, Session session, Load load) throws Throwable {
        try (RecordedLoads recorded = loads.record()) {
            try {
                Object answer = load.run(recorded);
                if (recorded.route() == Route.JDBC) {
                    end(session, Connection::commit);
                }
                return answer;
            } catch (RuntimeException e) {
                if (recorded.route() == Route.JDBC) {
                    rollBack(session, e);
                }
                throw e;
            }
        }
    }

    private static void rollBack(Session session, RuntimeException failure) {
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
