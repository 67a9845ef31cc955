// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.planner;

import io.handlersocket.hibernate.internal.plan.Answer;
import io.handlersocket.hibernate.internal.plan.ValueType;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.hibernate.sql.ast.spi.SqlSelection;
import org.jspecify.annotations.Nullable;

/**
 * The only selection of a statement that counts rows: {@code count(*)} or {@code count(a)}, or whether this is {@code
 * >0}, also as {@code case when … then true else false end}.
 *
 * @param counted the column whose values are counted
 * @param answer the number, or whether there are any
 */
record CountSelection(SelectClause.Item counted, Answer answer) {

    private static final String COUNT = "count\\((?:\\*|" + SqlText.COLUMN_NAME + ")\\)";
    private static final String ANY = COUNT + ">0";
    private static final Pattern NUMBER = Pattern.compile(COUNT + "(?= from )");

    /** In each form the column has other groups. */
    private static final List<Pattern> EXISTS = List.of(
            Pattern.compile(ANY + "(?= from )"),
            Pattern.compile("\\(" + ANY + "\\)(?= from )"),
            Pattern.compile("case when " + ANY + " then true else false end(?= from )"),
            Pattern.compile("case when \\(" + ANY + "\\) then true else false end(?= from )"));

    /** Returns null if anything else is selected. */
    static @Nullable CountSelection of(List<SqlSelection> selections, SqlText text) {
        if (selections.size() != 1) {
            return null;
        }
        ValueType read = HibernateTypes.of(selections.get(0).getExpressionType().getSingleJdbcMapping())
                .orElse(null);
        if (read == ValueType.INTEGER) {
            return of(Answer.COUNT, List.of(NUMBER), text);
        }
        return read == ValueType.BOOLEAN ? of(Answer.EXISTS, EXISTS, text) : null;
    }

    private static @Nullable CountSelection of(Answer answer, List<Pattern> forms, SqlText text) {
        for (Pattern form : forms) {
            Matcher count = text.take(form);
            if (count != null) {
                return of(answer, count);
            }
        }
        return null;
    }

    private static CountSelection of(Answer answer, Matcher count) {
        SqlText.ColumnName column = count.group(1) == null
                ? SelectClause.ANY
                : new SqlText.ColumnName(count.group(1), SqlName.word(count, 2));
        return new CountSelection(new SelectClause.Item(column, ValueType.KEY), answer);
    }
}
