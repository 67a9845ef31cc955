// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.planner;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.ReasonCode;
import io.handlersocket.hibernate.internal.plan.Answer;
import io.handlersocket.hibernate.internal.plan.Lookup;
import io.handlersocket.hibernate.internal.util.UnexpectedFailures;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import io.handlersocket.hibernate.spi.RangeAndOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.metamodel.mapping.EntityMappingType;
import org.hibernate.metamodel.mapping.PluralAttributeMapping;
import org.hibernate.query.sqm.sql.internal.SqmPathInterpretation;
import org.hibernate.sql.ast.spi.SqlSelection;
import org.hibernate.sql.ast.tree.expression.ColumnReference;
import org.hibernate.sql.ast.tree.expression.Expression;
import org.hibernate.sql.ast.tree.from.NamedTableReference;
import org.hibernate.sql.ast.tree.from.TableGroup;
import org.hibernate.sql.ast.tree.select.QuerySpec;
import org.hibernate.sql.ast.tree.select.SelectStatement;
import org.jspecify.annotations.Nullable;

/**
 * Plans a select from its AST: a plain lookup of one table, or the reason for JDBC.
 *
 * <p>The AST provides the columns and the words of the reason. It is not trusted to contain everything. A statement is
 * a lookup only if Hibernate's text of it equals the text of the shape that is found here. A lock, a join, a filter, a
 * read expression or anything that a later Hibernate adds makes the text different.
 */
public final class StatementPlanner {

    private StatementPlanner() {}

    /** @param sql the text that Hibernate has rendered */
    static PlannedStatement plan(
            SelectStatement statement, String sql, SessionFactoryImplementor sessionFactory, JdbcOnlyTables jdbcOnly) {
        if (!(statement.getQueryPart() instanceof QuerySpec query)) {
            return PlannedStatement.jdbc("query", JdbcReason.of(ReasonCode.UNION));
        }
        List<TableGroup> roots = query.getFromClause().getRoots();
        if (roots.size() != 1) {
            return PlannedStatement.jdbc(
                    "query", JdbcReason.of(roots.isEmpty() ? ReasonCode.NO_TABLE : ReasonCode.SEVERAL_TABLES));
        }
        TableGroup root = roots.get(0);
        String role = role(root);
        try {
            JdbcReason option = jdbcOnly.refusal(root);
            if (option != null) {
                return PlannedStatement.jdbc(role, option);
            }
            if (!(root.getPrimaryTableReference() instanceof NamedTableReference table)) {
                // Since 7.4, this is also the LIMIT of a join fetch of a collection.
                throw LeftToJdbcException.of(ReasonCode.SUBQUERY);
            }
            if (!query.getGroupByClauseExpressions().isEmpty() || query.getHavingClauseRestrictions() != null) {
                throw LeftToJdbcException.of(ReasonCode.GROUP_BY);
            }
            Optional<String> join = Joins.reason(root);
            if (join.isPresent()) {
                return join(join.get(), role, query, sql, sessionFactory);
            }
            return lookup(role, query, table, sql, sessionFactory);
        } catch (LeftToJdbcException e) {
            return PlannedStatement.jdbc(role, ofTable(e.reason(), root));
        } catch (RuntimeException | LinkageError e) { // another patch of Hibernate may not link
            return PlannedStatement.jdbc(
                    role, JdbcReason.of(ReasonCode.NOT_UNDERSTOOD, UnexpectedFailures.log(role, e)));
        }
    }

    /** Replaces the alias by which the planner names the column's table. */
    private static JdbcReason ofTable(JdbcReason reason, TableGroup root) {
        JdbcReason.Column column = reason.column();
        if (column == null) {
            return reason;
        }
        for (NamedTableReference table : Joins.tables(root)) {
            SqlName name = SqlName.of(table.getTableExpression());
            if (name != null && column.table().equals(table.getIdentificationVariable())) {
                return reason.about(new JdbcReason.Column(name.name(), column.name()));
            }
        }
        return reason.about(null);
    }

    private static String role(TableGroup root) {
        if (root.getModelPart() instanceof EntityMappingType entity) {
            return entity.getEntityName();
        }
        return root.getModelPart() instanceof PluralAttributeMapping collection
                ? collection.getNavigableRole().getFullPath()
                : "query";
    }

    private static PlannedStatement join(
            String join, String role, QuerySpec query, String sql, SessionFactoryImplementor sessionFactory) {
        try {
            return JoinPlanner.plan(role, query, sql, sessionFactory);
        } catch (LeftToJdbcException e) {
            JdbcReason reason = e.reason();
            throw new LeftToJdbcException(
                    JdbcReason.of(ReasonCode.JOIN, join, reason.text()).about(reason.column()));
        }
    }

