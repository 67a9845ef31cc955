// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.planner;

import io.handlersocket.hibernate.ReasonCode;
import io.handlersocket.hibernate.internal.plan.Lookup;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.hibernate.sql.ast.tree.expression.ColumnReference;

/** Reads a rendered statement from left to right. Unexpected text throws {@link LeftToJdbcException}. */
final class SqlText {

    /** A column by its table's alias and its name without quotes. */
    record ColumnName(String alias, String name) {

        static ColumnName of(ColumnReference column) {
            return new ColumnName(column.getQualifier(), StatementPlanner.columnName(column));
        }
    }

    private static final Pattern COLUMN = Pattern.compile("(\\w+)\\." + SqlName.WORD);
    private static final Pattern ALIAS = Pattern.compile("\\w+");
    // Escapes and fractions are not accepted.
    private static final Pattern CONSTANT = Pattern.compile("(-?\\d{1,18})|'([^'\\\\]*)'|(true|false)");

    private final String sql;
    private int position;
    private int parameters;

    SqlText(String sql) {
        this(sql, 0);
    }

    /** @param parameters how many parameters the statement has before this text */
    SqlText(String sql, int parameters) {
        this.sql = sql;
        this.parameters = parameters;
    }

    int parameters() {
        return parameters;
    }

    String rest() {
        return sql.substring(position);
    }

    /** Skips this word if the text continues with it. */
    boolean take(String word) {
        boolean next = sql.startsWith(word, position);
        if (next) {
            position += word.length();
        }
        return next;
    }

    void expect(String word) {
        if (!take(word)) {
            throw LeftToJdbcException.of(ReasonCode.JOIN_CONDITION);
        }
    }

    SqlName table() {
        return SqlName.of(next(SqlName.PATTERN));
    }

    String name() {
        return next(ALIAS).group();
    }

    ColumnName column() {
        Matcher column = next(COLUMN);
        return new ColumnName(column.group(1), SqlName.word(column, 2));
    }

    boolean isConstant() {
        return CONSTANT.matcher(sql).region(position, sql.length()).lookingAt();
    }

    Object constant() {
        Matcher constant = next(CONSTANT);
        if (constant.group(1) != null) {
            return Long.valueOf(constant.group(1));
        }
        return constant.group(2) == null ? (Object) Boolean.valueOf(constant.group(3)) : constant.group(2);
    }

    /**
     * Reads what a column is compared with, including the operator.
     *
     * @return empty if it is not a value; a column follows
     */
    Optional<Restriction> restriction(ColumnName column) {
        if (take(" is null") || take(" IS NULL")) {
            return Optional.of(new Restriction(column, null));
        }
        if (!take(" = ")) { // as written in @SQLRestriction
            expect("=");
        }
        if (take("?")) {
            return Optional.of(new Restriction(column, new Lookup.Parameter(parameters++)));
        }
        return isConstant() ? Optional.of(new Restriction(column, constant())) : Optional.empty();
    }

    private Matcher next(Pattern pattern) {
        Matcher matcher = pattern.matcher(sql).region(position, sql.length());
        if (!matcher.lookingAt()) {
            throw LeftToJdbcException.of(ReasonCode.JOIN_OF_NO_TABLE);
        }
        position = matcher.end();
        return matcher;
    }
}
