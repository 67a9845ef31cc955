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
 * Finds temporary tables that hide a mapped table from their session. No catalogue of MariaDB 10.11 lists temporary tables,
 * but {@code SHOW CREATE TABLE} tells one from a base table.
 */
final class ShadowedTables {

    static final String LOCKED = "a connection has locked tables";

    private static final String SHADOWED = "a temporary table of a connection has the name of a mapped table";
    static final String UNKNOWN = "a connection has temporary tables, and does not show of which names";
    private static final int NO_SUCH_TABLE = 1146;

    private static final Logger LOG = LoggerFactory.getLogger(ShadowedTables.class);

    private final Supplier<Collection<String>> tables;

    /** @param tables all mapped tables, quoted for SQL; empty while they are not known */
    ShadowedTables(Supplier<Collection<String>> tables) {
        this.tables = tables;
    }

    /** Why this session's temporary tables speak against loads past it, or null: one round trip. */
    @Nullable
    String refusal(Connection physical) {
        Collection<String> mapped = tables.get();
        if (mapped.isEmpty()) {
            return UNKNOWN;
        }
        // A table that does not exist must not end the block.
        String sql = mapped.stream()
                .map(table -> "SHOW CREATE TABLE " + table + ';')
                .collect(Collectors.joining(
                        " ",
                        "BEGIN NOT ATOMIC DECLARE CONTINUE HANDLER FOR " + NO_SUCH_TABLE + " BEGIN END; ",
                        " END"));
        try (Statement statement = physical.createStatement()) {
            statement.execute(sql);
            do {
                try (ResultSet row = statement.getResultSet()) {
                    if (row != null && row.next() && row.getString(2).startsWith("CREATE TEMPORARY")) {
                        return SHADOWED;
                    }
                }
            } while (statement.getMoreResults() || statement.getUpdateCount() != -1);
            return null;
        } catch (SQLException | RuntimeException e) {
            LOG.debug(UNKNOWN, e);
            return UNKNOWN;
        }
    }
}
