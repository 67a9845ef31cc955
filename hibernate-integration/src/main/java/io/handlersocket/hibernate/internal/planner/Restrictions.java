// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.planner;

import io.handlersocket.hibernate.ReasonCode;
import io.handlersocket.hibernate.internal.plan.Lookup;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.internal.util.MathHelper;
import org.hibernate.sql.ast.tree.expression.ColumnReference;
import org.hibernate.sql.ast.tree.expression.Expression;
import org.hibernate.sql.ast.tree.expression.Literal;
import org.hibernate.sql.ast.tree.predicate.FilterPredicate;

/**
 * Collects the {@link Restriction}s of a condition, and renders them as Hibernate does.
 *
 * @param sql the statement's text; the restrictions are appended to it
 */
record Restrictions(SessionFactoryImplementor sessionFactory, StringBuilder sql, List<Restriction> all) {

    List<Restriction> of(String alias) {
        return all.stream()
                .filter(restriction -> restriction.column().alias().equals(alias))
                .toList();
    }

    void addNull(ColumnReference column) {
        all.add(new Restriction(append(column), null));
        sql.append(" is null");
    }

    void addParameter(ColumnReference column, int parameter) {
        all.add(new Restriction(append(column), new Lookup.Parameter(parameter)));
        sql.append("=?");
    }

    void addConstant(ColumnReference column, Literal literal) {
        SqlText.ColumnName name = append(column);
        sql.append('=');
        all.add(new Restriction(name, append(literal)));
    }

    boolean hasList() {
        return all.stream().anyMatch(restriction -> restriction.value() instanceof Lookup.OneOf);
    }

    /** Adds a list of constants, such as the discriminators of a class and its subclasses. */
    void addConstants(ColumnReference column, List<Expression> list) {
        SqlText.ColumnName name = append(column);
        List<Object> values = new ArrayList<>();
        int rendered = sessionFactory.getSessionFactoryOptions().inClauseParameterPaddingEnabled()
                ? MathHelper.ceilingPowerOfTwo(list.size())
                : list.size();
        for (int i = 0; i < rendered; i++) { // padding repeats the last one
            if (!(list.get(Math.min(i, list.size() - 1)) instanceof Literal literal)) {
                throw LeftToJdbcException.of(ReasonCode.MIXED_LIST);
            }
            sql.append(i == 0 ? " in (" : ",");
            Object value = append(literal);
            if (i < list.size()) {
                values.add(value);
            }
        }
        sql.append(')');
        if (hasList()) {
            throw LeftToJdbcException.of(ReasonCode.SEVERAL_CONSTANT_LISTS);
        }
        all.add(new Restriction(name, values.size() == 1 ? values.get(0) : new Lookup.OneOf(values)));
    }

    /**
     * Adds an enabled filter or the restriction to a tenant.
     *
     * @param parameters how many parameters the statement has before it
     * @return how many it has after it
     */
    int addFilter(FilterPredicate.FilterFragmentPredicate filter, int parameters) {
        String fragment = filter.getSqlFragment();
        if (filter.getParameters() != null) {
            for (FilterPredicate.FilterFragmentParameter parameter : filter.getParameters()) {
                fragment = fragment.replace(":" + parameter.getFilterName() + "." + parameter.getParameterName(), "?");
            }
        }
        int bound = filter.getParameters() == null ? 0 : filter.getParameters().size();
        return addFragment(fragment, parameters, bound);
    }

    /** Adds the SQL of an {@code @SQLRestriction}, which has no parameters; see {@link #addFilter}. */
    void addFragment(String fragment) {
        addFragment(fragment, 0, 0);
    }

    private int addFragment(String fragment, int parameters, int bound) {
        sql.append(fragment);
        SqlText text = new SqlText(fragment, parameters);
        try {
            boolean group = text.take("("); // Hibernate adds parentheses to @SQLRestriction
            do {
                all.add(text.restriction(text.column()).orElseThrow(() -> moreThanValues(fragment)));
            } while (text.take(" and "));
            if (group) {
                text.expect(")");
            }
        } catch (LeftToJdbcException e) {
            throw moreThanValues(fragment);
        }
        if (!text.rest().isEmpty() || text.parameters() != parameters + bound) { // a ? of the application binds nothing
            throw moreThanValues(fragment);
        }
        return text.parameters();
    }

    private static LeftToJdbcException moreThanValues(String fragment) {
        return LeftToJdbcException.of(ReasonCode.RESTRICTION, fragment);
    }

    private SqlText.ColumnName append(ColumnReference column) {
        StatementPlanner.append(sql, column, "");
        return SqlText.ColumnName.of(column);
    }

    /** Appends the constant to the text, and returns it as the database stores it. */
    @SuppressWarnings({"unchecked", "NullAway"}) // formatters of the tested types ask the session factory at most
    Object append(Literal literal) {
        Object value = literal.getLiteralValue();
        Object known = value instanceof Character ? value.toString() : value;
        if (!(known instanceof String
                || known instanceof Boolean
                || known instanceof Long
                || known instanceof Integer
                || known instanceof Short
                || known instanceof Byte)) {
            throw LeftToJdbcException.of(ReasonCode.UNUSUAL_CONSTANT);
        }
        var formatter = literal.getJdbcMapping().getJdbcLiteralFormatter();
        if (formatter == null) {
            throw LeftToJdbcException.of(ReasonCode.NO_LITERAL);
        }
        sql.append(formatter.toJdbcLiteral(
                value, sessionFactory.getJdbcServices().getDialect(), sessionFactory.getWrapperOptions()));
        return known;
    }
}
