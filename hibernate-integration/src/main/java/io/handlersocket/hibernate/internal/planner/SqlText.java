// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.planner;

import io.handlersocket.client.Comparison;
import io.handlersocket.hibernate.ReasonCode;
import io.handlersocket.hibernate.internal.plan.Lookup;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.hibernate.sql.ast.tree.expression.ColumnReference;
import org.jspecify.annotations.Nullable;

/** Reads a rendered statement from left to right. Unexpected text throws {@link LeftToJdbcException}. */
final class SqlText {

    /** A column by its table's alias and its name without quotes. */
    record ColumnName(String alias, String name) {

        static ColumnName of(ColumnReference column) {
            return new ColumnName(column.getQualifier(), StatementPlanner.columnName(column));
        }
    }

    /** The groups are the alias, and what {@link SqlName#word} reads. */
    static final String COLUMN_NAME = "([a-zA-Z_]\\w*)\\." + SqlName.WORD;

    private static final Pattern COLUMN = Pattern.compile(COLUMN_NAME);
    private static final Pattern UNUSUAL_COLUMN = Pattern.compile("[a-zA-Z_]\\w*\\.(`(?![\\w$]+`)[^`]+`)");
    private static final Pattern TUPLE =
            Pattern.compile("\\(" + COLUMN_NAME + "(?:," + COLUMN_NAME + ")*\\)(?:=| in )");
    private static final Pattern ALIAS = Pattern.compile("\\w+");
    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,18}(?![\\w.])"); // no fractions
    private static final Pattern OTHER_CONSTANT = Pattern.compile("[-'{\\d]|(?:date|time|timestamp) '");
    private static final Pattern OPERATOR = Pattern.compile(" = |[<>]=?(?!>)|=");

    private static final Map<String, Comparison> OPERATORS = Map.of(
            " = ", Comparison.EQUAL, // as written in @SQLRestriction
            "=", Comparison.EQUAL,
            ">", Comparison.GREATER,
            ">=", Comparison.GREATER_OR_EQUAL,
            "<", Comparison.LESS,
            "<=", Comparison.LESS_OR_EQUAL);

    private final String sql;
    private int position;
    private int parameters;

    SqlText(String sql) {
        this.sql = sql;
    }

    /** Returns how many parameters a text has if it has no {@code ?} in a constant. */
    static int parameters(String sql) {
        return (int) sql.chars().filter(c -> c == '?').count();
    }

    /** Skips this part, and returns what reads it; returns null if the text continues with something else. */
    @Nullable
    SqlText part(String part) {
        if (!take(part)) {
            return null;
        }
        SqlText own = new SqlText(part);
        own.parameters = parameters;
        parameters += parameters(part);
        return own;
    }

    boolean isAtEnd() {
        return position == sql.length();
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
            throw LeftToJdbcException.of(ReasonCode.NOT_PLAIN);
        }
    }

    SqlName table(ReasonCode otherwise) {
        return SqlName.of(next(SqlName.PATTERN, otherwise));
    }

    String alias() {
        return next(ALIAS, ReasonCode.NOT_PLAIN).group();
    }

    ColumnName column(ReasonCode otherwise) {
        Matcher unusual = take(UNUSUAL_COLUMN);
        if (unusual != null) {
            throw LeftToJdbcException.of(ReasonCode.UNUSUAL_NAME, unusual.group(1));
        }
        Matcher column = next(COLUMN, otherwise);
        return new ColumnName(column.group(1), SqlName.word(column, 2));
    }

    /** Reads this column of the AST. */
    ColumnName column(ColumnReference column) {
        expect(column.getQualifier() + '.' + column.getColumnExpression());
        return ColumnName.of(column);
    }

    /** Returns whether columns in parentheses follow, which are compared together. */
    boolean isTuple() {
        return matcher(TUPLE).lookingAt();
    }

    /** Reads one value, or several in parentheses with commas between them. */
    <T> List<T> values(boolean tuple, Supplier<T> next) {
        if (!tuple) {
            return List.of(next.get());
        }
        expect("(");
        List<T> values = new ArrayList<>();
        do {
            values.add(next.get());
        } while (take(","));
        expect(")");
        return values;
    }

    /** Reads an operator; returns null if another one follows, or none. */
    @Nullable
    Comparison comparison() {
        Matcher operator = take(OPERATOR);
        return operator == null ? null : OPERATORS.get(operator.group());
    }

    /** Reads what a column is compared with: a {@link Lookup.Parameter}, a {@link ColumnName} or a constant. */
    Object operand() {
        if (take("?")) {
            return new Lookup.Parameter(parameters++);
        }
        Object constant = constant();
        if (constant != null) {
            return constant;
        }
        return column(matcher(OTHER_CONSTANT).lookingAt() ? ReasonCode.UNUSUAL_CONSTANT : ReasonCode.NOT_PLAIN);
    }

    /** Reads a number, a boolean or a text; returns null if something else follows. */
    @Nullable
    Object constant() {
        Matcher number = take(NUMBER);
        if (number != null) {
            return Long.valueOf(number.group());
        }
        if (sql.startsWith("'", position)) {
            return text();
        }
        return take("true") ? (Object) true : take("false") ? (Object) false : null;
    }

    /** Reads a text, in which a doubled quote or backslash is one; returns null if it has other escapes. */
    private @Nullable String text() {
        StringBuilder text = new StringBuilder();
        int at = position + 1;
        while (at < sql.length()) {
            char c = sql.charAt(at++);
            if (c == '\'' || c == '\\') {
                if (!sql.startsWith(String.valueOf(c), at)) {
                    boolean ends = c == '\'';
                    position = ends ? at : position;
                    return ends ? text.toString() : null;
                }
                at++;
            }
            text.append(c);
        }
        return null;
    }

    private Matcher next(Pattern pattern, ReasonCode otherwise) {
        Matcher next = take(pattern);
        if (next == null) {
            throw LeftToJdbcException.of(otherwise);
        }
        return next;
    }

    /** Skips what matches if the text continues with it; otherwise returns null. */
    @Nullable
    Matcher take(Pattern pattern) {
        Matcher matcher = matcher(pattern);
        if (!matcher.lookingAt()) {
            return null;
        }
        position = matcher.end();
        return matcher;
    }

    private Matcher matcher(Pattern pattern) {
        return pattern.matcher(sql).region(position, sql.length());
    }
}
