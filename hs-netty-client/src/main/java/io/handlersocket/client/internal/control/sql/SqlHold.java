// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.sql;

import java.sql.SQLException;

/** An SQL transaction: RENAME, DROP and CREATE OR REPLACE VIEW of the tables that it reads wait until it ends. */
public final class SqlHold {

    /** The server ends the hold if this process or the network fails, so that DDL does not wait for a lost session. */
    private static final String LIMIT =
            "SET @handlersocket_idle = @@SESSION.idle_transaction_timeout, SESSION idle_transaction_timeout = 2";

    private static final String UNLIMIT = "SET SESSION idle_transaction_timeout = @handlersocket_idle";

    private SqlHold() {}

    /** What runs during the hold. */
    public interface Body<T> {
        T run() throws SQLException;
    }

    /** Runs the body in such a transaction. */
    public static <T> T during(SqlSession session, Body<T> body) throws SQLException {
        session.execute(LIMIT);
        session.execute("START TRANSACTION");
        try {
            return body.run();
        } finally {
            // Explicit, because completion_type may otherwise begin another transaction or end the session.
            session.execute("ROLLBACK AND NO CHAIN NO RELEASE");
            session.execute(UNLIMIT);
        }
    }
}
