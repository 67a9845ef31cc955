// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.planner;

import io.handlersocket.hibernate.ReasonCode;
import io.handlersocket.hibernate.internal.plan.Page;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The end of a statement: {@code limit ?}, {@code limit ?,?}, the same with constants, or nothing. Its parameters are
 * the statement's last.
 *
 * @param offset the offset as written; 0 if absent
 * @param rows the number of rows as written; empty if absent
 */
public record LimitClause(String offset, String rows) {

    static final LimitClause NONE = new LimitClause("0", "");

    private static final Pattern LIMIT = Pattern.compile(" limit (?:(\\?|\\d{1,18}),)?(\\?|\\d{1,18})");

    /**
     * Reads the clause up to the end of the text.
     *
     * @throws LeftToJdbcException if the text ends with anything else
     */
    static LimitClause of(SqlText text) {
        Matcher limit = text.take(LIMIT);
        if (!text.isAtEnd()) {
            throw LeftToJdbcException.of(ReasonCode.NOT_PLAIN);
        }
        if (limit == null) {
            return NONE;
        }
        String offset = limit.group(1);
        return new LimitClause(offset == null ? "0" : offset, limit.group(2));
    }

    public boolean isEmpty() {
        return rows.isEmpty();
    }

    /**
     * Returns the requested page of an execution; the clause must not be empty.
     *
     * @param parameters how many parameters the statement has
     * @param bound returns the value of one
     */
    public Page page(int parameters, IntFunction<@Nullable Object> bound) {
        int last = parameters - 1;
        long limit = value(rows, last, bound);
        return new Page(value(offset, rows.equals("?") ? last - 1 : last, bound), limit);
    }

    private static long value(String text, int position, IntFunction<@Nullable Object> bound) {
        if (!text.equals("?")) {
            return Long.parseLong(text);
        }
        Object value = bound.apply(position);
        if (value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).longValue();
        }
        throw LeftToJdbcException.value("a LIMIT that is not an integer");
    }
}