    private static PlannedStatement lookup(
            String role,
            QuerySpec query,
            NamedTableReference table,
            String text,
            SessionFactoryImplementor sessionFactory) {
        SqlName name = SqlName.of(table.getTableExpression());
        if (name == null) {
            throw LeftToJdbcException.of(ReasonCode.MORE_THAN_A_TABLE);
        }
        boolean distinct = query.getSelectClause().isDistinct();
        StringBuilder sql = new StringBuilder(distinct ? "select distinct " : "select ");
        CountSelection count = CountSelection.of(query.getSelectClause().getSqlSelections());
        List<Lookup.Selected> columns = columns(query, count, sql, text);
        String alias = table.getIdentificationVariable();
        sql.append(" from ").append(table.getTableExpression()).append(' ').append(alias);
        KeyCondition condition = new KeyCondition(sessionFactory, sql.append(" where "), alias, 0);
        condition.add(query.getWhereClauseRestrictions());
        List<RangeAndOrder.Sort> order = SortClause.of(query.getSortSpecifications(), sql).stream()
                .map(sort -> new RangeAndOrder.Sort(columnName(sort.column()), sort.descending()))
                .toList();
        RangeAndOrder asked = condition.rangeAndOrder(order);
        List<Restriction> restrictions = condition.restrictions(alias);
        if (restrictions.size() != condition.restrictions().size()) {
            throw LeftToJdbcException.of(ReasonCode.NOT_PLAIN);
        }
        List<String> compared = new ArrayList<>(condition.key());
        compared.addAll(Restriction.constants(restrictions));
        return PlannedStatement.lookup(
                role,
                Restriction.lookup(name, named(columns, compared), condition.key(), asked, restrictions),
                sql.toString(),
                condition,
                Restriction.values(restrictions),
                count != null ? count.answer() : distinct ? Answer.DISTINCT_ROWS : Answer.ROWS);
    }

    private static List<Lookup.Selected> columns(
            QuerySpec query, @Nullable CountSelection count, StringBuilder sql, String text) {
        List<SqlSelection> selections = query.getSelectClause().getSqlSelections();
        if (count != null) {
            sql.append(count.sql());
            return List.of(count.counted());
        }
        List<Lookup.Selected> columns = new ArrayList<>(selections.size());
        for (SelectClause.Item item : SelectClause.of(selections, sql, text)) {
            if (!item.cases().isEmpty()) {
                throw LeftToJdbcException.of(ReasonCode.SELECTS_NO_COLUMN);
            }
            columns.add(new Lookup.Selected(item.column().name(), item.type(), item.constant()));
        }
        return columns;
    }

    /** Returns the columns with one that is compared with a value instead of {@link SelectClause#ANY}. */
    private static List<Lookup.Selected> named(List<Lookup.Selected> columns, List<String> compared) {
        List<Lookup.Selected> named = new ArrayList<>(columns);
        named.replaceAll(column -> {
            if (!column.column().equals(SelectClause.ANY.name())) {
                return column;
            }
            if (compared.isEmpty()) {
                throw LeftToJdbcException.of(ReasonCode.SELECTS_ONLY_CONSTANTS);
            }
            return new Lookup.Selected(compared.get(0), column.type(), column.constant());
        });
        return named;
    }

    /** Returns the column that a reason is about, with its table's alias. */
    static JdbcReason.Column named(ColumnReference column) {
        SqlName name = SqlName.of(column.getColumnExpression());
        return new JdbcReason.Column(column.getQualifier(), name == null ? column.getColumnExpression() : name.name());
    }

    /** Returns the column of an expression, also of a path to an entity; null if it is not one column. */
    static @Nullable ColumnReference reference(Expression expression) {
        return expression instanceof SqmPathInterpretation<?> path
                ? path.getSqlExpression().getColumnReference()
                : expression.getColumnReference();
    }

    static void append(StringBuilder sql, ColumnReference column, String separator) {
        sql.append(separator).append(column.getQualifier()).append('.').append(column.getColumnExpression());
    }

    /** Returns the name of a column, without quotes. */
    static String columnName(ColumnReference column) {
        SqlName name = SqlName.of(column.getColumnExpression());
        if (name == null || !name.schema().isEmpty()) {
            throw LeftToJdbcException.of(ReasonCode.UNUSUAL_NAME, column.getColumnExpression());
        }
        return name.name();
    }
}
