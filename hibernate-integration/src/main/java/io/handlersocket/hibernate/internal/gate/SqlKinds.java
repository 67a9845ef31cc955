// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.gate;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The kinds of the statements that one application prepares, remembered. Texts that are long or have string literals, and so
 * perhaps values of rows, are not kept.
 */
public final class SqlKinds {

    static final int MAX_LENGTH = 2_000;
    static final int MAX_REMEMBERED = 1_000;

    private final Map<String, SqlKind> remembered = new ConcurrentHashMap<>();

    /** The kind of a statement that is being prepared. */
    SqlKind ofPrepared(String sql) {
        SqlKind known = remembered.get(sql);
        if (known != null) {
            return known;
        }
        SqlKind kind = SqlKind.of(sql);
        if (sql.length() <= MAX_LENGTH
                && remembered.size() < MAX_REMEMBERED
                && sql.indexOf('\'') < 0
                && sql.indexOf('"') < 0) {
            remembered.put(sql, kind);
        }
        return kind;
    }

    int size() {
        return remembered.size();
    }
}
