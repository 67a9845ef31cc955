// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.session;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The SQL expression for {@code innodb_snapshot_isolation} on a pool's server. Not every server has the variable, and a
 * statement that names an unknown variable fails. The lookup takes the server a third of a millisecond, so it runs once
 * for each server process. Safe for use by several threads.
 */
final class SnapshotVariable {

    /** For a server that has the variable: 1 or 0. */
    static final String PRESENT = "@@innodb_snapshot_isolation";

    /** For a server without it, which never checks writes against a snapshot. */
    static final String ABSENT = "0";

    private static final String LOOK_UP = "COALESCE((SELECT VARIABLE_VALUE = 'ON' FROM"
            + " information_schema.SESSION_VARIABLES WHERE VARIABLE_NAME = 'INNODB_SNAPSHOT_ISOLATION'), -1)";

    private static final int ER_UNKNOWN_SYSTEM_VARIABLE = 1193;

    private volatile @Nullable SessionFacts last;

    SessionFacts ask(Connection physical) throws SQLException {
        SessionFacts known = last;
        SessionFacts facts = known == null ? null : ask(physical, known);
        if (facts == null) {
            facts = SessionFacts.ask(physical, LOOK_UP);
            last = facts;
        }
        return facts;
    }

    /** Returns null if the session is of another server process, which may differ. */
    private static @Nullable SessionFacts ask(Connection physical, SessionFacts last) throws SQLException {
        try {
            SessionFacts facts = SessionFacts.ask(physical, last.snapshotSql());
            return facts.identity().equals(last.identity()) ? facts : null;
        } catch (SQLException e) {
            if (e.getErrorCode() == ER_UNKNOWN_SYSTEM_VARIABLE) {
                return null;
            }
            throw e;
        }
    }
}
