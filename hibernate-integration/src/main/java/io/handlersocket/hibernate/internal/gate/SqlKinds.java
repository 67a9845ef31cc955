// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.gate;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * The kinds of the statements that one application sends. The shapes of prepared ones are remembered, but not those of texts
 * that are long or have string literals, and so perhaps values of rows. Safe for all threads.
 */
public final class SqlKinds {

    static final int MAX_LENGTH = 2_000;
    static final int MAX_REMEMBERED = 1_000;

    private final Map<String, SqlShape> remembered = new ConcurrentHashMap<>();
    private final Predicate<String> isBaseTable;

    /** @param isBaseTable whether a name, as a statement writes it, is known to be a base table; must not wait */
    public SqlKinds(Predicate<String> isBaseTable) {
        this.isBaseTable = isBaseTable;
    }

    /** The kind of a statement that is sent as text. */
    SqlKind of(String sql) {
        return kind(SqlShape.of(sql));
    }

    /** The kind of a prepared statement. */
    SqlKind ofPrepared(String sql) {
        SqlShape known = remembered.get(sql);
        if (known != null) {
            return kind(known);
        }
        SqlShape shape = SqlShape.of(sql);
        if (sql.length() <= MAX_LENGTH
                && remembered.size() < MAX_REMEMBERED
                && sql.indexOf('\'') < 0
                && sql.indexOf('"') < 0) {
            remembered.put(sql, shape);
        }
        return kind(shape);
    }

    private SqlKind kind(SqlShape shape) {
        for (String table : shape.tables()) {
            if (!isBaseTable.test(table)) {
                return SqlKind.ANYTHING;
            }
        }
        return shape.kind();
    }

    int size() {
        return remembered.size();
    }
}
