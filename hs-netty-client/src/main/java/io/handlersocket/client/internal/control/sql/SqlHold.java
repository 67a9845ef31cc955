// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.sql;

import java.sql.SQLException;

/** A transaction that holds tables as they are: RENAME, DROP and CREATE OR REPLACE VIEW wait while it is open. */
public final class SqlHold {

    /** If this process or the network stops in the middle, the server ends the hold: nobody's DDL waits for a session that is gone. */
    private static final String LIMIT =
            "SET @handlersocket_idle = @@SESSION.idle_transaction_timeout," + " SESSION idle_transaction_timeout = 2";

    private static final String UNLIMIT = "SET SESSION idle_transaction_timeout = @handlersocket_idle";

    private SqlHold() {}

    /** What is done meanwhile. */
    public interface Body<T> {
        T run() throws SQLException;
    }

    /** Holds what the body's statements name until it has ended. */
    public static <T> T during(SqlSession session, Body<T> body) throws SQLException {
        session.execute(LIMIT);
        session.execute("START TRANSACTION");
        try {
            return body.run();
        } finally {
            // In full: the server's completion_type may begin another transaction here, or end the session.
            session.execute("ROLLBACK AND NO CHAIN NO RELEASE");
            session.execute(UNLIMIT);
        }
    }
}
