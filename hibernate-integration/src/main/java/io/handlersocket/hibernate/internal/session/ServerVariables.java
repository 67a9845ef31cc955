// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.session;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The variables that not every server has: a statement that names an unknown variable fails. Whether the server has
 * {@code innodb_snapshot_isolation} is looked up, which takes it a third of a millisecond, so once for each server
 * process. Only a node of a Galera cluster is asked for {@code wsrep_sync_wait}. Safe for use by several threads.
 */
final class ServerVariables {

    /** For a server that has the variable: 1 or 0. */
    static final String PRESENT = "@@innodb_snapshot_isolation";

    /** For a server without it, which never checks writes against a snapshot. */
    static final String ABSENT = "0";

    private static final String LOOK_UP = "COALESCE((SELECT VARIABLE_VALUE = 'ON' FROM"
            + " information_schema.SESSION_VARIABLES WHERE VARIABLE_NAME = 'INNODB_SNAPSHOT_ISOLATION'), -1)";

    private static final String OF_GALERA = ", @@wsrep_sync_wait";

    private static final int ER_UNKNOWN_SYSTEM_VARIABLE = 1193;

    private final BooleanSupplier galera;
    private volatile @Nullable SessionFacts last;

    ServerVariables(BooleanSupplier galera) {
        this.galera = galera;
    }

    SessionFacts ask(Connection physical) throws SQLException {
        SessionFacts known = last;
        SessionFacts facts = known == null ? null : ask(physical, known);
        if (facts == null) {
            facts = SessionFacts.ask(physical, LOOK_UP, galeraSql());
            last = facts;
        }
        return ofOneSession(facts, physical);
    }

    SessionFacts again(Connection physical, SessionFacts before) throws SQLException {
        return ofOneSession(before.again(physical, galeraSql()), physical);
    }

    private static SessionFacts ofOneSession(SessionFacts facts, Connection physical) throws SQLException {
        if (facts.isOutdated(physical)) {
            throw new SQLException("the driver has connected anew while the session was asked");
        }
        return facts;
    }

    private String galeraSql() {
        return galera.getAsBoolean() ? OF_GALERA : "";
    }

    /** Returns null if the session is of another server process, which may differ. */
    private @Nullable SessionFacts ask(Connection physical, SessionFacts last) throws SQLException {
        try {
            SessionFacts facts = SessionFacts.ask(physical, last.snapshotSql(), galeraSql());
            return facts.identity().equals(last.identity()) ? facts : null;
        } catch (SQLException e) {
            if (e.getErrorCode() == ER_UNKNOWN_SYSTEM_VARIABLE) {
                return null;
            }
            throw e;
        }
    }
}
