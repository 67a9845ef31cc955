// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.gate;

import io.handlersocket.hibernate.internal.util.RecentlyUsed;
import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The kinds of the statements that one application sends. The shapes of prepared statements are cached by their text,
 * except those of long texts and of texts with string literals, which may be values of rows. These are found again by
 * the identity of the text while the application keeps it, as Hibernate does with the texts of its queries. The escape
 * character of a LIKE is no value. Safe for use by several threads.
 */
public final class SqlKinds {

    static final int MAX_LENGTH = 2_000;
    static final int MAX_REMEMBERED = 1_000;
    static final int MAX_TEXTS = 1_024; // a power of two

    /** A backslash, which Hibernate and Spring Data write after {@code like ? escape}. */
    private static final String ESCAPE = "'\\\\'";

    final RecentlyUsed<String, SqlShape> remembered = new RecentlyUsed<>(MAX_REMEMBERED);
    private final AtomicReferenceArray<@Nullable Text> texts = new AtomicReferenceArray<>(MAX_TEXTS);
    private final Function<String, TableKind> tables;

    /** The shape of one object, whose text is not kept here. */
    private static final class Text extends WeakReference<String> {

        private final SqlShape shape;

        Text(String sql, SqlShape shape) {
            super(sql);
            this.shape = shape;
        }
    }

    /** @param tables returns the kind of a table by its name in a statement; must not wait */
    public SqlKinds(Function<String, TableKind> tables) {
        this.tables = tables;
    }

    SqlKind of(String sql) {
        return kind(SqlShape.of(sql));
    }

    SqlKind ofPrepared(String sql) {
        SqlShape known = remembered.get(sql);
        if (known == null) {
            known = ofObject(sql);
        }
        if (known == null) {
            known = SqlShape.of(sql);
            if (sql.length() <= MAX_LENGTH && !mayHoldValues(sql)) {
                remembered.add(sql, known);
            } else {
                texts.set(slot(sql), new Text(sql, known));
            }
        }
        return kind(known);
    }

    @Nullable
    SqlShape ofObject(String sql) {
        Text text = texts.get(slot(sql));
        return text != null && text.refersTo(sql) ? text.shape : null;
    }

    private static int slot(String sql) {
        return sql.hashCode() & (MAX_TEXTS - 1);
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
}
