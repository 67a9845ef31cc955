// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.gate;

import io.handlersocket.hibernate.internal.util.RecentlyUsed;
import java.util.function.Function;

/**
 * The kinds of the statements that one application sends. The shapes of prepared statements are cached, except those of
 * long texts and of texts with string literals, which may be values of rows. The escape character of a LIKE is no value.
 * Safe for use by several threads.
 */
public final class SqlKinds {

    static final int MAX_LENGTH = 2_000;
    static final int MAX_REMEMBERED = 1_000;

    /** A backslash, which Hibernate and Spring Data write after {@code like ? escape}. */
    private static final String ESCAPE = "'\\\\'";

    private final RecentlyUsed<String, SqlShape> remembered = new RecentlyUsed<>(MAX_REMEMBERED);
    private final Function<String, TableKind> tables;

    /** @param tables returns the kind of a table by its name in a statement; must not wait */
    public SqlKinds(Function<String, TableKind> tables) {
        this.tables = tables;
    }

    /** Returns the kind of a statement that is sent as text. */
    SqlKind of(String sql) {
        return kind(SqlShape.of(sql));
    }

    /** Returns the kind of a prepared statement. */
    SqlKind ofPrepared(String sql) {
        SqlShape known = remembered.get(sql);
        if (known != null) {
            return kind(known);
        }
        SqlShape shape = SqlShape.of(sql);
        if (sql.length() <= MAX_LENGTH && !mayHoldValues(sql)) {
            remembered.add(sql, shape);
        }
        return kind(shape);
    }

    private static boolean mayHoldValues(String sql) {
        String others = sql.replace(ESCAPE, "");
        return others.indexOf('\'') >= 0 || others.indexOf('"') >= 0;
    }

    private SqlKind kind(SqlShape shape) {
        boolean assumed = false;
        boolean plain = true;
        for (String table : shape.tables()) {
            TableKind kind = tables.apply(table);
            if (kind == TableKind.OTHER) {
                return SqlKind.ANYTHING;
            }
            assumed |= kind == TableKind.ASSUMED;
            plain &= kind == TableKind.PLAIN;
        }
        return switch (shape.kind()) {
            case READ -> assumed ? SqlKind.ASSUMED_READ : SqlKind.READ;
            case WRITE -> plain ? SqlKind.PLAIN_WRITE : SqlKind.WRITE;
            default -> shape.kind();
        };
    }

    /** Returns whether the shape of a prepared statement is cached. */
    boolean isRemembered(String sql) {
        return remembered.get(sql) != null;
    }
}
