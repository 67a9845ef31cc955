// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.sql;

import io.handlersocket.client.catalog.TableName;
import java.sql.SQLException;
import java.util.Optional;

/** Asks which triggers a table has. The server hides them from accounts without the privilege TRIGGER. */
public final class Triggers {

    private static final String VISIBLE =
            "SELECT 1 FROM (SELECT CONCAT('''', REPLACE(CURRENT_USER(), '@', '''@'''), '''') AS me,"
                    + " ? AS db, ? AS tab) a WHERE EXISTS (SELECT 1 FROM information_schema.USER_PRIVILEGES"
                    + " WHERE GRANTEE = me AND PRIVILEGE_TYPE = 'TRIGGER')"
                    + " OR EXISTS (SELECT 1 FROM information_schema.SCHEMA_PRIVILEGES"
                    + " WHERE GRANTEE = me AND PRIVILEGE_TYPE = 'TRIGGER' AND db LIKE TABLE_SCHEMA)"
                    + " OR EXISTS (SELECT 1 FROM information_schema.TABLE_PRIVILEGES"
                    + " WHERE GRANTEE = me AND PRIVILEGE_TYPE = 'TRIGGER' AND db = TABLE_SCHEMA AND tab = TABLE_NAME)";

    private static final String NAMES = "SELECT TRIGGER_NAME FROM information_schema.TRIGGERS"
            + " WHERE EVENT_OBJECT_SCHEMA = ? AND EVENT_OBJECT_TABLE = ?";

    private Triggers() {}

    /** Returns whether the account has the privilege itself; one that it has through a role is not looked for. */
    public static boolean areVisible(SqlSession session, TableName name) throws SQLException {
        return !session.query(row -> row.getInt(1), VISIBLE, name.schema(), name.table())
                .isEmpty();
    }

    /** Returns the name of one trigger; empty if the account sees none. */
    public static Optional<String> any(SqlSession session, TableName name) throws SQLException {
        return session.query(row -> row.getString(1), NAMES, name.schema(), name.table()).stream()
                .findFirst();
    }
}
