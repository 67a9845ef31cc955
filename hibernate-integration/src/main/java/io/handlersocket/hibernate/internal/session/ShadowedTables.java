// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.session;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds temporary tables that hide a mapped table from their session. No catalogue of MariaDB 10.11 lists temporary
 * tables, but {@code SHOW CREATE TABLE} distinguishes them from base tables.
 */
final class ShadowedTables {

    static final String LOCKED = "a connection has locked tables";

    private static final String SHADOWED = "a temporary table of a connection has the name of a mapped table";
    static final String UNKNOWN = "a connection has temporary tables whose names cannot be read";
    private static final int NOT_LOCKED = 1100;
    private static final String NO_WAIT = "SET STATEMENT lock_wait_timeout=0 FOR ";

    private static final Logger LOG = LoggerFactory.getLogger(ShadowedTables.class);

    private final Supplier<Collection<String>> tables;

    ShadowedTables(Supplier<Collection<String>> tables) {
        this.tables = tables;
    }

    /**
     * Returns why this session's temporary tables or locks rule out loads over HandlerSocket; null if they do not.
     * Waits for no lock, because a session's own temporary table needs none.
     *
     * @param mayHoldLocks whether the session has ever locked tables
     */
    @Nullable
    String refusal(Connection physical, boolean mayHoldLocks) {
        Collection<String> mapped = tables.get();
        if (mapped.isEmpty()) {
            return UNKNOWN;
        }
        try (Statement statement = physical.createStatement()) {
            if (mayHoldLocks && holdsLocks(statement, mapped)) {
                return LOCKED;
            }
            return isShadowed(statement, mapped) ? SHADOWED : null;
        } catch (SQLException | RuntimeException e) {
            LOG.debug(UNKNOWN, e);
            return UNKNOWN;
        }
    }

    /** A session that has locked tables refuses every alias that it has not locked. */
    private static boolean holdsLocks(Statement statement, Collection<String> mapped) {
        for (String table : mapped) {
            try (ResultSet none = statement.executeQuery(
                    NO_WAIT + "SELECT 1 FROM " + table + " AS handlersocket_is_this_locked LIMIT 0")) {
                return none.next();
            } catch (SQLException e) {
                if (e.getErrorCode() == NOT_LOCKED) {
                    return true;
                }
                LOG.debug("{} does not show whether the session has locked tables; trying the next table", table, e);
            }
        }
        return true;
    }

    private static boolean isShadowed(Statement statement, Collection<String> mapped) throws SQLException {
        // A table that is absent, not visible to the account or locked by others must not end the block.
        String sql = mapped.stream()
                .map(table -> NO_WAIT + "SHOW CREATE TABLE " + table + ';')
                .collect(Collectors.joining(
                        " ", "BEGIN NOT ATOMIC DECLARE CONTINUE HANDLER FOR SQLEXCEPTION BEGIN END; ", " END"));
        boolean shadowed = false;
        boolean rows = statement.execute(sql);
        while (rows || statement.getUpdateCount() != -1) {
            if (rows) {
                try (ResultSet row = statement.getResultSet()) {
                    shadowed |= row.next() && row.getString(2).startsWith("CREATE TEMPORARY");
                }
            }
            rows = statement.getMoreResults();
        }
        return shadowed;
    }
}
